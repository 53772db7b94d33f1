import { MilepostError } from "../../base/errors.ts";

type StateValue = string | number | boolean;

/** A state as a custom id carries it: short texts, whole numbers, yes or no. */
export type ActionState = Readonly<Record<string, StateValue | undefined>>;

/** One member of a control's state: what a run reads of it, and what a call may be given for it. */
export interface StateField<Value extends StateValue | undefined, Given = Value> {
  /** Returns the member of a pressed control; throws "stale-control" for what it can't be. */
  readonly read: (value: StateValue | undefined) => Value;
  /** For the compiler alone: never there. */
  readonly given?: Given;
}

/** The members of a control's state, by name. */
export type StateShape = Readonly<Record<string, StateField<StateValue | undefined, StateValue | undefined>>>;

type ValueOf<Field> = Field extends { readonly read: (value: StateValue | undefined) => infer Value }
  ? Value
  : never;
type GivenOf<Field> = Field extends StateField<StateValue | undefined, infer Given> ? Given : never;

/** What a run gets of a state. */
export type StateOf<Shape> = { readonly [Name in keyof Shape]: ValueOf<Shape[Name]> };

type OptionalIn<Shape> = {
  [Name in keyof Shape]: undefined extends GivenOf<Shape[Name]> ? Name : never;
}[keyof Shape];

/** What a call is given: the same, where members that may be missing may be left out. */
export type GivenState<Shape> = {
  readonly [Name in Exclude<keyof Shape, OptionalIn<Shape>>]: GivenOf<Shape[Name]>;
} & { readonly [Name in OptionalIn<Shape>]?: GivenOf<Shape[Name]> };

/** Returns the state of a pressed control as its shape says; throws "stale-control" where it is another. */
export function readState<Shape extends StateShape>(shape: Shape, state: ActionState): StateOf<Shape> {
  const read = Object.entries(shape).map(([name, field]) => [name, field.read(state[name])]);
  // Each member was read by the field of its name.
  return Object.fromEntries(read) as StateOf<Shape>;
}

type Maybe<Value extends StateValue> = StateField<Value | undefined>;

/** A text that must be there. `text.optional()`: one that may be missing. */
export function text(): StateField<string> {
  return required(asText);
}
text.optional = (): Maybe<string> => ({ read: asText });

/** A number that must be there, such as a revision. `whole.optional()`: one that may be missing. */
export function whole(): StateField<number> {
  return required(asWhole);
}
whole.optional = (): Maybe<number> => ({ read: asWhole });

/** A page or a part, counted from 0; read as the first where none is carried. `count.optional()`: may be left out. */
export function count(): StateField<number> {
  return { read: asCount };
}
count.optional = (): StateField<number, number | undefined> => ({ read: asCount });

/** Yes or no; read as no where neither is carried. `flag.optional()`: tells a no from neither. */
export function flag(): StateField<boolean> {
  return { read: (value) => value === true };
}
flag.optional = (): Maybe<boolean> => ({
  read: (value) => (typeof value === "boolean" ? value : undefined),
});

/** One of these texts. `oneOf.optional(texts)`: undefined for every other. */
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
