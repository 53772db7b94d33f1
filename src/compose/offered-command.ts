import type { Services } from "../features/services.ts";
import {
  type CommandNeeds,
  hasCapability,
  isAnswerable,
  isOnlyOwn,
} from "../features/kit/command/capabilities.ts";
import type { OptionTable } from "../discord/command/options.ts";
import type { CommandServices } from "../features/kit/command/command-context.ts";
import type { MilepostCommand } from "../features/kit/command/define-command.ts";
import type { Definitions } from "../definitions/definitions.ts";
import { type PublicMilestone, toMilestone, toMilestoneContent } from "../game/milestones.ts";
import type { PlatformClient } from "../platform/client.ts";
import type { WantedIcon, WantedIcons } from "../discord/emoji/application-emojis.ts";
import type { DefinitionTable } from "../platform/resources/definitions.ts";
import { orElse } from "../base/errors.ts";

interface IconSources {
  readonly platform: Pick<PlatformClient, "offers" | "milestonesPublic" | "milestonesContent">;
  readonly definitions: Definitions;
}

/** Icons are the same in every language. */
const LOCALE = "en-US";
/** Each takes a request of its own. */
const MOST_ASKED = 25;

/**
 * Returns the icons that replies show, and what each shows: first those of what is on, then of its rewards, most
 * frequent first. Entries without an icon are left out.
 */
export async function wantedIcons(
  sources: IconSources,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<WantedIcons> {
  const { platform } = sources;
  if (!platform.offers("milestones.public")) return { icons: [] };
  const { data } = await platform.milestonesPublic({ locale: LOCALE, signal });
  const milestones = Object.values(data).map(toMilestone);
  const earned: number[] = [];
  for (const milestone of milestones.slice(0, MOST_ASKED)) {
    earned.push(...(await itemsOf(sources, milestone, signal)));
  }
  const often = [...Map.groupBy(earned, (hash) => hash)].toSorted(([, a], [, b]) => b.length - a.length);
  const icons = await Promise.all([
    iconsOf(sources, "milestone", { hashes: milestones.map(({ hash }) => hash), signal }),
    iconsOf(sources, "item", { hashes: often.map(([hash]) => hash), signal }),
  ]);
  const dates = milestones.flatMap(({ starts, ends }) => [starts, ends]);
  const ahead = dates.filter((at) => at !== undefined && at > now) as readonly number[];
  return { icons: icons.flat(), changesAt: ahead.length > 0 ? Math.min(...ahead) : undefined };
}

async function itemsOf(
  { platform }: IconSources,
  { hash, vendors }: PublicMilestone,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const shown = vendors.flatMap(({ preview }) => preview ?? []);
  if (!platform.offers("milestones.content")) return shown;
  const dated = await orElse(platform.milestonesContent({ hash, locale: LOCALE, signal }), undefined);
  const rewards = dated === undefined ? [] : toMilestoneContent(dated.data).rewards;
  return [...shown, ...rewards.flatMap(({ items }) => items)];
}

async function iconsOf(
  { definitions }: IconSources,
  table: DefinitionTable,
  { hashes, signal }: { readonly hashes: readonly number[]; readonly signal: AbortSignal },
): Promise<readonly WantedIcon[]> {
  const found = await definitions.lookUp(table, hashes, { locale: LOCALE, signal });
  return hashes.flatMap((hash) => {
    const { iconUrl: url, name: shows } = found.get(hash) ?? {};
    return url === undefined ? [] : [{ url, shows }];
  });
}

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
