import { type Markdown, md } from "../../../base/markdown.ts";
import { actionButton, buttons, type MaybeBlock, text, toned } from "../../../discord/reply/build.ts";
import type { ActionButton, ActionCall, Reply } from "../../../discord/reply/reply.ts";
import { lines, paragraph } from "../../kit/view/parts.ts";
import type { TroubleWords } from "./trouble-words.ts";
import { type ViewContext, inPlain, small } from "../../kit/view/view-context.ts";
import { troubleLine } from "./trouble.ts";

const TITLE_LENGTH = 120;

export function titleOf(title: string): string {
  return inPlain(title, TITLE_LENGTH);
}

/** What just happened, shown at the top or right above the buttons. */
export interface Said {
  readonly text: Markdown;
  readonly isBelow?: boolean;
  readonly tone?: NonNullable<Reply["tone"]>;
  /** What can be done about it: a form opened again with what was typed, or tests taken back. */
  readonly again?: { readonly label: string; readonly call: ActionCall } | undefined;
  /** Why a test didn't arrive: a refusal's name. */
  readonly refused?: string;
}

/** A reminder, an announcement or a board, as whoever looks after it sees it. */
interface PostCard {
  readonly id: string;
  readonly title: string;
  readonly state: Markdown | string;
  readonly facts: readonly (Markdown | string | undefined)[];
  readonly troubles: readonly TroubleWords[];
  /** Its next times, or why there are none. */
  readonly next?: Markdown | undefined;
  readonly more?: MaybeBlock;
  readonly author?: Markdown;
  readonly controls: MaybeBlock;
  /** The color of its posts. */
  readonly accent?: number | undefined;
  /** Shows it again. */
  readonly again?: ActionCall;
}

export function postCardReply(card: PostCard, said: Said | undefined, context: ViewContext): Reply {
  const { panel } = context.texts.announce;
  const { id, title, state, facts, troubles, next, more, author, controls, again } = card;
  const trouble = lines(troubles.map((one) => troubleLine(one, context)));
  const words = said && [
    text(said.text),
    said.again !== undefined && buttons(actionButton(said.again.label, said.again.call)),
  ];
  const isWarning = trouble !== undefined && said?.tone !== "alert";
  const shown = toned(
    isWarning ? "notice" : (said?.tone ?? "plain"),
    said?.isBelow === true ? undefined : words,
    paragraph(panel.title(titleOf(title), state), ...facts),
    trouble && text(trouble),
    next && text(next),
    more,
    author && text(small(author)),
    said?.isBelow === true && words,
    controls,
  );
  // The edge has the posts' color, unless it warns.
  const accent = shown.tone === "plain" || shown.tone === "good" ? card.accent : undefined;
  return { ...shown, accent, troubles: new Map(trouble && [[id, trouble]]), ...(again && { again }) };
}

/** Asks for confirmation: it can't be undone. */
export function removeReply(
  title: string,
  { yes, no }: { readonly yes: ActionCall; readonly no: ActionCall },
  context: ViewContext,
): Reply {
  const { remove } = context.texts.announce;
  return toned(
    "notice",
    text(md`${remove.title(titleOf(title))}\n${remove.means}`),
    buttons(actionButton(remove.yes, yes, { style: "danger" }), actionButton(remove.no, no)),
  );
}

/** `list`: the button that leads to the others. */
export function removedReply(title: string, list: ActionButton, context: ViewContext): Reply {
  const { remove } = context.texts.announce;
  return toned("good", text(remove.done(titleOf(title))), buttons(list));
}
