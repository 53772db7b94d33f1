import type { InterruptedCommand } from "../../../discord/command/invocation-context.ts";
import type { WaitingState } from "../view/calls/link.ts";

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
