import { z } from "zod";

import { DAY_MS } from "../base/duration.ts";
import { MilepostError } from "../base/errors.ts";
import type { Calls } from "./calls.ts";
import type { PlayerClient } from "./client.ts";
import type { Parameters } from "./profile/template.ts";
import { answers } from "./resources/answers.ts";

type Query<Name extends keyof PlayerClient<unknown>> = globalThis.Parameters<PlayerClient<unknown>[Name]>[0];

const characters = z.array(answers.characters);

/** What the public and the private client ask about a player in the same way. */
export abstract class HttpPlayerClient<Options> implements PlayerClient<Options> {
  readonly #calls: Calls<Options>;

  constructor(calls: Calls<Options>) {
    this.#calls = calls;
  }

  async userById(query: Query<"userById"> & Options) {
    return this.#calls.record("user.byId", { membershipId: query.membershipId }, query);
  }

  async characters(query: Query<"characters"> & Options) {
    const dated = await this.#calls.page("characters", characters, this.#player(query), query);
    return { ...dated, data: dated.data.entries };
  }

  async progression(query: Query<"progression"> & Options) {
    return this.#calls.record("progression", this.#player(query), query);
  }

  async statsAccount(query: Query<"statsAccount"> & Options) {
    return this.#calls.record("stats.account", this.#player(query), query);
  }

  async statsCharacter(query: Query<"statsCharacter"> & Options) {
    const { profile, enums } = this.#calls.connection;
    const { character, from, to } = query;
    checkSpan(query, profile.limits.statsDays);
    const given = {
      ...this.#player(query),
      ...enums.parameters("mode", "ActivityMode", query.mode),
      ...enums.parameters("period", "PeriodType", enums.period(query.period)),
      character,
      from,
      to,
    };
    return this.#calls.record("stats.character", given, query);
  }

  #player(query: { readonly membershipType: number; readonly id: string }): Parameters {
    const { enums } = this.#calls.connection;
    return { id: query.id, ...enums.parameters("membershipType", "MembershipType", query.membershipType) };
  }
}

/** Refuses days that are none, that run backwards, or that are more than a call may ask for. */
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
