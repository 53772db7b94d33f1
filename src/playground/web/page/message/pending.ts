import { h } from "../dom.ts";
import { icon } from "../icons.ts";
import { avatar } from "./avatar.ts";
import { onlyYou } from "./body.ts";

/** A command that was sent and has no answer yet, or never got one. Only this tab knows of it. */
export interface Pending {
  key: string;
  channel: string;
  command: string;
  who: { id: string; name: string; avatarUrl?: string };
  bot: { id: string; name: string; avatarUrl?: string };
  /** The last message there was when it was sent: what failed stays under it. */
  after?: string | undefined;
  interaction?: string;
  failure?: string;
}

export function pendingElement(pending: Pending, dismiss: () => void) {
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
      h("span.spine", { "aria-hidden": "true" }),
      avatar(who, 16),
      h("span.author-small", who.name),
      h("span", "used"),
      h("span.command-used", `/${pending.command}`),
    ),
    h(
      "div.message-row",
      h("div.message-side", avatar(bot)),
      h(
        "div.message-main",
        h("header.message-header", h("span.author", bot.name), h("span.app-tag", "APP")),
        state,
        failure !== undefined && onlyYou({ dismiss }),
      ),
    ),
  );
}
