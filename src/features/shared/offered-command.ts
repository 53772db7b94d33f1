import type { Services } from "../services.ts";
import { type CommandNeeds, hasCapability, isAnswerable, isOnlyOwn } from "./capabilities.ts";
import type { OptionTable } from "../../discord/command/options.ts";
import type { CommandServices } from "./command-context.ts";
import type { MilepostCommand } from "./define-command.ts";

/** Returns a command as a bot with these services offers it; undefined where it can't answer it at all. */
export function offeredCommand(
  command: MilepostCommand,
  services: Pick<Services, "platform" | "profile" | "linking">,
): MilepostCommand | undefined {
  if (!isAnswerable(command, services)) return undefined;
  if ("subcommands" in command) {
    const gone = unansweredSubcommands(command, services);
    return gone.length === 0 ? command : { ...command, subcommands: without(command.subcommands, gone) };
  }
  const options = command.options as OptionTable<CommandServices>;
  const fewer = fewerChoices(options, command.choices?.(services.profile) ?? {});
  const gone = [...optionsAboutOthers(command, services), ...fewer.gone];
  if (gone.length === 0 && fewer.options === options) return command;
  return { ...command, options: without(fewer.options, gone) };
}

/** Options with those of their choices that are offered; one that leaves no choice is gone. */
function fewerChoices(
  options: OptionTable<CommandServices>,
  offered: Readonly<Record<string, readonly string[]>>,
): { readonly options: OptionTable<CommandServices>; readonly gone: readonly string[] } {
  const changed = Object.entries(offered).flatMap(([name, values]) => {
    const option = options[name];
    return option?.type === "choice" && values.length < option.values.length
      ? [[name, { ...option, values }] as const]
      : [];
  });
  if (changed.length === 0) return { options, gone: [] };
  const gone = changed.filter(([, { values }]) => values.length < 2).map(([name]) => name);
  return { options: { ...options, ...Object.fromEntries(changed) }, gone };
}

function without<T>(members: Readonly<Record<string, T>>, gone: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !gone.includes(name)));
}

function unansweredSubcommands(
  { anyOf = {} }: CommandNeeds,
  services: Pick<Services, "platform" | "profile">,
): readonly string[] {
  return Object.entries(anyOf)
    .filter(([, needed]) => !needed.some((capability) => hasCapability(services, capability)))
    .map(([name]) => name);
}

/** Options that name somebody, where the platform answers everybody about themselves alone. */
function optionsAboutOthers(
  { capability, aboutOthers = [] }: CommandNeeds,
  { profile }: Pick<Services, "profile">,
): readonly string[] {
  return capability !== undefined && isOnlyOwn(profile, capability) ? aboutOthers : [];
}
