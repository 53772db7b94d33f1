import type { Action, AnyAction, AnyModal, FieldTable, Modal } from "../../../discord/command/controls.ts";
import type {
  AnySubcommand,
  Command,
  CommandEntry,
  CommandGroup,
  Subcommand,
} from "../../../discord/command/command.ts";
import type { ChoiceOption, OptionTable } from "../../../discord/command/options.ts";
import type { CallTarget, StateOf, StateShape } from "../../../discord/reply/calls.ts";
import type { Messages } from "../../../messages/catalog.ts";
import type { CommandNeeds } from "./capabilities.ts";
import type { CommandServices } from "./command-context.ts";

type CommandTexts = Messages["commands"];

/** Exactly the texts that a command with these options needs. */
interface TextsOf<Options> {
  readonly description: string;
  readonly options: {
    readonly [Name in keyof Options]: Options[Name] extends ChoiceOption<infer Value>
      ? { readonly description: string; readonly choices: Readonly<Record<Value, string>> }
      : { readonly description: string };
  };
}

/** Appears in the compiler's error. */
interface Missing<Why extends string> {
  readonly missing: Why;
}

/** `Name` if the catalog has texts for the command, each option and each choice, and no others; else an error type. */
type Described<Name extends string, Options> = Name extends keyof CommandTexts
  ? CommandTexts[Name] extends TextsOf<Options>
    ? keyof CommandTexts[Name]["options"] extends keyof Options
      ? Name
      : Missing<"messages/en/commands.ts describes an option this command lacks">
    : Missing<"messages/en/commands.ts lacks an option or a choice of this command">
  : Missing<"messages/en/commands.ts does not describe this command">;

/** The same for a group and its subcommands. */
type DescribedGroup<Name extends string, Subcommands> = Name extends keyof CommandTexts
  ? CommandTexts[Name] extends {
      readonly description: string;
      readonly subcommands: {
        readonly [Sub in keyof Subcommands]: TextsOf<
          Subcommands[Sub] extends { readonly options: infer Options } ? Options : never
        >;
      };
    }
    ? keyof CommandTexts[Name]["subcommands"] extends keyof Subcommands
      ? Name
      : Missing<"messages/en/commands.ts describes a subcommand this group lacks">
    : Missing<"messages/en/commands.ts lacks a subcommand, an option or a choice of this group">
  : Missing<"messages/en/commands.ts does not describe this group">;

/** A command of Milepost, with what it needs. */
export type MilepostCommand<Own = unknown> = CommandEntry<CommandServices<Own>> & CommandNeeds;

/** The calls of one command, made by `defineCalls`. */
type CallTable<Name extends string> = Readonly<Record<string, CallTarget<Name>>>;

/** An action or modal for each call, with its state. A function alone is an `own` action. */
type ControlsOf<Has, Calls extends CallTable<string>> = {
  readonly [Name in keyof Calls]:
    | ActionOf<Has, Calls[Name]>
    | ActionOf<Has, Calls[Name]>["run"]
    | ModalOf<Has, Calls[Name]>;
};

type ActionOf<Has, Target extends CallTarget> = Omit<Action<Has, StateOf<Target["shape"]>>, "state">;
// oxlint-disable-next-line typescript/no-explicit-any -- modals of any fields; `defineModal` types them
type ModalOf<Has, Target extends CallTarget> = Modal<Has, any, StateOf<Target["shape"]>>;

/** Requires an action or modal for every call, under the same name. */
type WithControls<Has, Name extends string, Calls extends CallTable<Name>> =
  | { readonly calls?: undefined; readonly controls?: undefined }
  | { readonly calls: Calls; readonly controls: ControlsOf<Has, Calls> };

/** A control for the reply's owner that edits the reply in place; for admins in a command for them. */
export const own = { for: "owner", answer: "edit" } as const;
/** A read-only control: other members who press it get their own copy. */
export const copied = { ...own, others: "copy", isReadOnly: true } as const;
/** A control for everyone, answered privately. */
export const anyones = { for: "anyone", answer: "private" } as const;
export const moderators = { for: "moderators", answer: "edit" } as const;

/** Types the commands of a feature by the services they use: options are inferred, and what is missing doesn't compile. */
export function definersFor<Own>() {
  type Has = CommandServices<Own>;
  return {
    /** Requires each text, and an action or modal for every call. */
    defineCommand: <
      const Name extends string,
      const Options extends OptionTable<Has>,
      const Calls extends CallTable<Name>,
    >(
      command: Omit<Command<Has, Options>, "actions" | "modals"> & {
        readonly name: Described<Name, Options> & Name;
      } & CommandNeeds &
        WithControls<Has, Name, Calls>,
    ): Command<Has, Options> & CommandNeeds => {
      const { calls: _, controls: __, ...rest } = command;
      // Everything but the actions and modals, whatever the options are.
      return {
        ...(rest as Command<Has, Options> & CommandNeeds),
        ...runtimeControls(command),
      };
    },
    /** Types a modal by its fields and the state of the call that opens it; `own` by default. */
    defineModal: <const Fields extends FieldTable, const Shape extends StateShape>(
      call: { readonly shape: Shape },
      modal: Omit<Modal<Has, Fields, StateOf<Shape>>, "state" | "for" | "answer"> &
        Partial<Pick<Modal<Has, Fields, StateOf<Shape>>, "answer">>,
    ): Modal<Has, Fields, StateOf<Shape>> => ({ ...own, ...modal, state: call.shape }),
    defineSubcommand: <const Options extends OptionTable<Has>>(
      subcommand: Subcommand<Has, Options>,
    ): Subcommand<Has, Options> => subcommand,
    /** Types several subcommands under one name: `/remind new`, `/remind list`. */
    defineGroup: <
      const Name extends string,
      const Subcommands extends Readonly<Record<string, AnySubcommand<Has>>>,
      const Calls extends CallTable<Name>,
    >(
      group: Omit<CommandGroup<Has>, "name" | "subcommands" | "actions" | "modals"> & {
        readonly name: DescribedGroup<Name, Subcommands> & Name;
        readonly subcommands: Subcommands;
      } & CommandNeeds &
        WithControls<Has, Name, Calls>,
    ): CommandGroup<Has> & CommandNeeds => {
      const { calls: _, controls: __, ...rest } = group;
      return { ...rest, ...runtimeControls(group) };
    },
  };
}

/** For commands that need no services of a feature's own. */
export const { defineCommand } = definersFor<unknown>();

type Control<Has> = ControlsOf<Has, CallTable<string>>[string];

interface Controlled<Has> {
  readonly forAdmins?: boolean;
  readonly calls?: CallTable<string> | undefined;
  readonly controls?: Readonly<Record<string, Control<Has>>> | undefined;
}

/** Splits the controls into actions and modals, each with the shape of its state. */
function runtimeControls<Has>({ forAdmins = false, calls = {}, controls = {} }: Controlled<Has>) {
  const actions: Record<string, AnyAction<Has>> = {};
  const modals: Record<string, AnyModal<Has>> = {};
  for (const [name, control] of Object.entries(controls)) {
    const whole = typeof control === "function" ? { ...own, run: control } : control;
    const state = calls[name]?.shape ?? {};
    const isForAdmins = forAdmins && whole.for === "owner";
    const rules = { state, ...(isForAdmins && ({ for: "admins" } as const)) };
    if ("fields" in whole) modals[name] = { ...whole, ...rules };
    else actions[name] = { ...whole, ...rules };
  }
  return { actions, modals };
}
