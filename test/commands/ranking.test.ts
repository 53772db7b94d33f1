import { expect, it } from "vitest";

import ranking from "../../commands/ranking.ts";
import { DAY_MS } from "../../src/base/duration.ts";
import { MilepostError } from "../../src/base/errors.ts";
import { silentLog } from "../../src/base/log.ts";
import { RankingReader } from "../../src/features/ranking/engine/ranking-reader.ts";
import { createForgetTraces } from "../../src/features/account/forget-traces.ts";
import { dayOf, rankingRows } from "../../src/features/ranking/store/ranking-rows.ts";
import type { Services } from "../../src/features/services.ts";
import { english } from "../../src/messages/en.ts";
import { controlStates } from "../../src/storage/control-states.ts";
import type { Database } from "../../src/storage/database.ts";
import { describeEachDatabase } from "../support/databases.ts";
import { dated, fakePlatform, fakeServices } from "../support/fake-services.ts";
import { linkingThat } from "../support/idle-services.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { buttonsIn, press, run, seen } from "../support/run-command.ts";
import { GUILD, ORIGIN, visibleMembers } from "../features/ranking/visible-members.ts";

const ME = "720000000000000001";
const START = Date.parse("2026-11-20T12:00:00Z");
const texts = english.ranking;

/** A platform that does not answer. */
const hang = () => new Promise<never>(() => {});

async function stage(database: Database) {
  const clock = new ManualClock(START);
  const { found, show } = await visibleMembers(database);
  const wins = new Map<string, number | "private">();
  const asked: string[] = [];
  const answers = { isHanging: false };
  const platform = fakePlatform(
    {
      accountsOf: async ({ membershipId }) =>
        answers.isHanging ? hang() : dated([{ membershipType: 1, id: membershipId }] as never),
      statsAccount: async ({ id }) => {
        asked.push(id);
        const count = wins.get(id) ?? 0;
        if (count === "private") throw new MilepostError("private");
        const basic = { value: count, displayValue: String(count) };
        return dated({ merged: { allTime: { wins: { statId: "wins", basic, pga: basic } } } } as never);
      },
    },
    ["stats.account", "accounts.of", "user.byId"],
  );
  const base = fakeServices({ platform });
  const rows = rankingRows(database.queries, ORIGIN);
  const linking = linkingThat(async () => undefined);
  const services: Services = {
    ...base,
    linking: { ...linking, sessions: { ...linking.sessions, found } },
    ranking: { rows, wake: () => {} },
    forgetTraces: createForgetTraces(database, controlStates(database.queries, clock)),
  };
  const reader = new RankingReader({ rows, services, nodes: database.nodes, clock, log: silentLog });
  const asking = () => ({
    member: { id: ME },
    place: { kind: "guild", guildId: GUILD, channelId: "5", isInstalledHere: true } as const,
    isPrivate: true,
    now: clock.now(),
  });
  return {
    clock,
    found,
    show,
    wins,
    asked,
    answers,
    rows,
    reader,
    ask: (options: Record<string, string> = {}) => run(ranking, services, options, asking()),
    press: (call: Parameters<typeof press>[2]) => press(ranking, services, call, asking()),
    services,
    asking,
  };
}

describeEachDatabase("/ranking", (database) => {
  it("answers for 500 members before anybody was read, and says how many are missing", async () => {
    const { show, answers, ask, reader, wins } = await stage(database());
    answers.isHanging = true;
    await show(ME, "1000");
    for (let index = 1; index < 500; index += 1) await show(String(index), String(1000 + index));
    const waiting = seen(await ask());
    for (const text of [texts.waiting(500), texts.who]) expect(waiting).toContain(text);
    answers.isHanging = false;
    for (let index = 0; index < 500; index += 1) wins.set(String(1000 + index), index);
    await reader.poll();
    const whole = seen(await ask());
    expect(whole).toContain("1. **Player 499** · 499");
    expect(whole).toContain("**You: place 500 of 500** · 0");
    expect(whole).not.toContain(texts.waiting(500));
  });

  it("reads the asker at once, and each visible member once a day where a ranking was asked for", async () => {
    const { show, ask, reader, asked, clock, wins } = await stage(database());
    await show(ME, "1000");
    await show("2", "1002");
    await show("3", "1003", "another server");
    wins.set("1000", 7);
    expect(seen(await ask())).toContain("**You: place 1 of 1** · 7");
    await reader.poll();
    await reader.poll();
    expect(asked).toEqual(["1000", "1002"]);
    clock.at += DAY_MS;
    wins.set("1002", 9);
    await reader.poll();
    expect(asked).toEqual(["1000", "1002", "1000", "1002"]);
    clock.at += 31 * DAY_MS;
    await reader.poll();
    expect(asked).toHaveLength(4);
  });

  it("shows what was added in a week, and who rose", async () => {
    const { show, ask, reader, clock, wins } = await stage(database());
    await show(ME, "1000");
    await show("2", "1002");
    wins.set("1000", 10).set("1002", 50);
    await ask();
    await reader.poll();
    clock.at += 7 * DAY_MS;
    wins.set("1000", 60);
    await ask();
    await reader.poll();
    const all = seen(await ask());
    expect(all).toContain(texts.moved.up(1));
    expect(all).toContain("Rose most in 7 days: **Player 720000000000000001**");
    expect(seen(await ask({ period: "week" }))).toContain("1. **Player 720000000000000001** · 50");
  });

  it("forgets whoever leaves with one press, at once", async () => {
    const { show, ask, press: act, rows, reader } = await stage(database());
    await show(ME, "1000");
    await show("2", "1002");
    const before = await ask();
    await reader.poll();
    const leave = buttonsIn(before).find(({ label }) => label === texts.leave);
    const left = await act({ command: "ranking", action: "leave", state: {}, ...leave });
    expect(seen(left)).toContain(texts.left);
    expect(seen(left)).not.toContain(`Player ${ME}`);
    expect(await rows.members(GUILD, dayOf(START), 7)).toHaveLength(1);
    const kept = await database().queries.selectFrom("ranking_values").select("membership_id").execute();
    expect(kept).toEqual([{ membership_id: "1002" }]);
  });

  it("ranks nobody the platform shows nothing of, and says so to them alone", async () => {
    const { show, ask, wins } = await stage(database());
    await show(ME, "1000");
    wins.set("1000", "private");
    const reply = seen(await ask());
    expect(reply).toContain(texts.none.title);
    expect(reply).toContain(texts.ownHidden);
    expect(reply).not.toContain(texts.who);
  });

  it("tells how to join, and keeps no values of a member who was forgotten", async () => {
    const { ask, show, found } = await stage(database());
    const reply = seen(await ask());
    expect(reply).toContain(texts.none.next);
    expect(reply).toContain(texts.join);
    expect(reply).not.toContain(texts.notIn);
    await show(ME, "1000");
    await ask();
    expect(await found.rankedOf(ME)).toMatchObject([{ membershipId: "1000", day: "2026-11-20" }]);
    await found.end(ME);
    expect(await database().queries.selectFrom("ranking_values").selectAll().execute()).toEqual([]);
  });
});
