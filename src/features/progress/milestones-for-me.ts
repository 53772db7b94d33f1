import type { Names } from "../../game/names.ts";
import { toMilestone, sortMilestones } from "../../game/milestones.ts";
import { cutPage } from "../kit/view/pages.ts";
import type { MilestonesForMe } from "./view/milestones-for-me.ts";
import { lookUpNames } from "../kit/read/look-up-names.ts";
import type { OwnProgress } from "./read-progress.ts";
import type { CommandContext } from "../kit/own-data/own-accounts.ts";

const PAGE_SIZE = 10;

/**
 * Returns the public milestones with the state of the member's characters. A milestone that a character's answer leaves
 * out is unknown, not over.
 */
export async function milestonesForMe(
  context: CommandContext,
  { characters, age }: OwnProgress & { readonly state: "shown" },
  page: number,
): Promise<{ readonly mine: MilestonesForMe; readonly names: Names }> {
  const { platform, locale, signal, now } = context;
  const listed = platform.offers("milestones.public")
    ? Object.values((await platform.milestonesPublic({ locale, signal })).data).map(toMilestone)
    : [];
  const all = sortMilestones(listed, now);
  const { entries, at } = cutPage(all, page, PAGE_SIZE);
  const milestones = entries.map((milestone) => ({
    milestone,
    states: characters.map((character) => ({
      character: character.id,
      state: character.milestones.find(({ hash }) => hash === milestone.hash)?.state ?? ("unknown" as const),
    })),
  }));
  const wanted = { milestone: milestones.map((one) => one.milestone.hash) };
  const names = await lookUpNames(context, wanted, characters[0]?.names);
  return { mine: { milestones, characters, age, ...at }, names };
}
