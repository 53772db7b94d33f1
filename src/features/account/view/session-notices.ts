import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import { divider, text } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { Notice } from "../../../sessions/session.ts";
import { type ViewContext, mentionOf } from "../../kit/view/view-context.ts";

export interface SessionNotice {
  readonly notice: Notice;
  readonly at?: number | undefined;
}

/** Adds notices above a reply. */
export function withNoticesAbove(
  notices: readonly SessionNotice[],
  reply: Reply,
  context: ViewContext,
): Reply {
  if (notices.length === 0) return reply;
  const lines = notices.map((one) => wordsOf(one, context));
  return { ...reply, blocks: [text(joinMarkdown(lines)), divider(), ...reply.blocks] };
}

function wordsOf({ notice, at }: SessionNotice, context: ViewContext): Markdown {
  const { notices } = context.texts.link;
  switch (notice) {
    case "died":
    case "revoked":
      return notices[notice](mentionOf(context, "link"));
    case "lost":
      return context.texts.link.signIn.lost(mentionOf(context, "link"));
    case "works-again":
      return md`${notices[notice]}`;
    case "expires-soon":
      return at === undefined ? md`${notices["expires-sometime"]}` : notices[notice](timestamp(at, "R"));
  }
}
