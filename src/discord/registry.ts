import { MilepostError } from "../base/errors.ts";
import type { Action, AnyCommand } from "./command.ts";
import { LIMITS } from "./limits.ts";

const COMMAND_NAME = /^[a-z0-9_-]{1,32}$/;
const ACTION_NAME = /^[\w-]{1,32}$/;
/** Leaves room in a custom id for a state's key of 32 characters. */
const NAMES_TOGETHER = 39;

/** The commands by name. What Discord would refuse of them is refused at the start. */
export class Registry<Services> {
  readonly commands: readonly AnyCommand<Services>[];
  readonly #byName = new Map<string, AnyCommand<Services>>();

  constructor(commands: readonly AnyCommand<Services>[]) {
    this.commands = commands;
    for (const command of commands) {
      checkNames(command);
      if (this.#byName.has(command.name)) throw refused(command.name, "two commands have this name");
      this.#byName.set(command.name, command);
    }
    if (commands.length > LIMITS.slashCommands) throw refused("commands", "Discord takes at most 100");
    const menus = commands.filter((command) => command.userMenu !== undefined);
    if (menus.length > LIMITS.userCommands) throw refused("commands", "Discord takes at most 15 user menus");
  }

  command(name: string): AnyCommand<Services> | undefined {
    return this.#byName.get(name);
  }

  action(command: string, action: string): Action<Services> | undefined {
    const actions = this.#byName.get(command)?.actions;
    return actions !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
  }
}

function checkNames<Services>({ name, actions = {}, options }: AnyCommand<Services>): void {
  if (!COMMAND_NAME.test(name)) throw refused(name, "a command's name is 1 to 32 of a-z, 0-9, _ and -");
  for (const option of Object.keys(options as object)) {
    if (!COMMAND_NAME.test(option))
      throw refused(`${name}.${option}`, "an option's name is like a command's");
  }
  for (const [action, { for: forWhom, answer }] of Object.entries(actions)) {
    if (!ACTION_NAME.test(action) || name.length + action.length > NAMES_TOGETHER) {
      throw refused(`${name}/${action}`, "command and action are at most 39 characters together");
    }
    if (forWhom === "anyone" && answer === "edit") {
      throw refused(`${name}/${action}`, "an action for anyone answers privately");
    }
  }
}

function refused(path: string, reason: string): MilepostError {
  return new MilepostError("bad-settings", { path, reason });
}
