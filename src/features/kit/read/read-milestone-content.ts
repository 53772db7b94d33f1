import { type MilestoneContent, toMilestoneContent } from "../../../game/milestones.ts";
import { orElse } from "./or-else.ts";
import type { CommandContext } from "../command/command-context.ts";

/** Returns a milestone's texts and rewards; none where it has none or the platform fails. */
export async function readMilestoneContent(
  { platform, locale, signal }: CommandContext,
  hash: number,
): Promise<MilestoneContent | undefined> {
  if (!platform.offers("milestones.content")) return undefined;
  const dated = await orElse(platform.milestonesContent({ hash, locale, signal }), undefined);
  return dated && toMilestoneContent(dated.data);
}
