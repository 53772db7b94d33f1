import { paragraph } from "../../kit/view/parts.ts";
import { joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, buttons, text, toned } from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { type ViewContext, mentionOf } from "../../kit/view/view-context.ts";
import { setupCalls } from "./calls.ts";

export function forgetButton({ texts }: ViewContext): Block {
  return buttons(actionButton(texts.setup.forget.button, setupCalls.forget(), { style: "danger" }));
}

/** Says what is deleted and what stays, before a server's data is deleted. */
export function forgetServerReply(context: ViewContext): Reply {
  const { forget: texts } = context.texts.setup;
  return toned(
    "notice",
    paragraph(md`**${texts.sure}**`, md`${texts.means}`, md`${texts.boards}`, md`${texts.stays}`),
    buttons(
      actionButton(texts.button, setupCalls.forgetNow(), { style: "danger" }),
      actionButton(texts.keep, setupCalls.section({ section: "check" })),
    ),
  );
}

/** What stays in Discord although it should not. */
interface LeftInDiscord {
  readonly events: number;
  /** Messages of live boards that could not be marked as stopped. */
  readonly boards: number;
}

export function forgottenServerReply({ events, boards }: LeftInDiscord, context: ViewContext): Reply {
  const { forget: texts } = context.texts.setup;
  const left = [
    ...(events > 0 ? [md`${texts.eventsLeft(events)}`] : []),
    ...(boards > 0 ? [md`${texts.boardsLeft(boards)}`] : []),
  ];
  const said = [md`**${texts.done}**`, ...left, texts.next(mentionOf(context, "setup"))];
  return toned(left.length > 0 ? "notice" : "good", text(joinMarkdown(said)));
}
