import type { Action, Command } from "../discord/command.ts";
import type { OptionTable } from "../discord/options.ts";
import type { Services } from "./services.ts";

/** Gives a command its types: options are inferred, services are Milepost's. */
export function defineCommand<const Options extends OptionTable<Services>>(
  command: Command<Services, Options>,
): Command<Services, Options> {
  return command;
}

export function defineAction(action: Action<Services>): Action<Services> {
  return action;
}
