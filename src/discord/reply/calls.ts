import type { ActionCall } from "./reply.ts";
import type { GivenState, StateShape } from "./state.ts";

/** The state a call needs; none where its action takes none. */
type Given<Shape> = keyof Shape extends never
  ? []
  : object extends GivenState<Shape>
    ? [state?: GivenState<Shape>]
    : [state: GivenState<Shape>];

/** The command and action a call leads to, and the shape of its state. */
export interface CallTarget<Command extends string = string> {
  readonly command: Command;
  readonly action: string;
  readonly shape: StateShape;
}

/** The state that the call of this action or modal takes. */
export type CallState<Target extends CallTarget> = GivenState<Target["shape"]>;

/** Makes the call of one action or modal of a command. */
export interface Call<Command extends string, Shape extends StateShape> extends CallTarget<Command> {
  readonly shape: Shape;
  (...given: Given<Shape>): ActionCall;
}

/**
 * Declares the actions and modals of a command and the state each carries: `calls.remove({ id, page })` makes a
 * control's call, and the command of this name must implement all of them. Names and fields are part of the custom ids
 * of posted messages: renaming one breaks their controls.
 */
export function defineCalls<
  const Command extends string,
  const Shapes extends Readonly<Record<string, StateShape>>,
>(command: Command, shapes: Shapes): { readonly [Action in keyof Shapes]: Call<Command, Shapes[Action]> } {
  const calls = Object.entries(shapes).map(([action, shape]) => {
    const call = (state?: ActionCall["state"]): ActionCall => ({
      command,
      action,
      ...(state !== undefined && { state }),
    });
    return [action, Object.assign(call, { command, action, shape })];
  });
  // One call per name, which `GivenState` types by its shape.
  return Object.fromEntries(calls) as { readonly [Action in keyof Shapes]: Call<Command, Shapes[Action]> };
}
