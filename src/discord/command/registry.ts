import { MilepostError } from "../../base/errors.ts";
import type { AnyAction, AnyModal } from "./controls.ts";
import type { AnySubcommand, CommandEntry, CommandGroup } from "./command.ts";
import { LIMITS } from "../reply/limits.ts";

const COMMAND_NAME = /^[a-z0-9_-]{1,32}$/;
const ACTION_NAME = /^[\w-]{1,32}$/;
/** Leaves room in a custom id for a state key of 32 characters. */
const NAMES_TOGETHER = 39;

/** A command or subcommand by the name it is typed with: `trending`, `remind new`. */
export type Runnable<Services> = AnySubcommand<Services> & {
  readonly path: string;
  readonly userMenu?: string;
};

/** The commands by name. The constructor throws for anything Discord would refuse. */
export class Registry<Services> {
  readonly #entries = new Map<string, CommandEntry<Services>>();
  readonly #byPath = new Map<string, Runnable<Services>>();

  constructor(commands: readonly CommandEntry<Services>[]) {
    for (const command of commands) {
      checkNames(command);
      if (this.#entries.has(command.name)) throw refused(command.name, "two commands have this name");
      this.#entries.set(command.name, command);
      for (const runnable of runnablesOf(command)) this.#byPath.set(runnable.path, runnable);
    }
    if (commands.length > LIMITS.slashCommands) throw refused("commands", "Discord takes at most 100");
    const menus = commands.filter((command) => !isGroup(command) && command.userMenu !== undefined);
    if (menus.length > LIMITS.userCommands) throw refused("commands", "Discord takes at most 15 user menus");
    const ofMessages = commands.filter(({ messageMenu }) => messageMenu !== undefined);
    if (ofMessages.length > LIMITS.messageCommands)
      throw refused("commands", "Discord takes at most 15 message menus");
  }

  command(path: string): Runnable<Services> | undefined {
    return this.#byPath.get(path);
  }

  /** Returns the modal that the command's message menu opens, if it has one. */
  messageMenu(command: string): CommandEntry<Services>["messageMenu"] {
    return this.#entries.get(command)?.messageMenu;
  }

  action(command: string, action: string): AnyAction<Services> | undefined {
    return ownOf(this.#entries.get(command)?.actions, action);
  }

  modal(command: string, modal: string): AnyModal<Services> | undefined {
    return ownOf(this.#entries.get(command)?.modals, modal);
  }
}

export function isGroup<Services>(command: CommandEntry<Services>): command is CommandGroup<Services> {
  return "subcommands" in command;
}

function runnablesOf<Services>(command: CommandEntry<Services>): readonly Runnable<Services>[] {
  if (!isGroup(command)) return [runnable(command, command.name)];
  return Object.entries(command.subcommands).map(([name, sub]) => runnable(sub, `${command.name} ${name}`));
}

function runnable<Services>(command: AnySubcommand<Services>, path: string): Runnable<Services> {
  return { ...command, path };
}

function ownOf<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

function checkNames<Services>(command: CommandEntry<Services>): void {
  const { name, actions = {}, modals = {} } = command;
  if (!COMMAND_NAME.test(name)) throw refused(name, "a command's name is 1 to 32 of a-z, 0-9, _ and -");
  if (isGroup(command)) {
    checkTable(name, command.subcommands, {
      least: 1,
      most: LIMITS.subcommands,
      count: "a group has 1 to 25 subcommands",
      pattern: COMMAND_NAME,
      odd: "a subcommand's name is like a command's",
    });
  }
  for (const { path, options } of runnablesOf(command)) {
    checkTable(path, options as object, {
      least: 0,
      most: LIMITS.options,
      count: "a command has at most 25 options",
      pattern: COMMAND_NAME,
      odd: "an option's name is like a command's",
    });
  }
  for (const [action, rules] of Object.entries(actions)) checkControl(name, action, rules);
  for (const [modal, rules] of Object.entries(modals)) {
    if (Object.hasOwn(actions, modal))
      throw refused(`${name}/${modal}`, "an action and a modal have this name");
    checkControl(name, modal, rules);
    checkTable(`${name}/${modal}`, rules.fields as object, {
      least: 1,
      most: LIMITS.modalParts,
      count: "a modal has 1 to 5 fields",
      pattern: ACTION_NAME,
      odd: "a field's name is like an action's",
    });
  }
}

interface TableRules {
  readonly least: number;
  readonly most: number;
  readonly pattern: RegExp;
  /** Completes the error for a wrong number of entries, or for a name that doesn't match. */
  readonly count: string;
  readonly odd: string;
}

function checkTable(path: string, table: object, { least, most, pattern, count, odd }: TableRules): void {
  const names = Object.keys(table);
  if (names.length < least || names.length > most) throw refused(path, count);
  const unfit = names.find((name) => !pattern.test(name));
  if (unfit !== undefined) throw refused(`${path}.${unfit}`, odd);
}

function checkControl(
  command: string,
  control: string,
  { for: forWhom, answer }: Pick<AnyAction<never>, "for" | "answer">,
): void {
  if (!ACTION_NAME.test(control) || command.length + control.length > NAMES_TOGETHER) {
    throw refused(`${command}/${control}`, "command and action are at most 39 characters together");
  }
  if (forWhom === "anyone" && answer === "edit") {
    throw refused(`${command}/${control}`, "an action for anyone answers privately");
  }
}

function refused(path: string, reason: string): MilepostError {
  return new MilepostError("bad-settings", { path, reason });
}
