import { md } from "../../../base/markdown.ts";
import { actionButton, text as textOf, reply, select } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { type NamedContext, type ViewContext, inName, small } from "../../kit/view/view-context.ts";
import { buttonRow, notice, paragraph } from "../../kit/view/parts.ts";
import { postedReply } from "../../kit/view/shared-replies.ts";
import { type ProgressPage, viewNames } from "./progress.ts";
import { rowOf } from "./rows.ts";
import { progressCalls } from "./calls.ts";

/** Returns the marked rows from a control's state. */
export function readPicked({ rows = "" }: { readonly rows: string | undefined }): readonly string[] {
  return [...new Set(rows.split(" ").filter((key) => /^[a-z][\w.]{0,30}$/.test(key)))];
}

/** Asks which rows to share; none is marked at first. */
export function pickSharedReply(page: ProgressPage, picked: readonly string[], context: NamedContext): Reply {
  const { shared, progress } = context.texts;
  const { share } = progress;
  const rows = page.entries.map((entry) => rowOf(entry, { ...context, characters: page.characters }));
  const marked = rows.filter(({ key }) => picked.includes(key));
  const back = { ...page.state, page: page.page };
  const state = { ...back, ...(marked.length > 0 && { rows: marked.map(({ key }) => key).join(" ") }) };
  return {
    tone: "notice",
    ...reply(
      textOf(md`## ${share.title}\n${share.intro}`),
      ...marked.map(({ text }) => textOf(text)),
      select(
        share.pick,
        progressCalls.pick(state),
        rows.map(({ key, name }) => ({
          label: name,
          value: key,
          description: picked.includes(key) ? share.marked : share.unmarked,
        })),
      ),
      ...(marked.length === 0 ? [textOf(small(md`${share.chooseFirst}`))] : []),
      ...buttonRow([
        actionButton(shared.back, progressCalls.page(back)),
        actionButton(share.post, progressCalls.post(state), {
          style: "primary",
          disabled: marked.length === 0,
        }),
      ]),
    ),
  };
}

/**
 * Returns the post with the marked rows and nothing else, and what its owner sees; or says that the bot may not post.
 */
export function sharedReply(
  page: ProgressPage,
  picked: readonly string[],
  context: NamedContext,
): Reply | undefined {
  const { share } = context.texts.progress;
  const views = viewNames(context);
  // Under one character's name, rows don't mention others.
  const rows = page.entries
    .filter(({ key }) => picked.includes(key))
    .map((entry) => rowOf(entry, { ...context, characters: page.characters }));
  if (rows.length === 0) return undefined;
  const { name } = page.account;
  const account = name === undefined ? undefined : inName(name);
  const by = account === undefined || page.state.player !== undefined ? account : share.by(account);
  const blocks = [
    paragraph(md`## ${views[page.view]}`, by !== undefined && small(md`${by}`)),
    ...rows.map(({ text }) => textOf(text)),
  ];
  const back = progressCalls.page({ ...page.state, page: page.page });
  return postedReply(
    rows.map(({ name }) => name),
    { blocks, back, takeBack: progressCalls.takeBack() },
    context,
  );
}

export function nothingToShareReply(context: ViewContext): Reply {
  return notice(context.texts.progress.share.gone);
}
