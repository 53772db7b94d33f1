import { h } from "../dom.ts";
import { avatar } from "./avatar.ts";
import { commandLine, failure, onlyYou, thinking } from "./body.ts";

/** A sent command without an answer yet, or ever. Only this tab knows it. */
export interface Pending {
  key: string;
  channel: string;
  command: string;
  who: { id: string; name: string; avatarUrl?: string };
  bot: { id: string; name: string; avatarUrl?: string };
  /** The latest message when it was sent: a failed command stays below it. */
  after?: string | undefined;
  interaction?: string;
  failure?: string;
}

export function pendingElement(pending: Pending, dismiss: () => void) {
  const { who, bot } = pending;
  const state = pending.failure === undefined ? thinking("Sending command...") : failure(pending.failure);
  return h(
    "article.message",
    {
      class: pending.failure === undefined ? "message" : "message ephemeral",
      "aria-label": `${bot.name} answers /${pending.command}`,
    },
    commandLine([avatar(who, 16), h("span.author-small", who.name)], `/${pending.command}`),
    h(
      "div.message-row",
      h("div.message-side", avatar(bot)),
      h(
        "div.message-main",
        h("header.message-header", h("span.author", bot.name), h("span.app-tag", "APP")),
        state,
        pending.failure !== undefined && onlyYou({ dismiss }),
      ),
    ),
  );
}
