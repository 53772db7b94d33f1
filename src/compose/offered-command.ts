import type { Services } from "../features/services.ts";
import { type CommandNeeds, hasCapability, isAnswerable, isOnlyOwn } from "../features/kit/capabilities.ts";
import type { OptionTable } from "../discord/command/options.ts";
import type { CommandServices } from "../features/kit/command-context.ts";
import type { MilepostCommand } from "../features/kit/define-command.ts";

/** Returns the command as these services can answer it; undefined where they can't at all. */
export function offeredCommand(
  command: MilepostCommand<Services>,
  services: Pick<Services, "platform" | "profile" | "linking">,
): MilepostCommand<Services> | undefined {
  if (!isAnswerable(command, services)) return undefined;
  if ("subcommands" in command) {
    const { subcommands, choicesOf = {} } = command;
    const offered = Object.entries(subcommands).map(
      ([name, one]) => [name, offeredSubcommand(one, choicesOf[name] ?? {}, services)] as const,
    );
    if (offered.every(([name, one]) => one === subcommands[name])) return command;
    return {
      ...command,
      subcommands: Object.fromEntries(
        offered.flatMap(([name, one]) => (one === undefined ? [] : [[name, one]])),
      ),
    };
  }
  const options = command.options as OptionTable<CommandServices<Services>>;
  const fewer = fewerChoices(options, command.choices?.(services.profile) ?? {});
  const gone = [...optionsAboutOthers(command, services), ...fewer.gone];
  if (gone.length === 0 && fewer.options === options) return command;
  return { ...command, options: without(fewer.options, gone) };
}

/** Returns undefined where a required option has no choice left. */
function offeredSubcommand<Sub extends { readonly options: object }>(
  subcommand: Sub,
  choices: NonNullable<CommandNeeds["choicesOf"]>[string],
  services: Pick<Services, "platform" | "profile">,
): Sub | undefined {
  const all = subcommand.options as OptionTable<CommandServices<Services>>;
  const offered = Object.entries(choices).map(([name, needs]) => {
    const values = Object.entries(needs).filter(([, capability]) => hasCapability(services, capability));
    return [name, values.map(([value]) => value)] as const;
  });
  const isNeeded = (name: string) => {
    const option = all[name];
    return option?.type === "choice" && option.required === true;
  };
  if (offered.some(([name, values]) => values.length === 0 && isNeeded(name))) return undefined;
  const { options, gone } = fewerChoices(all, Object.fromEntries(offered));
  return options === all ? subcommand : { ...subcommand, options: without(options, gone) };
}

/** Returns options with the supported choices; an optional one without any is removed. */
function fewerChoices(
  options: OptionTable<CommandServices<Services>>,
  offered: Readonly<Record<string, readonly string[]>>,
): { readonly options: OptionTable<CommandServices<Services>>; readonly gone: readonly string[] } {
  const changed = Object.entries(offered).flatMap(([name, values]) => {
    const option = options[name];
    return option?.type === "choice" && values.length < option.values.length
      ? [[name, { ...option, values }] as const]
      : [];
  });
  if (changed.length === 0) return { options, gone: [] };
  const gone = changed
    .filter(([, { values, required }]) => values.length < 2 && required !== true)
    .map(([name]) => name);
  return { options: { ...options, ...Object.fromEntries(changed) }, gone };
}

function without<T>(members: Readonly<Record<string, T>>, gone: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !gone.includes(name)));
}

/** Returns the options that name another player, where the platform answers only for oneself. */
function optionsAboutOthers(
  { capability, aboutOthers = [] }: CommandNeeds,
  { profile }: Pick<Services, "profile">,
): readonly string[] {
  return capability !== undefined && isOnlyOwn(profile, capability) ? aboutOthers : [];
}
