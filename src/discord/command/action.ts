import type { Reply } from "../reply/reply.ts";
import type { StateShape } from "../reply/state.ts";
import type { InterruptedCommand, InvocationContext, Running } from "./invocation-context.ts";

/**
 * What a press is answered with. "edit": in place; "private": a new answer only the presser sees; "public": in
 * place, and what the reply carries as `post` is posted in the channel, privately where the bot may not post. Only an
 * owner's press posts publicly.
 */
type ActionAnswer = "edit" | "private" | "public";

/** What a control does when it is pressed, or something is chosen from it. */
export interface Action<Services, State> {
  /**
   * "owner": whoever the reply was for; the control's tag is checked. Another presser gets a private copy of
   * the action's answer where `others` is "copy", else a polite refusal.
   * "anyone": acts on the presser's own data; then `answer` is "private".
   * "moderators": whoever may manage messages here (`Member.isModerator`), on anybody's message; others get a
   * polite refusal.
   */
  readonly for: "owner" | "anyone" | "moderators";
  readonly others?: "copy" | "refuse";
  readonly answer: ActionAnswer;
  /** As a command's. */
  readonly isReadOnly?: boolean;
  /** What its controls carry; nothing by default. */
  readonly state?: StateShape;
  run(context: Services & ActionInvocation<State> & ActionRunning): Promise<Reply>;
}

export interface ActionInvocation<State> extends InvocationContext {
  /** What the control carries, read by the action's `state`. */
  readonly state: State;
  /** The value of a select; the first where there are several. */
  readonly chosen?: string;
  /** All values of a select; none where nothing was chosen. */
  readonly allChosen?: readonly string[];
}

export interface ActionRunning extends Running {
  /** Runs a command that was interrupted; its answer is this action's. */
  readonly rerun: (interrupted: InterruptedCommand) => Promise<Reply>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a command holds actions of any states
export type AnyAction<Services> = Action<Services, any>;
