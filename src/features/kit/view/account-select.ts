import { select } from "../../../discord/reply/build.ts";
import type { ActionCall, Reply, Select, SelectEntry } from "../../../discord/reply/reply.ts";
import { type ViewContext, count, inPlain } from "./view-context.ts";

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
