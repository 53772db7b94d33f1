import type { Definitions } from "../definitions/definitions.ts";
import { type PublicMilestone, toMilestone, toMilestoneContent } from "../game/milestones.ts";
import type { PlatformClient } from "../platform/client.ts";
import type { WantedIcon } from "../discord/emoji/application-emojis.ts";
import type { DefinitionTable } from "../platform/resources/definitions.ts";
import { orElse } from "../features/kit/or-else.ts";

interface IconSources {
  readonly platform: Pick<PlatformClient, "offers" | "milestonesPublic" | "milestonesContent">;
  readonly definitions: Definitions;
}

/** Icons are the same in every language. */
const LOCALE = "en-US";
/** Each takes a request of its own. */
const MOST_ASKED = 25;

/**
 * Returns the icons that replies show, and what each shows: first those of what is on, then of its rewards, most frequent first.
 * Entries without an icon are left out.
 */
export async function wantedIcons(sources: IconSources, signal: AbortSignal): Promise<readonly WantedIcon[]> {
  const { platform } = sources;
  if (!platform.offers("milestones.public")) return [];
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
  return icons.flat();
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
