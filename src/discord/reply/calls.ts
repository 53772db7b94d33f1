import type { ActionCall, ActionState, StateValue } from "./reply.ts";
import { MilepostError } from "../../base/errors.ts";

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

/** One field of a control's state: the type a run reads, and the type a call may be given. */
export interface StateField<Value extends StateValue | undefined, Given = Value> {
  /** Returns the field's value; throws "stale-control" for an impossible one. */
  readonly read: (value: StateValue | undefined) => Value;
  /** Carries a type for the compiler; never set. */
  readonly given?: Given;
}

/** The fields of a control's state, by name. */
export type StateShape = Readonly<Record<string, StateField<StateValue | undefined, StateValue | undefined>>>;

type ValueOf<Field> = Field extends { readonly read: (value: StateValue | undefined) => infer Value }
  ? Value
  : never;
type GivenOf<Field> = Field extends StateField<StateValue | undefined, infer Given> ? Given : never;

/** The state that a run gets. */
export type StateOf<Shape> = { readonly [Name in keyof Shape]: ValueOf<Shape[Name]> };

type OptionalIn<Shape> = {
  [Name in keyof Shape]: undefined extends GivenOf<Shape[Name]> ? Name : never;
}[keyof Shape];

/** The state that a call is given: optional fields may be left out. */
type GivenState<Shape> = {
  readonly [Name in Exclude<keyof Shape, OptionalIn<Shape>>]: GivenOf<Shape[Name]>;
} & { readonly [Name in OptionalIn<Shape>]?: GivenOf<Shape[Name]> };

/** Returns the state of a pressed control, parsed by its shape; throws "stale-control" where it doesn't match. */
export function readState<Shape extends StateShape>(shape: Shape, state: ActionState): StateOf<Shape> {
  const read = Object.entries(shape).map(([name, field]) => [name, field.read(state[name])]);
  // Each field was read by the entry of its name.
  return Object.fromEntries(read) as StateOf<Shape>;
}

type Maybe<Value extends StateValue> = StateField<Value | undefined>;

/** A required text; `text.optional()` may be missing. */
export function text(): StateField<string> {
  return required(asText);
}
text.optional = (): Maybe<string> => ({ read: asText });

/** A required number; `whole.optional()` may be missing. */
export function whole(): StateField<number> {
  return required(asWhole);
}
whole.optional = (): Maybe<number> => ({ read: asWhole });

/** A page number counted from 0, read as 0 where it is missing; `count.optional()` stays undefined. */
export function count(): StateField<number> {
  return { read: asCount };
}
count.optional = (): StateField<number, number | undefined> => ({ read: asCount });

/** A boolean, read as false where it is missing; `flag.optional()` stays undefined. */
export function flag(): StateField<boolean> {
  return { read: (value) => value === true };
}
flag.optional = (): Maybe<boolean> => ({
  read: (value) => (typeof value === "boolean" ? value : undefined),
});

/** One of these texts; `oneOf.optional(texts)` reads every other as undefined. */
export function oneOf<const Value extends string>(values: readonly Value[]): StateField<Value> {
  return required(oneOf.optional(values).read);
}
oneOf.optional = <const Value extends string>(values: readonly Value[]): Maybe<Value> => ({
  read: (value) => values.find((one) => one === value),
});

function required<Value extends StateValue>(read: Maybe<Value>["read"]): StateField<Value> {
  return {
    read(value) {
      const known = read(value);
      if (known === undefined)
        throw new MilepostError("stale-control", { reason: "its state lacks a member" });
      return known;
    },
  };
}

function asText(value: StateValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function asCount(value: StateValue | undefined): number {
  return Math.max(0, asWhole(value) ?? 0);
}

function asWhole(value: StateValue | undefined): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}
