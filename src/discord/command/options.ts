import type { InvocationContext } from "./invocation-context.ts";

export interface Suggestion {
  /** At most 100 characters; longer ones are cut by the runtime. */
  readonly name: string;
  readonly value: string;
}

/** What an autocomplete gets beside its invocation. */
export interface TypedSoFar {
  readonly typed: string;
  /** What was typed into the other options, unchecked. */
  readonly given?: Readonly<Record<string, string | undefined>>;
}

/** Returns suggestions while the member types: fast, from what is at hand. A failure gives none. */
export type Suggest<Services> = (
  context: Services & InvocationContext & TypedSoFar,
) => Promise<readonly Suggestion[]>;

export interface ChoiceOption<Value extends string> {
  readonly type: "choice";
  readonly values: readonly Value[];
  readonly required?: boolean;
}
export interface TextOption<Services> {
  readonly type: "text";
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly autocomplete?: Suggest<Services>;
}
/** A Discord user; the value is their id. */
export interface UserOption {
  readonly type: "user";
  readonly required?: boolean;
}
/** A channel of the server; the value is its id. */
export interface ChannelOption {
  readonly type: "channel";
  /** Discord's numbers of channel types; any by default. */
  readonly types?: readonly number[];
  readonly required?: boolean;
}
/** A role of the server; the value is its id. */
export interface RoleOption {
  readonly type: "role";
  readonly required?: boolean;
}
/** `show`: the member chooses who sees the answer. The runtime reads it; a command never does. */
export interface ShowOption {
  readonly type: "show";
}

export type Option<Services> =
  | ChoiceOption<string>
  | TextOption<Services>
  | UserOption
  | ChannelOption
  | RoleOption
  | ShowOption;
export type OptionTable<Services> = Readonly<Record<string, Option<Services>>>;

type ValueOf<O> =
  O extends ChoiceOption<infer Value>
    ? O extends { required: true }
      ? Value
      : Value | undefined
    : O extends { required: true }
      ? string
      : string | undefined;

/** The typed values a command's `run` gets. */
export type OptionValues<Options> = { readonly [Name in keyof Options]: ValueOf<Options[Name]> };

export function choice<const Value extends string, const Rules extends { readonly required?: boolean }>(
  values: readonly Value[],
  rules?: Rules,
): ChoiceOption<Value> & Rules {
  // Without rules there is nothing to add: `Rules` is then inferred as its empty bound.
  return { type: "choice", values, ...rules } as ChoiceOption<Value> & Rules;
}

interface Required {
  readonly required: true;
}

export function text<Services>(
  rules: Omit<TextOption<Services>, "type"> & Required,
): TextOption<Services> & Required;
export function text<Services>(rules?: Omit<TextOption<Services>, "type">): TextOption<Services>;
export function text<Services>(rules: Omit<TextOption<Services>, "type"> = {}): TextOption<Services> {
  return { type: "text", ...rules };
}

export function channel(rules: Omit<ChannelOption, "type"> & Required): ChannelOption & Required;
export function channel(rules?: Omit<ChannelOption, "type">): ChannelOption;
export function channel(rules: Omit<ChannelOption, "type"> = {}): ChannelOption {
  return { type: "channel", ...rules };
}

export function role(rules: Omit<RoleOption, "type"> = {}): RoleOption {
  return { type: "role", ...rules };
}

export function user(): UserOption {
  return { type: "user" };
}

export function show(): ShowOption {
  return { type: "show" };
}
