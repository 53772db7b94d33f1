import { MilepostError } from "../../base/errors.ts";
import type { Reply } from "../../discord/reply/reply.ts";
import { type PublicMilestone, hashesOf, sortMilestones, toMilestone } from "../../game/milestones.ts";
import type { Names } from "../../game/names.ts";
import type { Dated } from "../../platform/client.ts";
import {
  milestoneGoneReply,
  milestoneReply,
  type MilestonesPage,
  type MilestoneView,
} from "./view/milestones.ts";
import { cutPage } from "../kit/view/pages.ts";
import { isOnHere } from "../kit/settings/server-visibility.ts";
import { readMilestoneContent, lookUpNames, mergeWanted } from "../kit/read/look-up-names.ts";
import { capabilities, hasCapability, requireCapability } from "../kit/command/capabilities.ts";
import { offerOfMilestone, offersOfMilestones } from "../kit/read/remind-me-offers.ts";
import type { CommandContext } from "../kit/own-data/own-accounts.ts";
import { viewForReader } from "../kit/settings/member-zone.ts";

const PAGE_SIZE = 6;

/** Shows one page of milestones, soonest end first. */
export async function listMilestones(
  context: CommandContext,
  wanted: number,
): Promise<{ readonly page: MilestonesPage; readonly names: Names }> {
  const dated = await readMilestones(context);
  const all = sortMilestones(dated.data, context.now);
  const { entries: milestones, at } = cutPage(all, wanted, PAGE_SIZE);
  const names = await lookUpNames(context, { milestone: milestones.map(({ hash }) => hash) });
  const offers = offersOfMilestones(context, milestones);
  const canShowMine =
    context.linking !== undefined && hasCapability(context, capabilities.progress) && isOnHere(context);
  return {
    page: { milestones, age: dated, ...at, canShowMine, offers },
    names,
  };
}

type OpenedMilestone = Omit<MilestoneView, "page"> & { readonly names: Names };

/** Shows one milestone; `page`: of the list. Throws "bad-input" where the value is none. */
export async function showMilestone(context: CommandContext, chosen: string, page: number): Promise<Reply> {
  if (!/^\d{1,10}$/.test(chosen)) throw new MilepostError("bad-input", { reason: "not a milestone" });
  const opened = await openMilestone(context, Number(chosen));
  if (opened === undefined) return milestoneGoneReply(page, context.view);
  const { names, ...view } = opened;
  return milestoneReply({ ...view, page }, { ...(await viewForReader(context)), names });
}

/** Returns a milestone with the platform's texts; undefined when it is no longer listed. */
async function openMilestone(context: CommandContext, hash: number): Promise<OpenedMilestone | undefined> {
  const [dated, content] = await Promise.all([readMilestones(context), readMilestoneContent(context, hash)]);
  const milestone = dated.data.find((one) => one.hash === hash);
  if (milestone === undefined) return undefined;
  const rewards = content?.rewards.flatMap(({ items }) => items) ?? [];
  const names = await lookUpNames(
    context,
    mergeWanted(hashesOf(milestone), { milestone: [hash], item: rewards }),
  );
  return { milestone, content, age: dated, offer: offerOfMilestone(context, milestone), names };
}

async function readMilestones(context: CommandContext): Promise<Dated<readonly PublicMilestone[]>> {
  const { platform, locale, signal } = context;
  requireCapability(context, capabilities.milestones);
  const dated = await platform.milestonesPublic({ locale, signal });
  return { ...dated, data: Object.values(dated.data).map(toMilestone) };
}
