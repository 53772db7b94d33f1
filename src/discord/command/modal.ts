import type { Markdown } from "../../base/markdown.ts";
import type { Reply, SelectEntry } from "../reply/reply.ts";
import type { StateShape } from "../reply/state.ts";
import type { Action, ActionInvocation, ActionRunning } from "./action.ts";

interface FieldRules {
  readonly required?: boolean;
}
/** A text of at most 4000 characters. Discord hides nothing that is typed. */
export interface TextField extends FieldRules {
  readonly type: "line" | "paragraph";
  readonly maxLength?: number;
}
/** One entry of 2 to 10, all of them in sight; the value is the entry's. */
interface RadioField extends FieldRules {
  readonly type: "radio";
}
/** One file; what is in it is read on request. Discord keeps it: nothing secret may be asked for in it. */
export interface FileField extends FieldRules {
  readonly type: "file";
}
/** A channel or a role of the server; the value is its id. */
interface EntityField extends FieldRules {
  readonly type: "channel" | "role";
  /** Of a channel: Discord's numbers of channel types; any by default. */
  readonly types?: readonly number[];
}

export type Field = TextField | RadioField | EntityField | FileField;
/** At most 5, shown in this order. */
export type FieldTable = Readonly<Record<string, Field>>;

/** A file that was given. `url` is Discord's. */
export interface GivenFile {
  readonly url: string;
  /** In bytes, as Discord says. */
  readonly size: number;
}

type ValueOf<F> = F extends FileField
  ? GivenFile | undefined
  : F extends { required: true }
    ? string
    : string | undefined;
/** What was filled in, typed by the fields. May hold secrets: it is never logged, nor put in an error. */
type FieldValues<Fields> = { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

/** What a member sees of a field, in their language. */
interface FieldLook {
  /** At most 45 characters. */
  readonly label: string;
  /** At most 100 characters. */
  readonly description?: string;
}
type LookOf<F> = F extends RadioField
  ? FieldLook & { readonly entries: readonly SelectEntry[] }
  : F extends FileField
    ? FieldLook
    : FieldLook & { readonly placeholder?: string; readonly value?: string };

export interface ModalView<Fields> {
  /** At most 45 characters. */
  readonly title: string;
  /** Stands above the fields, where there are fewer than 5. */
  readonly intro?: Markdown;
  readonly fields: { readonly [Name in keyof Fields]: LookOf<Fields[Name]> };
}

/**
 * Fields to fill in. A control whose call names the modal opens it, or a command by `opens`; at once, so `show` is
 * synchronous and uses what is at hand. `for`, `others` and `answer` are those of an Action: who may open it, and
 * how what was submitted is answered. Opened by a command there is nothing to edit: "edit" is then "private".
 */
export interface Modal<Services, Fields extends FieldTable, State> extends Pick<
  Action<Services, State>,
  "others" | "answer"
> {
  readonly for: "owner" | "anyone";
  readonly fields: Fields;
  /** What the call that opens it carries; `submitted` gets the same. Nothing by default. */
  readonly state?: StateShape;
  show(context: Services & ActionInvocation<State>): ModalView<Fields>;
  submitted(
    context: Services & ActionInvocation<State> & ActionRunning & { readonly fields: FieldValues<Fields> },
  ): Promise<Reply>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a command holds modals of any fields
export type AnyModal<Services> = Modal<Services, any, any>;

type Rules<F> = Omit<F, "type">;

/** Makes fields of one type by their rules. */
type FieldMaker<Type, Known> = <const R extends Known>(rules?: R) => { readonly type: Type } & R;

function field<Type, R>(type: Type, rules: R | undefined): { readonly type: Type } & R {
  return { type, ...(rules ?? ({} as R)) };
}

export const textLine: FieldMaker<"line", Rules<TextField>> = (rules) => field("line", rules);
export const paragraph: FieldMaker<"paragraph", Rules<TextField>> = (rules) => field("paragraph", rules);
export const radioField: FieldMaker<"radio", FieldRules> = (rules) => field("radio", rules);
export const channelField: FieldMaker<"channel", Rules<EntityField>> = (rules) => field("channel", rules);
export const roleField: FieldMaker<"role", FieldRules> = (rules) => field("role", rules);
export const fileField = (): FileField => ({ type: "file" });
