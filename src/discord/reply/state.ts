import { MilepostError } from "../../base/errors.ts";

type StateValue = string | number | boolean;

/** A control's state in a custom id: short texts, whole numbers, booleans. */
export type ActionState = Readonly<Record<string, StateValue | undefined>>;

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
export type GivenState<Shape> = {
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
