import { isMilepostError } from "../../base/errors.ts";
import { type MilestoneContent, toMilestoneContent } from "../../game/milestones.ts";
import type { CommandContext } from "./command-context.ts";

/** Words and rewards beside the dates: a milestone without them, or a platform that fails at them, gives none. */
export async function readMilestoneContent(
  { platform, locale, signal }: CommandContext,
  hash: number,
): Promise<MilestoneContent | undefined> {
  if (!platform.offers("milestones.content")) return undefined;
  try {
    const { data } = await platform.milestonesContent({ hash, locale, signal });
    return toMilestoneContent(data);
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    return undefined;
  }
}
