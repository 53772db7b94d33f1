import { h } from "../dom.js";
import { popover } from "../popover.js";
import { textOf } from "./text.js";

/** @typedef {{anchor: HTMLElement, x?: number, y?: number}} At */

/**
 * What one can do with a message: the apps' commands for messages, and copying.
 * @param {At} at
 * @param {import("../../../discord/local-api.ts").SeenMessage} seen
 * @param {{commands: readonly {id: string, name: string}[], run: (id: string) => void, remove?: () => void}} how
 */
export function openMessageMenu(at, seen, { commands, run, remove }) {
  const text = textOf(seen.message);
  /** @param {string} label @param {() => void} act @param {string} [className] */
  const row = (label, act, className = "") =>
    h("button", { type: "button", class: `menu-row ${className}`, onclick: () => (close(), act()) }, label);
  const close = popover(at.anchor, { label: "What to do with this message", className: "menu", at }, [
    ...(commands.length > 0 ? [h("h3", {}, "Apps")] : []),
    ...commands.map((command) => row(command.name, () => run(command.id))),
    ...(commands.length > 0 ? [h("hr")] : []),
    text !== "" && row("Copy text", () => void navigator.clipboard.writeText(text)),
    row("Copy message id", () => void navigator.clipboard.writeText(seen.id)),
    remove && row("Delete message", remove, "danger"),
  ]);
}
