import type { InterruptedCommand } from "../../discord/command/command.ts";
import type { ActionState } from "../../discord/reply/reply.ts";

/** The member of a control's state that carries the command to run after linking. */
const NAME = "waiting";
const LONGEST = 2_000;

/** A command that waits for a link, as a control's state. */
export function waitingState(interrupted: InterruptedCommand | undefined): { readonly waiting?: string } {
  if (interrupted === undefined) return {};
  const { command, options } = interrupted;
  const text = JSON.stringify({ command, options });
  return text.length > LONGEST ? { [NAME]: JSON.stringify({ command, options: {} }) } : { [NAME]: text };
}

/** The command a control's state carries. Its state is the bot's own: the control's tag was checked. */
export function waitingIn(state: ActionState): InterruptedCommand | undefined {
  const text = state[NAME];
  return typeof text === "string" ? (JSON.parse(text) as InterruptedCommand) : undefined;
}
