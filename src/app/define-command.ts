import type { Action, Command } from "../discord/command.ts";
import type { ChoiceOption, OptionTable } from "../discord/options.ts";
import type { Messages } from "../messages/catalog.ts";
import type { Services } from "./services.ts";

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

/**
 * Gives a command its types: options are inferred, services are Milepost's, and a command, option or choice
 * without its text in the catalog does not compile.
 */
export function defineCommand<const Name extends string, const Options extends OptionTable<Services>>(
  command: Command<Services, Options> & { readonly name: Described<Name, Options> & Name },
): Command<Services, Options> {
  return command;
}

export function defineAction(action: Action<Services>): Action<Services> {
  return action;
}
