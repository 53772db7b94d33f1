import { afterAll, beforeAll, describe, expect, it } from "vitest";

import milestones from "../../commands/milestones.ts";
import progress from "../../commands/progress.ts";
import stats from "../../commands/stats.ts";
import type { PrivateData } from "../../src/sessions/use/private-data.ts";
import type { Services } from "../../src/features/services.ts";
import { render } from "../../src/discord/reply/render.ts";
import type { Reply, Select } from "../../src/discord/reply/reply.ts";
import { english } from "../../src/messages/en.ts";
import { memorySnapshots, publicData } from "../features/account/own-data-harness.ts";
import { type Asking, buttonsIn, callOf, press, run, seen } from "../support/run-command.ts";
import { type Table, openTable } from "./platform-harness.ts";
import { linkingThat } from "../support/idle-services.ts";
import { DAY } from "../support/time.ts";

describe.each(["neutral", "lookalike"])("one's own data over the embedded platform (%s)", (profileName) => {
  let table: Table;
  let services: Services;
  let snapshots: ReturnType<typeof memorySnapshots>;
  const asking = (more: Asking = {}): Asking => ({ now: table.clock.now(), isPrivate: true, ...more });

  beforeAll(async () => {
    table = await openTable(profileName);
    snapshots = memorySnapshots(() => table.clock.now());
    const own = await ownDataOf(table, (characters) => characters > 1);
    services = { ...table.services, linking: linkingThat(async () => ({ ...own, snapshots })) };
  });
  afterAll(() => table.close());

  const choose = (reply: Reply, command: typeof progress | typeof stats, action: string, chosen: string) =>
    press(command, services, { ...selectOf(reply, action).choose, chosen }, asking());

  it.each(["next", "overview", "factions", "milestones", "quests", "objectives"] as const)(
    "shows progress: %s, by name, page by page",
    async (view) => {
      let reply = await run(progress, services, { view }, asking());
      for (let page = 0; page < 12; page += 1) {
        await expectSendable(reply);
        expect(seen(reply)).toContain(english.commands.progress.options.view.choices[view]);
        expect(seen(reply)).not.toMatch(/(Item|Milestone|Objective|Faction|Progression) \d{5,}/);
        const next = buttonsIn(reply).find((button) => button.label === "Next");
        if (next?.type !== "action" || next.disabled === true) return;
        reply = await press(progress, services, next.press, asking());
      }
      throw new Error("the pages never end");
    },
  );

  it("lets the member choose another view, a character, and all of them again", async () => {
    const first = await run(progress, services, {}, asking());
    const factions = await choose(first, progress, "view", "factions");
    expect(seen(factions)).toMatch(/Lantern Keepers[^]*level \d+[^]*[█░]{10}/);
    const [, second] = selectOf(factions, "character").entries;
    const other = await choose(factions, progress, "character", second?.value ?? "");
    expect(seen(other)).toContain(second?.label);
    const next = await choose(other, progress, "view", "next");
    const all = await choose(next, progress, "character", "all");
    expect(seen(all)).toContain("All characters");
  });

  it("shares only the rows that were marked", async () => {
    const shown = await run(progress, services, { view: "factions" }, asking());
    let asks = await press(progress, services, callOf(shown, "Share"), asking());
    const rows = selectOf(asks, "pick").entries;
    const [first, second, third] = rows;
    expect(seen(asks)).toContain(english.progress.share.chooseFirst);
    expect(buttonsIn(asks).find(({ label }) => label === "Post in this channel")).toMatchObject({
      disabled: true,
    });
    for (const row of [first, second, third, second])
      asks = await choose(asks, progress, "pick", row?.value ?? "");
    await expectSendable(asks);
    const panel = await press(
      progress,
      services,
      callOf(asks, "Post in this channel"),
      asking({ isPrivate: false }),
    );
    const posted = postOf(panel);
    await expectSendable(posted);
    await expectSendable(panel);
    expect(seen(panel)).toContain(english.progress.share.posted.here);
    for (const row of [first, third]) expect(seen(panel)).toContain(row?.label);
    expect(seen(await press(progress, services, callOf(panel, "Back"), asking()))).toBe(seen(shown));
    for (const { label, value } of rows) {
      const isShared = value === first?.value || value === third?.value;
      expect(seen(posted).includes(label)).toBe(isShared);
    }
    const taken = await press(progress, services, callOf(posted, english.progress.share.takeBack), asking());
    expect(seen(taken)).not.toContain(first?.label);
  });

  it("posts nothing when the rows are no longer there", async () => {
    const state = { view: "factions", rows: "fzzzzz" };
    const reply = await press(progress, services, { command: "progress", action: "post", state }, asking());
    expect(seen(reply)).toContain("Nothing to share");
  });

  it("tells what changed since an earlier look", async () => {
    const shown = await run(progress, services, {}, asking());
    const none = await press(progress, services, callOf(shown, english.progress.since.button), asking());
    expect(seen(none)).toContain(english.progress.since.first.title);
    table.clock.advance(2 * DAY);
    const later = await press(progress, services, callOf(shown, english.progress.since.button), asking());
    await expectSendable(later);
    expect(seen(later)).toMatch(/Compared with <t:\d+:f>[^]*\*\*(level up|levels up|.+)\*\*/);
    const reset = await choose(later, progress, "since", "reset");
    expect(seen(reset)).toMatch(/Since the weekly reset/);
    expect(snapshots.kept).toHaveLength(2);
    expect(snapshots.kept[0]?.content.length).toBeLessThan(5_000);
  });

  it("tells how the presser stands to each milestone", async () => {
    const listed = await run(milestones, services, {}, asking());
    const mine = await press(milestones, services, callOf(listed, "For me"), asking());
    await expectSendable(mine);
    expect(seen(mine)).toMatch(/(done|unknown|not done|reward to claim)/);
    expect(seen(mine)).toContain("The Weekly Vigil");
  });

  it("shows statistics of all time, of one statistic, and of a character", async () => {
    const all = await run(stats, services, {}, asking());
    await expectSendable(all);
    expect(seen(all)).toMatch(/Opponents defeated: [\d,]+ · [\d.,]+ per game/);
    const one = await run(stats, services, { stat: "deaths" }, asking());
    expect(seen(one)).toMatch(/Statistics: Deaths/);
    const mine = await run(stats, services, { character: "1" }, asking());
    await expectSendable(mine);
    expect(seen(mine)).toMatch(/Mode: /);
    const compared = await press(stats, services, callOf(all, "Compare characters"), asking());
    await expectSendable(compared);
    expect(seen(compared)).toContain(english.stats.compareTitle);
  });

  it("keeps the mode that was chosen when another time is, and all modes together when none was", async () => {
    const all = await run(stats, services, {}, asking());
    const merged = selectOf(all, "mode").entries.find(({ chosen }) => chosen === true);
    const week = await choose(all, stats, "period", "week");
    const back = await choose(week, stats, "period", "all");
    expect(selectOf(back, "mode").entries.find(({ chosen }) => chosen === true)).toEqual(merged);
    const chosen = selectOf(week, "mode").entries.find((entry) => entry.chosen !== true);
    const ofMode = await choose(week, stats, "mode", chosen?.value ?? "");
    const months = await choose(ofMode, stats, "period", "months");
    expect(selectOf(months, "mode").entries.find((entry) => entry.chosen === true)?.value).toBe(
      chosen?.value,
    );
  });

  it("compares characters in the time that is shown, and leads back to it", async () => {
    const week = await run(stats, services, { period: "week" }, asking());
    const compared = await press(stats, services, callOf(week, "Compare characters"), asking());
    expect(seen(compared)).toContain(english.commands.stats.options.period.choices.week);
    const all = await run(stats, services, {}, asking());
    const whole = await press(stats, services, callOf(all, "Compare characters"), asking());
    expect(seen(compared)).not.toBe(
      seen(whole).replace(
        english.commands.stats.options.period.choices.all,
        english.commands.stats.options.period.choices.week,
      ),
    );
    expect(seen(await press(stats, services, callOf(compared, "Back"), asking()))).toBe(seen(week));
  });

  it("lists days in the order of the line above them, the latest on the first page", async () => {
    const shown = seen(await run(stats, services, { period: "week", stat: "deaths" }, asking()));
    const now = table.clock.now();
    const year = new Date(now).getUTCFullYear();
    // Days are told without their year: what would be ahead is of the one before.
    const days = [...shown.matchAll(/\w{3}, (\w{3} \d+): /g)].map(([, day = ""]) => {
      const thisYear = Date.parse(`${day} ${year} UTC`);
      return thisYear > now ? Date.parse(`${day} ${year - 1} UTC`) : thisYear;
    });
    expect(days.length).toBeGreaterThan(1);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  });

  it.each(["week", "month", "quarter", "months"] as const)(
    "shows statistics over time: %s",
    async (period) => {
      const reply = await run(stats, services, { period }, asking());
      await expectSendable(reply);
      expect(seen(reply)).toMatch(/[▁▂▃▄▅▆▇█]{3,16}\n/);
      expect(seen(reply)).toMatch(/Highest: [\d,.]+ \(/);
      expect(seen(reply)).toContain(english.stats.merged);
    },
  );

  it("shares statistics once the member has seen what others would see", async () => {
    const shown = await run(stats, services, { period: "month" }, asking());
    const asks = await press(stats, services, callOf(shown, "Share"), asking());
    await expectSendable(asks);
    const post = callOf(asks, "Post in this channel");
    expect(stats.actions?.[post.action]).toMatchObject({ for: "owner", answer: "public" });
    const panel = await press(stats, services, post, asking({ isPrivate: false }));
    const posted = postOf(panel);
    expect(seen(panel)).toContain(english.progress.share.posted.here);
    await expectSendable(posted);
    expect(seen(asks)).toContain(seen(posted).replace(`${english.progress.share.takeBack}\n`, "").trim());
    expect(
      seen(await press(stats, services, callOf(posted, english.progress.share.takeBack), asking())),
    ).not.toMatch(/\d/);
  });

  it.each(["Export CSV", "Export JSON"])("gives statistics as %s to the member alone", async (label) => {
    const shown = await run(stats, services, { period: "month" }, asking());
    const call = callOf(shown, label);
    expect(stats.actions?.[call.action]?.answer).toBe("private");
    const reply = await press(stats, services, call, asking());
    const file = reply.blocks.find((block) => block.type === "file");
    const text = new TextDecoder().decode(file?.file.bytes);
    expect(text).toMatch(
      label === "Export CSV" ? /^date,statistic,total[^]+\r\n\d{4}-\d\d-\d\d,/ : /^\{[^]+"statistics"/,
    );
  });

  it("says that a private player's progress is private", async () => {
    const own = await ownDataOf(table, (characters) => characters === 0);
    const hidden = { ...table.services, linking: linkingThat(async () => own) };
    expect(seen(await run(progress, hidden, {}, asking()))).toContain(english.progress.private.title);
  });
});

type Wanted = (shownCharacters: number) => boolean;

/** The data of a player with so many characters to see; 0 for one who keeps progress private. */
async function ownDataOf({ services: { platform } }: Table, isWanted: Wanted): Promise<PrivateData> {
  for (const name of ["a", "e", "i", "k", "m", "r", "s", "t"]) {
    const { entries } = (await platform.userSearch({ name })).data;
    const found = await Promise.all(entries.map(({ membershipId }) => platform.accountsOf({ membershipId })));
    for (const { membershipType, id, name: accountName } of found.flatMap(({ data }) => data)) {
      const { data } = await platform.progression({ membershipType, id });
      if (!isWanted(Object.keys(data.data ?? {}).length)) continue;
      return publicData(platform, { membershipType, id, name: accountName ?? "Ann" });
    }
  }
  throw new Error("no such player");
}

function postOf({ post }: Reply): Reply {
  if (post === undefined) throw new Error("nothing is posted");
  return post;
}

function selectOf(reply: Reply, action: string): Select {
  const found = reply.blocks.find(
    (block): block is Select => block.type === "select" && block.choose.action === action,
  );
  if (found === undefined) throw new Error(`no select ${action}`);
  return found;
}

/** Nothing is cut or left out to fit Discord's limits; what is behind "More" can be reached. */
async function expectSendable(reply: Reply): Promise<void> {
  const sheets: string[] = [];
  for (let controls = 0; ; controls += 1) {
    const sheet = await sentOf({ ...reply, variant: { controls, isText: false } });
    sheets.push(sheet);
    if (!sheet.includes(JSON.stringify(english.runtime.controls.more))) break;
  }
  const wanted = reply.blocks.flatMap((block) => {
    if (block.type === "text") return [JSON.stringify(block.text.toString()).slice(1, -1)];
    return block.type === "select" ? [JSON.stringify(block.placeholder)] : [];
  });
  expect(wanted.filter((part) => !sheets.join("").includes(part))).toEqual([]);
}

async function sentOf(reply: Reply): Promise<string> {
  const rendered = await render(reply, {
    texts: english.runtime,
    customId: (_, index) => `1oA${String(index)}`,
    signal: new AbortController().signal,
    drawWithinMs: 1_000,
    onPictureFailed: (error) => {
      throw error;
    },
  });
  return JSON.stringify(rendered.body);
}
