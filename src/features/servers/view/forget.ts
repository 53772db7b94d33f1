import { joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, buttons, text, toned } from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { type ViewContext, mentionOf } from "../../shared/view/view-context.ts";
import { setupCalls } from "./calls.ts";

export function forgetButton({ texts }: ViewContext): Block {
  return buttons(actionButton(texts.setup.forget.button, setupCalls.forget(), { style: "danger" }));
}

/** What goes and what stays, before everything that is stored for the server is deleted. */
export function forgetServerReply(context: ViewContext): Reply {
  const { forget: texts } = context.texts.setup;
  return toned(
    "notice",
    text(joinMarkdown([md`**${texts.sure}**`, md`${texts.means}`, md`${texts.stays}`])),
    buttons(
      actionButton(texts.button, setupCalls.forgetNow(), { style: "danger" }),
      actionButton(texts.keep, setupCalls.section({ section: "check" })),
    ),
  );
}

export function forgottenServerReply(context: ViewContext): Reply {
  const { forget: texts } = context.texts.setup;
  return toned("good", text(joinMarkdown([md`**${texts.done}**`, texts.next(mentionOf(context, "setup"))])));
}
