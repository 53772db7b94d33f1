import type { Asked } from "./command.ts";

export interface Suggestion {
  /** At most 100 characters; longer ones are cut by the runtime. */
  readonly name: string;
  readonly value: string;
}

/** Suggests while the member types. Fast, from what is at hand; a failure gives none. */
export type Suggest<Services> = (
  context: Services & Asked & { readonly typed: string },
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
/** `show`: the member chooses who sees the answer. The runtime reads it; a command never does. */
export interface ShowOption {
  readonly type: "show";
}

export type Option<Services> = ChoiceOption<string> | TextOption<Services> | UserOption | ShowOption;
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

export function choice<const Value extends string>(values: readonly Value[]): ChoiceOption<Value> {
  return { type: "choice", values };
}

export function text<Services>(rules: Omit<TextOption<Services>, "type"> = {}): TextOption<Services> {
  return { type: "text", ...rules };
}

export function user(): UserOption {
  return { type: "user" };
}

export function show(): ShowOption {
  return { type: "show" };
}
