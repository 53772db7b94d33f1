import { z } from "zod";

import { DAY_MS } from "../base/duration.ts";
import { MilepostError } from "../base/errors.ts";
import type { PlatformId } from "../base/int64.ts";
import type { Calls } from "./calls.ts";
import type { Dated, PlayerClient, PlayerQuery } from "./client.ts";
import { areUsersAccounts } from "./profile/game-accounts.ts";
import type { Parameters } from "./profile/template.ts";
import { answers } from "./resources/answers.ts";
import { type GameAccount, lastPlayedFirst } from "./resources/user.ts";

const characters = z.array(answers.characters);
const accounts = z.array(answers["accounts.of"]);

export function playerClient<Options>(calls: Calls<Options>): PlayerClient<Options> {
  const { profile, enums } = calls.connection;
  const player = ({ id, membershipType }: PlayerQuery): Parameters => {
    return { id, ...enums.parameters("membershipType", "MembershipType", membershipType) };
  };
  return {
    async userById(query) {
      return calls.record("user.byId", { membershipId: query.membershipId }, query);
    },
    async characters(query) {
      const dated = await calls.page("characters", characters, player(query), query);
      return { ...dated, data: dated.data.entries };
    },
    async progression(query) {
      return calls.record("progression", player(query), query);
    },
    async statsAccount(query) {
      return calls.record("stats.account", player(query), query);
    },
    async statsCharacter(query) {
      const { character, from, to } = query;
      checkSpan(query, profile.limits.statsDays);
      const given = {
        ...player(query),
        ...enums.parameters("mode", "ActivityMode", query.mode),
        ...enums.parameters("period", "PeriodType", enums.period(query.period)),
        character,
        from,
        to,
      };
      return calls.record("stats.character", given, query);
    },
  };
}

/**
 * Returns a profile's game accounts, the last played first. Where the service has none apart from its users, a user is
 * the account.
 */
export async function accountsOf<Options>(
  calls: Calls<Options>,
  membershipId: PlatformId,
  options: Options,
): Promise<Dated<readonly GameAccount[]>> {
  const { profile, clock } = calls.connection;
  if (areUsersAccounts(profile))
    return { data: [{ membershipType: 0, id: membershipId }], at: clock.now(), isStale: false };
  const dated = await calls.page("accounts.of", accounts, { membershipId }, options);
  return { ...dated, data: lastPlayedFirst(dated.data.entries) };
}

/** Throws for invalid days, a reversed span, or more days than one call allows. */
function checkSpan({ from, to }: { readonly from?: string; readonly to?: string }, mostDays: number): void {
  const start = dayOf(from);
  const end = dayOf(to);
  if (start === undefined || end === undefined) return;
  if (end < start) throw wrong("the last day is before the first");
  if ((end - start) / DAY_MS + 1 > mostDays) throw wrong(`more than ${mostDays} days at once`);
}

function dayOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) throw wrong("a day that is not written as YYYY-MM-DD");
  return at;
}

function wrong(reason: string): MilepostError {
  return new MilepostError("bad-input", { operation: "stats.character", reason });
}
