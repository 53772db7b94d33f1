import { h } from "../dom.js";
import { icon } from "../icons.js";
import { avatar } from "./avatar.js";
import { onlyYou } from "./body.js";

/**
 * A command that was sent and has no answer yet, or never got one. Only this tab knows of it.
 * @typedef {object} Pending
 * @property {string} key
 * @property {string} channel
 * @property {string} command
 * @property {{id: string, name: string, avatarUrl?: string}} who
 * @property {{id: string, name: string, avatarUrl?: string}} bot
 * @property {string} [interaction]
 * @property {string} [failure]
 */

/**
 * @param {Pending} pending
 * @param {() => void} dismiss
 */
export function pendingElement(pending, dismiss) {
  const { who, bot, failure } = pending;
  const state =
    failure === undefined
      ? h(
          "div.thinking",
          { role: "status" },
          h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")),
          "Sending command...",
        )
      : h("div.failure", { role: "alert" }, icon("warning", 16), failure);
  return h(
    "article.message",
    {
      class: failure === undefined ? "message" : "message ephemeral",
      "aria-label": `${bot.name} answers /${pending.command}`,
    },
    h(
      "div.command-line",
      {},
      h("span.spine", { "aria-hidden": "true" }),
      avatar(who, 16),
      h("span.author-small", {}, who.name),
      h("span", {}, "used"),
      h("span.command-used", {}, `/${pending.command}`),
    ),
    h(
      "div.message-row",
      {},
      h("div.message-side", {}, avatar(bot)),
      h(
        "div.message-main",
        {},
        h("header.message-header", {}, h("span.author", {}, bot.name), h("span.app-tag", {}, "APP")),
        state,
        failure !== undefined && onlyYou({ dismiss }),
      ),
    ),
  );
}
