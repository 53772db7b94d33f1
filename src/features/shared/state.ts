import type { ActionState } from "../../discord/reply/reply.ts";

/** A page or a part from a control's state; the first where there is none. */
export function numberIn(state: ActionState, name: string): number {
  const value = state[name];
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** A text from a control's state; undefined where there is none. */
export function textIn(state: ActionState, name: string): string | undefined {
  const value = state[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
