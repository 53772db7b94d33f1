import { link as linkTo, md } from "../../../base/markdown.ts";
import { actionButton, buttons, linkButton, text, toned } from "../../../discord/reply/build.ts";
import { clip } from "../../../base/text.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { linkCalls } from "../../kit/view/calls/link.ts";
import { paragraph, sentences } from "../../kit/view/parts.ts";
import { inName, mentionOf, small, type ViewContext } from "../../kit/view/view-context.ts";
import { type LinkView, linkedLine, operatorLine } from "./link.ts";
import { BUTTON_LABEL_LENGTH, scopeLine } from "./link-sign-in.ts";

export interface KeyConsentView extends LinkView {
  /** What a key needs to be allowed; undefined: as its member decides. */
  readonly scope: string | undefined;
  readonly manageUrl: string;
}

/** Explains what giving a key of one's own means, before it is pasted. */
export function keyConsentReply(view: KeyConsentView, context: ViewContext): Reply {
  const { consent: shared, key, signIn } = context.texts.link;
  const { manageUrl, state } = view;
  const { host } = new URL(manageUrl);
  return toned(
    "notice",
    text(md`## ${shared.title(inName(view.platform))}`),
    paragraph(
      key.what(inName(view.platform)),
      scopeLine(view.scope, context),
      operatorLine(view.operator, context),
      sentences(context.texts.language, key.end(mentionOf(context, "unlink")), shared.idle(view.idleDays)),
    ),
    paragraph(key.make(linkTo(host, manageUrl)), small(md`${shared.age}`)),
    linkedLine(view, context),
    buttons(
      actionButton(key.paste, linkCalls.paste({ ...state, way: "key" }), { style: "primary" }),
      linkButton(clip(host, BUTTON_LABEL_LENGTH), manageUrl),
      actionButton(shared.decline, linkCalls.decline()),
      view.cookies > 0 && actionButton(signIn.consent.cookies, linkCalls.begin({ ...state, way: "cookies" })),
    ),
  );
}
