import type { Reply, ActionButton, ActionCall, Select, SelectEntry } from "../../../discord/reply/reply.ts";
import { mentionOf, type ViewContext, inName, count, inPlain, small } from "./view-context.ts";
import { notice, paragraph, buttonRow } from "./parts.ts";
import { actionButton, buttons, select, text as textOf, reply } from "../../../discord/reply/build.ts";
import { linkCalls, type WaitingState } from "./calls/link.ts";
import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { bar } from "./progress-words.ts";

/** For an account whose progress the platform doesn't show. */
export function noProgressReply(state: "private" | "none", context: ViewContext): Reply {
  const { progress } = context.texts;
  return notice(state === "private" ? progress.private : progress.none);
}

/** For a bot without linking, where "whose?" is always another player. */
export function whosePlayerReply(command: "progress" | "stats", context: ViewContext): Reply {
  const { whose } = context.texts.profile;
  return notice({ title: whose.title, next: whose.next(mentionOf(context, command)) });
}

/** For a linked profile without a game account. */
export function noGameAccountReply(context: ViewContext): Reply {
  return notice(context.texts.progress.noAccount);
}

/** For a player who hides it, or has nothing to show. */
export function noPlayerDataReply(state: "private" | "none", name: string, { texts }: ViewContext): Reply {
  const { title, next } = state === "private" ? texts.profile.keepsPrivate : texts.profile.neverPlayed;
  return { ...notice({ title: title(inName(name)), next }), isForAsker: true };
}

/** For a session that has ended; the command waits for a new one. */
export function ownEndedReply(link: ActionCall, context: ViewContext): Reply {
  const { ownEnded, button } = context.texts.link;
  return notice(ownEnded, buttons(actionButton(button, link, { style: "primary" })));
}

/** Returns a button that opens /link and then resumes the command. */
export function linkButtonOf(label: string, state: WaitingState): ActionButton {
  return actionButton(label, linkCalls.begin(state), { style: "primary" });
}

/** One game account a member may pick. */
export interface AccountChoice {
  /** Short, since a control carries it. */
  readonly value: string;
  /** The linked account's name, where the platform says it. */
  readonly account: string | undefined;
  /** Absent where no game accounts are known. */
  readonly game: string | undefined;
  readonly isChosen: boolean;
}

const NAME_LENGTH = 40;
const MOST = 25;

/** Returns a select of the accounts; undefined where there is only one. */
export function accountSelect(
  choices: readonly AccountChoice[],
  choose: ActionCall,
  context: ViewContext,
): Select | undefined {
  if (choices.length < 2) return undefined;
  const entries = choices.slice(0, MOST).map((choice, index) => entryOf(choice, index, context));
  return select(context.texts.account.accounts.pick, choose, entries);
}

/** Adds that select to a reply, above its buttons. */
export function withAccountSelect(
  reply: Reply,
  choices: readonly AccountChoice[],
  { choose, context }: { readonly choose: ActionCall; readonly context: ViewContext },
): Reply {
  const list = accountSelect(choices, choose, context);
  if (list === undefined) return reply;
  const { blocks } = reply;
  const first = blocks.findIndex(({ type }) => type === "buttons");
  return { ...reply, blocks: blocks.toSpliced(first === -1 ? blocks.length : first, 0, list) };
}

function entryOf(
  { value, account, game, isChosen }: AccountChoice,
  index: number,
  context: ViewContext,
): SelectEntry {
  const { account: texts, link } = context.texts;
  const whose = account ?? link.account.unnamed(count(context, index + 1));
  const label = texts.accounts.choice(inPlain(game ?? whose, NAME_LENGTH));
  const description = game === undefined ? undefined : texts.accounts.choiceOf(inPlain(whose, NAME_LENGTH));
  return { value, label, chosen: isChosen, ...(description !== undefined && { description }) };
}

/** What only members with a linked account can see. */
export type SampleOf = "progress" | "stats" | "vault" | "milestones";

export interface SampleView {
  readonly subject: SampleOf;
  /** The platform's name. */
  readonly platform: string;
  /** The call of the link button; without one the text names the command. */
  readonly link?: ActionCall | undefined;
}

/** Returns what a member without a linked account would see, what linking means, and where to start. */
export function sampleReply({ subject, platform, link }: SampleView, context: ViewContext): Reply {
  const { sample } = context.texts.progress;
  const { button } = context.texts.link;
  return {
    tone: "notice",
    ...reply(
      textOf(md`## ${sample.title[subject]}\n${small(md`${sample.example}`)}`),
      textOf(exampleOf(subject, context)),
      paragraph(
        md`${sample.means(inName(platform))}`,
        sample.link(mentionOf(context, "link")),
        small(sample.why(mentionOf(context, "help"))),
      ),
      ...buttonRow([link === undefined ? undefined : actionButton(button, link, { style: "primary" })]),
    ),
  };
}

function exampleOf(subject: SampleOf, context: ViewContext): Markdown {
  const { progress } = context.texts;
  const { rows } = progress.sample;
  switch (subject) {
    case "progress":
      return joinMarkdown([
        md`**${rows.claim}** · ${context.texts.progress.states.claimable}`,
        md`**${rows.finish}** · ${progress.percent("80")}`,
        md`${bar(0.8)}`,
        small(md`${progress.next.toGo(rows.finishObjective, "4")}`),
        md`**${rows.cap}** · ${progress.next.weekLeft(count(context, 1200), count(context, 4000))}`,
        md`${bar(0.7)}`,
      ]);
    case "milestones":
      return joinMarkdown([
        md`**${rows.claim}** · ${progress.states.claimable}`,
        md`**${rows.finish}** · ${progress.states.open}`,
        md`**${rows.cap}** · ${progress.states.unknown}`,
      ]);
    case "stats":
      return joinMarkdown([
        md`▂▃▁▅▇▄█`,
        context.texts.shared.labelled(rows.stat, md`**${count(context, 1284)}**`),
      ]);
    case "vault":
      return md`- ${rows.vault}`;
  }
}
