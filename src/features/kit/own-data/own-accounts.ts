import type { ByteBudget } from "../../../base/async/byte-budget.ts";
import { toPlatformId } from "../../../base/int64.ts";
import type { InterruptedCommand } from "../../../discord/command/invocation-context.ts";
import type { ActionCall, Reply, ActionState } from "../../../discord/reply/reply.ts";
import type { LinkedAccount } from "../../../sessions/session.ts";
import type { MemberSessions } from "../../../sessions/use/member-sessions.ts";
import type { OpenPrivateData } from "../../../sessions/use/private-data.ts";
import { type GameAccountOf, isSameGame, withFirst } from "../../../sessions/store/game-choice.ts";
import { type AccountChoice, withAccountSelect } from "../view/own-data.ts";
import type * as kit from "../command/command-context.ts";
import { definersFor } from "../command/define-command.ts";
import { accountCalls } from "../view/calls/account.ts";
import { milestonesCalls } from "../view/calls/milestones.ts";
import type { WaitingState } from "../view/calls/link.ts";

/** Linked accounts, and reading with them. */
export interface Linking {
  readonly sessions: MemberSessions;
  /** Opens a member's own data; undefined where nothing is linked. */
  readonly openPrivate: OpenPrivateData;
  /** Limits the bytes of private answers in memory, over all members. */
  readonly memory: ByteBudget;
}

/** What commands about a member's own data use. */
export interface OwnDataServices {
  /** Members' accounts; absent where the operator turned private commands off. */
  readonly linking?: Linking | undefined;
}

export type CommandContext = kit.CommandContext<OwnDataServices>;
export type ActionContext<Target = unknown> = kit.ActionContext<Target, OwnDataServices>;

export const { defineCommand, defineModal } = definersFor<OwnDataServices>();

/** Stands for the id of a session that is used once. */
const ONCE = "once";
/** The value of a choice: the session, and the type and id of a game account if known. */
const CHOICE = /^([\w-]{1,64})\/(?:(-?\d{1,10})\.(.+))?$/s;

/** Returns the accounts the member may pick from, in a stable order. With a session used once, only its own. */
export async function accountChoices({ linking, member }: CommandContext): Promise<readonly AccountChoice[]> {
  if (linking === undefined) return [];
  const { sessions } = linking;
  const once = await sessions.waiting.once.get(member.id);
  if (once !== undefined) return choicesOf(ONCE, once.value.account, true);
  const linked = await sessions.store.list(member.id);
  return linked.flatMap(({ id, account, isActive }) => choicesOf(id, account, isActive));
}

function choicesOf(session: string, account: LinkedAccount, isActive: boolean): readonly AccountChoice[] {
  const { name, accounts } = account;
  const [chosen] = accounts;
  if (chosen === undefined)
    return [{ value: `${session}/`, account: name, game: undefined, isChosen: isActive }];
  return accounts
    .toSorted((a, b) => a.membershipType - b.membershipType || (a.id < b.id ? -1 : 1))
    .map((game) => ({
      value: `${session}/${game.membershipType}.${game.id}`,
      account: name,
      game: accounts.length === 1 && name !== undefined ? undefined : (game.name ?? game.id),
      isChosen: isActive && game === chosen,
    }));
}

/** Makes this the account that private commands show. Forged or outdated values change nothing. */
export async function chooseOwn(
  { linking, member }: CommandContext,
  value: string | undefined,
): Promise<void> {
  const [, session, type, id] = CHOICE.exec(value ?? "") ?? [];
  if (linking === undefined || session === undefined) return;
  const { sessions } = linking;
  const game = gameOf(type, id);
  if (session === ONCE) {
    const once = await sessions.waiting.once.get(member.id);
    const account = once && game && withFirst(once.value.account, game);
    if (once !== undefined && account !== undefined)
      await sessions.waiting.once.change(once, { ...once.value, account });
    return;
  }
  const of = { discordId: member.id, id: session };
  if (!(await sessions.store.choose(of))) return;
  await sessions.waiting.once.drop(member.id);
  const linked = await sessions.store.list(member.id);
  const first = linked.find((one) => one.id === session)?.account.accounts[0];
  if (game === undefined || first === undefined || isSameGame(first, game)) return;
  await sessions.games.choose(of, game);
}

function gameOf(type: string | undefined, id: string | undefined): GameAccountOf | undefined {
  const known = toPlatformId(id, "text");
  return type === undefined || known === undefined ? undefined : { membershipType: Number(type), id: known };
}

/**
 * Adds a select of the member's other accounts to a private reply; picking one is remembered and runs the command
 * again. A public reply never names them.
 */
export async function offerAccounts(context: CommandContext, command: string, reply: Reply): Promise<Reply> {
  if (!context.isPrivate || reply.blocks.some(({ type }) => type === "file")) return reply;
  const choices = await accountChoices(context);
  return withAccountSelect(reply, choices, {
    choose: switchCall(context, command),
    context: context.view,
  });
}

function switchCall(context: CommandContext, command: string): ActionCall {
  if (command === "milestones") return milestonesCalls.mine();
  const waiting: InterruptedCommand = { command, options: optionsIn(context) };
  return accountCalls.switch(waitingState(waiting));
}

/** Options that mean the same for another account; controls carry them under the same names. */
const KEPT_OPTIONS = ["view", "period", "stat", "search"] as const;
const LONGEST_OPTION = 100;

function optionsIn(context: CommandContext): InterruptedCommand["options"] {
  const { options, state } = context as { readonly state?: ActionState } & {
    readonly options?: InterruptedCommand["options"];
  };
  const from: ActionState = options ?? state ?? {};
  return Object.fromEntries(
    KEPT_OPTIONS.flatMap((name): [string, string][] => {
      const value = from[name];
      return typeof value === "string" && value.length <= LONGEST_OPTION ? [[name, value]] : [];
    }),
  );
}

const LONGEST = 2_000;

/** Returns the state of a control that resumes a command after linking. */
export function waitingState(interrupted: InterruptedCommand | undefined): WaitingState {
  if (interrupted === undefined) return {};
  const { command, options } = interrupted;
  const text = JSON.stringify({ command, options });
  return { waiting: text.length > LONGEST ? JSON.stringify({ command, options: {} }) : text };
}

/** Returns the command to resume. The state can be trusted: its tag was verified. */
export function waitingIn({ waiting }: WaitingState): InterruptedCommand | undefined {
  return waiting === undefined ? undefined : (JSON.parse(waiting) as InterruptedCommand);
}
