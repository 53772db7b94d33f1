import type {
  Action,
  AnySubcommand,
  Command,
  CommandGroup,
  Subcommand,
} from "../../discord/command/command.ts";
import type { FieldTable, Modal } from "../../discord/command/modal.ts";
import type { ChoiceOption, OptionTable } from "../../discord/command/options.ts";
import type { Messages } from "../../messages/catalog.ts";
import type { CommandServices } from "./command-context.ts";

type CommandTexts = Messages["commands"];

/** The texts a command with these options needs; nothing more, so that no text outlives its option. */
interface TextsOf<Options> {
  readonly description: string;
  readonly options: {
    readonly [Name in keyof Options]: Options[Name] extends ChoiceOption<infer Value>
      ? { readonly description: string; readonly choices: Readonly<Record<Value, string>> }
      : { readonly description: string };
  };
}

/** `Name` where the catalog describes the command, each option and each choice, and no others; else a complaint. */
type Described<Name extends string, Options> = Name extends keyof CommandTexts
  ? CommandTexts[Name] extends TextsOf<Options>
    ? keyof CommandTexts[Name]["options"] extends keyof Options
      ? Name
      : "messages/en/commands.ts describes an option this command lacks"
    : "messages/en/commands.ts lacks an option or a choice of this command"
  : "messages/en/commands.ts does not describe this command";

/** The same of a group: each subcommand with its options, and no others. */
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
      : "messages/en/commands.ts describes a subcommand this group lacks"
    : "messages/en/commands.ts lacks a subcommand, an option or a choice of this group"
  : "messages/en/commands.ts does not describe this group";

/**
 * Gives a command its types: options are inferred, services are Milepost's, and a command, option or choice
 * without its text in the catalog does not compile.
 */
export function defineCommand<const Name extends string, const Options extends OptionTable<CommandServices>>(
  command: Command<CommandServices, Options> & { readonly name: Described<Name, Options> & Name },
): Command<CommandServices, Options> {
  return command;
}

export function defineAction(action: Action<CommandServices>): Action<CommandServices> {
  return action;
}

/** A form that a control or a command opens; what was filled in is typed by its fields. */
export function defineModal<const Fields extends FieldTable>(
  form: Modal<CommandServices, Fields>,
): Modal<CommandServices, Fields> {
  return form;
}

export function defineSubcommand<const Options extends OptionTable<CommandServices>>(
  subcommand: Subcommand<CommandServices, Options>,
): Subcommand<CommandServices, Options> {
  return subcommand;
}

/** Several commands under one name: `/remind new`, `/remind list`. Texts are held like a command's. */
export function defineGroup<
  const Name extends string,
  const Subcommands extends Readonly<Record<string, AnySubcommand<CommandServices>>>,
>(
  group: Omit<CommandGroup<CommandServices>, "name" | "subcommands"> & {
    readonly name: DescribedGroup<Name, Subcommands> & Name;
    readonly subcommands: Subcommands;
  },
): CommandGroup<CommandServices> {
  return group;
}
