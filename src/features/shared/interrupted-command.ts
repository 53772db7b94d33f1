import type { InterruptedCommand } from "../../discord/command/invocation-context.ts";
import type { WaitingState } from "./view/calls/link.ts";

const LONGEST = 2_000;

/** A command that waits for a link, as a control's state. */
export function waitingState(interrupted: InterruptedCommand | undefined): WaitingState {
  if (interrupted === undefined) return {};
  const { command, options } = interrupted;
  const text = JSON.stringify({ command, options });
  return { waiting: text.length > LONGEST ? JSON.stringify({ command, options: {} }) : text };
}

/** The command a control's state carries. Its state is the bot's own: the control's tag was checked. */
export function waitingIn({ waiting }: WaitingState): InterruptedCommand | undefined {
  return waiting === undefined ? undefined : (JSON.parse(waiting) as InterruptedCommand);
}
