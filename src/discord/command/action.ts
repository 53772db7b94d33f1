import type { Reply } from "../reply/reply.ts";
import type { StateShape } from "../reply/state.ts";
import type { InterruptedCommand, InvocationContext, Running } from "./invocation-context.ts";

/**
 * Where the reply to a press appears. "edit": in place of the message pressed. "private": a new message only the
 * presser sees. "public": in place, and the reply's `post` is sent to the channel (only when the owner presses;
 * privately where the bot may not post).
 */
type ActionAnswer = "edit" | "private" | "public";

/** What a button or select does when it is used. */
export interface Action<Services, State> {
  /**
   * Who may use the control. "owner": the member the reply was for, proved by the control's tag; other members get a
   * private copy where `others` is "copy", else a refusal. "anyone": acts on the presser's own data, so `answer` must
   * be "private". "admins": as "owner", in the server the reply was for and only with Manage Server (`Member.isAdmin`).
   * "moderators": members who may manage messages here (`Member.isModerator`), on anybody's message;
   * others get a refusal.
   */
  readonly for: "owner" | "anyone" | "admins" | "moderators";
  readonly others?: "copy" | "refuse";
  readonly answer: ActionAnswer;
  /** See `Subcommand.isReadOnly`. */
  readonly isReadOnly?: boolean;
  /** The fields of the state its controls carry; none by default. */
  readonly state?: StateShape;
  run(context: Services & ActionInvocation<State> & ActionRunning): Promise<Reply>;
}

export interface ActionInvocation<State> extends InvocationContext {
  /** The state the control carried, parsed by the action's `state`. */
  readonly state: State;
  /** The value picked in a select: the first of several. */
  readonly chosen?: string;
  /** All values picked in a select; empty where nothing was picked. */
  readonly allChosen?: readonly string[];
}

export interface ActionRunning extends Running {
  /** Runs a command that was interrupted, such as by linking, and returns its reply. */
  readonly rerun: (interrupted: InterruptedCommand) => Promise<Reply>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a command holds actions of any states
export type AnyAction<Services> = Action<Services, any>;
