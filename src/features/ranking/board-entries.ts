import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import { statName } from "../kit/view/stat-words.ts";
import type { ViewContext } from "../kit/view/view-context.ts";
import { PERIOD_DAYS, rankMembers } from "./rank-members.ts";
import type { RankingServices } from "./services.ts";
import { dayOf } from "./store/ranking-rows.ts";
import { rankTitle } from "./view/ranking.ts";

type BoardContext = Pick<InvocationContext, "now"> & { readonly view: ViewContext };

/** What a live board shows of a server's ranking: the highest of all time, and the membership ids of all. */
export function rankingEntries(source: NonNullable<RankingServices["ranking"]>) {
  return async (
    { now, view }: BoardContext,
    {
      guildId,
      stat,
      most,
    }: { readonly guildId: string; readonly stat?: string | undefined; readonly most: number },
  ) => {
    const { rows } = source;
    await rows.ask(guildId, now);
    const today = dayOf(now);
    const members = await rows.members(guildId, today, PERIOD_DAYS.all);
    if (members.some((member) => member.now === undefined)) source.wake();
    const wish = {
      stat,
      period: "all",
      memberId: "",
      today,
      nameOf: (id: string) => statName(id, view),
    } as const;
    const ranking = rankMembers(members, wish);
    const entries = ranking.rows.slice(0, most).map((row) => ({
      key: row.membershipId,
      title: rankTitle(row, ranking, view),
    }));
    return { entries, keys: ranking.rows.map(({ membershipId }) => membershipId) };
  };
}
