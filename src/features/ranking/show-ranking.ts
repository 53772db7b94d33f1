import { within } from "../../base/async/within.ts";
import { isMilepostError, MilepostError } from "../../base/errors.ts";
import type { Reply } from "../../discord/reply/reply.ts";
import { capabilities, isOnlyOwn, requireCapability } from "../kit/command/capabilities.ts";
import { mustBeOnHere } from "../kit/settings/server-visibility.ts";
import { statName } from "../kit/view/stat-words.ts";
import type { RankingPeriod } from "../kit/view/calls/ranking.ts";
import { PERIOD_DAYS, rankMembers } from "./rank-members.ts";
import { readPlayerStats } from "./read-player-stats.ts";
import type { CommandContext } from "./services.ts";
import { dayOf } from "./store/ranking-rows.ts";
import { noServerReply, type RankingView } from "./view/ranking.ts";

export interface RankingWish {
  /** An id, or its name in the reader's language. */
  readonly stat?: string | undefined;
  readonly period?: RankingPeriod | undefined;
}

/** Discord shows a reply within three seconds; the others are read meanwhile. */
const OWN_WITHIN_MS = 1_500;

/**
 * Replies with this server's ranking from what was read; whoever is missing is read in the background, the asker at
 * once. Throws "not-offered" where the platform shows nobody's statistics to others.
 */
export async function withRanking(
  context: CommandContext,
  { stat, period = "all" }: RankingWish,
  answer: (view: RankingView) => Reply,
): Promise<Reply> {
  const { ranking, site, member, now, view, profile } = context;
  requireCapability(context, capabilities.stats);
  mustBeOnHere(context);
  if (ranking === undefined || isOnlyOwn(profile, capabilities.stats))
    throw new MilepostError("not-offered", { operation: capabilities.stats.operation });
  const { guildId } = site;
  if (guildId === undefined) return noServerReply(view);
  const today = dayOf(now);
  await ranking.rows.ask(guildId, now);
  const read = () => ranking.rows.members(guildId, today, PERIOD_DAYS[period]);
  let members = await read();
  const own = members.find(({ discordId }) => discordId === member.id);
  if (own !== undefined && own.now === undefined) {
    await within(readOwn(context, own.membershipId, today), OWN_WITHIN_MS, context.signal);
    members = await read();
  }
  if (members.some(({ now: stats }) => stats === undefined)) ranking.wake();
  const nameOf = (id: string) => statName(id, view);
  return answer({
    ...rankMembers(members, { stat, period, memberId: member.id, today, nameOf }),
    asked: stat,
  });
}

/** What fails now is read with the others. */
async function readOwn(context: CommandContext, membershipId: string, today: number): Promise<void> {
  const { ranking, signal } = context;
  try {
    await ranking?.rows.put(membershipId, today, await readPlayerStats(context, membershipId, { signal }));
  } catch (error) {
    if (!isMilepostError(error) && !signal.aborted) throw error;
  }
}

/** Hides the member in this server, in rankings too. */
export async function leaveRanking({ linking, member, site }: CommandContext): Promise<void> {
  if (site.guildId !== undefined) await linking?.sessions.found.end(member.id, site.guildId);
}
