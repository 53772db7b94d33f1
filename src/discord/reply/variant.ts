import type { ActionCall, Variant } from "./reply.ts";
import type { ActionState } from "./state.ts";

export const WHOLE: Variant = { controls: 0, isText: false };

/** Members of a state that no action declares: they are the runtime's own. */
const CONTROLS = ".c";
const TEXT = ".t";

/** The same call, whose answer is shown like this. */
export function inVariant(call: ActionCall, { controls, isText }: Variant): ActionCall {
  const state = {
    ...call.state,
    ...(controls > 0 && { [CONTROLS]: controls }),
    ...(isText && { [TEXT]: true }),
  };
  return { ...call, state };
}

/** How a pressed control wants its answer shown. */
export function variantIn(state: ActionState): Variant {
  const controls = state[CONTROLS];
  const isPart = typeof controls === "number" && Number.isSafeInteger(controls) && controls > 0;
  return { controls: isPart ? controls : 0, isText: state[TEXT] === true };
}
