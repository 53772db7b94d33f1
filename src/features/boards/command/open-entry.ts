import { MilepostError } from "../../../base/errors.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { toTrendKey } from "../../../game/trend-search.ts";
import { milestoneGoneReply, milestoneReply } from "../../milestones/view/milestones.ts";
import { ageGateReply, trendingEntryReply } from "../../trending/view/entry.ts";
import { openMilestone } from "../../milestones/milestones.ts";
import { openTrend } from "../../trending/open-trend.ts";
import type { ActionContext } from "../../shared/command-context.ts";
import type { announceCalls } from "../../shared/calls/announce.ts";

/** Opens an entry of a board for whoever chose it, in their own language. */
export function openEntry(context: ActionContext<typeof announceCalls.boardOpen>): Promise<Reply> {
  return context.state.what === "milestones" ? showMilestone(context) : showTrend(context);
}

async function showTrend(context: ActionContext): Promise<Reply> {
  const key = toTrendKey(context.chosen);
  if (key === undefined) throw new MilepostError("bad-input", { reason: "not an entry" });
  const opened = await openTrend(context, key);
  const list = { page: 0 };
  if (opened === "age-gated") return ageGateReply(list, context.view);
  const { names, ...view } = opened;
  return trendingEntryReply({ ...view, list, part: 0 }, names, context.view);
}

async function showMilestone(context: ActionContext): Promise<Reply> {
  const { chosen = "" } = context;
  if (!/^\d{1,10}$/.test(chosen)) throw new MilepostError("bad-input", { reason: "not a milestone" });
  const opened = await openMilestone(context, Number(chosen));
  if (opened === undefined) return milestoneGoneReply(0, context.view);
  const { names, ...view } = opened;
  return milestoneReply({ ...view, page: 0 }, names, context.view);
}
