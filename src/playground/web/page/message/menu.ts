import type { APIMessage } from "discord-api-types/v10";
import { h } from "../dom.ts";
import { popover, type MenuEntry } from "../popover.ts";
import type { SeenMessage } from "../../../discord/local-api.ts";
import type { Component } from "../components/components.ts";

export type At = { anchor: HTMLElement; x?: number; y?: number };

export function openMessageMenu(
  at: At,
  seen: SeenMessage,
  { apps, remove }: { apps: readonly MenuEntry[]; remove?: () => void },
) {
  const text = textOf(seen.message);
  const row = (label: string, act: () => void, className: string = "") =>
    h("button", { class: `menu-row ${className}`, onclick: () => (close(), act()) }, label);
  const close = popover(at.anchor, { label: "What to do with this message", className: "menu", at }, [
    ...(apps.length > 0 ? [h("h3", "Apps")] : []),
    ...apps.map(({ label, run }) => row(label, run)),
    ...(apps.length > 0 ? [h("hr")] : []),
    text !== "" && row("Copy text", () => void navigator.clipboard.writeText(text)),
    row("Copy message id", () => void navigator.clipboard.writeText(seen.id)),
    remove && row("Delete message", remove, "danger"),
  ]);
}

/** Returns a message's whole text as written: its content, or its components'. */
export function textOf({ content, components = [] }: Pick<APIMessage, "content" | "components">) {
  return [content, ...componentTexts(components)].filter((text) => text !== "").join("\n");
}

function componentTexts(components: readonly Component[]): string[] {
  return components.flatMap((component) => {
    if ("content" in component) return [component.content];
    return "components" in component ? componentTexts(component.components) : [];
  });
}
