import type { InvocationContext } from "./invocation-context.ts";

export interface Suggestion {
  /** The label; the runtime cuts it to Discord's 100 characters. */
  readonly name: string;
  readonly value: string;
}

/** What an autocomplete gets beside its invocation context. */
export interface TypedSoFar {
  readonly typed: string;
  /** What was typed into the other options, unchecked. */
  readonly given?: Readonly<Record<string, string | undefined>>;
}

/** Returns suggestions while the member types. Must be fast; a failure shows none. */
export type Suggest<Services> = (
  context: Services & InvocationContext & TypedSoFar,
) => Promise<readonly Suggestion[]>;

export interface ChoiceOption<Value extends string> {
  readonly type: "choice";
  readonly values: readonly Value[];
  readonly required?: boolean;
}
interface TextOption<Services> {
  readonly type: "text";
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly autocomplete?: Suggest<Services>;
}
/** A Discord user, or a channel or role of the server; the value is its id. */
interface EntityOption {
  readonly type: "user" | "channel" | "role";
  /** Discord's channel types to offer; all by default. */
  readonly types?: readonly number[];
  readonly required?: boolean;
}
/** The `show` option, by which the member picks who sees the reply. Read by the runtime alone. */
interface ShowOption {
  readonly type: "show";
}

export type Option<Services> = ChoiceOption<string> | TextOption<Services> | EntityOption | ShowOption;
export type OptionTable<Services> = Readonly<Record<string, Option<Services>>>;

type ValueOf<O> =
  O extends ChoiceOption<infer Value>
    ? O extends { required: true }
      ? Value
      : Value | undefined
    : O extends { required: true }
      ? string
      : string | undefined;

/** The typed option values that `run` gets. */
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
type TextRules<Services> = Omit<TextOption<Services>, "type">;
type ChannelRules = Omit<EntityOption, "type">;

export function text<Services>(rules: TextRules<Services> & Required): TextOption<Services> & Required;
export function text<Services>(rules?: TextRules<Services>): TextOption<Services>;
export function text<Services>(rules: TextRules<Services> = {}): TextOption<Services> {
  return { type: "text", ...rules };
}

export function channel(rules: ChannelRules & Required): EntityOption & Required;
export function channel(rules?: ChannelRules): EntityOption;
export function channel(rules: ChannelRules = {}): EntityOption {
  return { type: "channel", ...rules };
}

export const role = (): EntityOption => ({ type: "role" });
export const user = (): EntityOption => ({ type: "user" });
export const show = (): ShowOption => ({ type: "show" });
