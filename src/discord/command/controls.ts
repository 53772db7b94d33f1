import type { Reply, SelectEntry } from "../reply/reply.ts";
import type { StateShape } from "../reply/calls.ts";
import type { InterruptedCommand, InvocationContext, Running } from "./invocation-context.ts";
import type { Markdown } from "../../base/markdown.ts";

/**
 * Where the reply to a press appears. "edit": in place of the message pressed. "private": a new message only the
 * presser sees. "public": in place, and the reply's `post` is sent to the channel (only when the owner presses;
 * privately where the bot may not post).
 */
type ActionAnswer = "edit" | "private" | "public";

/** What a button or select does when it is used. */
export interface Action<Services, State> {
  /**
   * Who may use the control. "owner": the member the reply was for, proved by the control's tag; other members get a
   * private copy where `others` is "copy", else a refusal. "anyone": acts on the presser's own data, so `answer` must
   * be "private". "admins": as "owner", in the server the reply was for and only with Manage Server (`Member.isAdmin`).
   * "moderators": members who may manage messages here (`Member.isModerator`), on anybody's message;
   * others get a refusal.
   */
  readonly for: "owner" | "anyone" | "admins" | "moderators";
  readonly others?: "copy" | "refuse";
  readonly answer: ActionAnswer;
  /** See `Subcommand.isReadOnly`. */
  readonly isReadOnly?: boolean;
  /** The fields of the state its controls carry; none by default. */
  readonly state?: StateShape;
  run(context: Services & ActionInvocation<State> & ActionRunning): Promise<Reply>;
}

export interface ActionInvocation<State> extends InvocationContext {
  /** The state the control carried, parsed by the action's `state`. */
  readonly state: State;
  /** The value picked in a select: the first of several. */
  readonly chosen?: string;
  /** All values picked in a select; empty where nothing was picked. */
  readonly allChosen?: readonly string[];
}

export interface ActionRunning extends Running {
  /** Runs a command that was interrupted, such as by linking, and returns its reply. */
  readonly rerun: (interrupted: InterruptedCommand) => Promise<Reply>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a command holds actions of any states
export type AnyAction<Services> = Action<Services, any>;

interface FieldRules {
  readonly required?: boolean;
}
/** A text input of at most 4000 characters. Discord can't mask what is typed. */
export interface TextField extends FieldRules {
  readonly type: "line" | "paragraph";
  readonly maxLength?: number;
}
/** Radio buttons, 2 to 10; the value is the picked entry's. */
interface RadioField extends FieldRules {
  readonly type: "radio";
}
/** One uploaded file, read on request. Discord keeps it, so it must never be a secret. */
export interface FileField extends FieldRules {
  readonly type: "file";
  /** The endings Discord lets people pick; all by default. */
  readonly endings?: readonly `.${string}`[];
}
/** A channel or role of the server; the value is its id. */
interface EntityField extends FieldRules {
  readonly type: "channel" | "role";
  /** Discord's channel types to offer; all by default. */
  readonly types?: readonly number[];
}

export type Field = TextField | RadioField | EntityField | FileField;
/** At most 5 fields, in this order. */
export type FieldTable = Readonly<Record<string, Field>>;

/** An uploaded file; `url` is Discord's. */
export interface GivenFile {
  readonly name: string;
  readonly url: string;
  /** In bytes, according to Discord. */
  readonly size: number;
}

type ValueOf<F> = F extends FileField
  ? GivenFile | undefined
  : F extends { required: true }
    ? string
    : string | undefined;
/** The submitted values, typed by the fields. They may hold secrets: never log them or put them in an error. */
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
  /** A text above the fields; only with fewer than 5 of them. */
  readonly intro?: Markdown;
  readonly fields: { readonly [Name in keyof Fields]: LookOf<Fields[Name]> };
}

/**
 * A form. A control whose call names the modal opens it, or a command by `opens`. It opens at once, so `show` is
 * synchronous. `for`, `others` and `answer` are those of an Action: who may open it, and where the reply to a
 * submission appears. When a command opened it there is nothing to edit: "edit" then means "private".
 */
export interface Modal<Services, Fields extends FieldTable, State> extends Pick<
  Action<Services, State>,
  "others" | "answer"
> {
  readonly for: "owner" | "anyone" | "admins";
  readonly fields: Fields;
  /** The fields of the state its call carries, which `submitted` gets too; none by default. */
  readonly state?: StateShape;
  show(context: Services & ActionInvocation<State>): ModalView<Fields>;
  submitted(
    context: Services & ActionInvocation<State> & ActionRunning & { readonly fields: FieldValues<Fields> },
  ): Promise<Reply>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a command holds modals of any fields
export type AnyModal<Services> = Modal<Services, any, any>;

type Rules<F> = Omit<F, "type">;

/** Makes fields of one type from their rules. */
type FieldMaker<Type, Known> = <const R extends Known>(rules?: R) => { readonly type: Type } & R;

function field<Type, R>(type: Type, rules: R | undefined): { readonly type: Type } & R {
  return { type, ...(rules ?? ({} as R)) };
}

export const textLine: FieldMaker<"line", Rules<TextField>> = (rules) => field("line", rules);
export const paragraph: FieldMaker<"paragraph", Rules<TextField>> = (rules) => field("paragraph", rules);
export const radioField: FieldMaker<"radio", FieldRules> = (rules) => field("radio", rules);
export const channelField: FieldMaker<"channel", Rules<EntityField>> = (rules) => field("channel", rules);
export const roleField: FieldMaker<"role", FieldRules> = (rules) => field("role", rules);
export const fileField = (...endings: readonly `.${string}`[]): FileField => ({ type: "file", endings });
