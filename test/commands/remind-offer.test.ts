import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Services } from "../../src/features/services.ts";
import type { Reply, Select } from "../../src/discord/reply/reply.ts";
import milestones from "../../commands/milestones.ts";
import remind from "../../commands/remind.ts";
import trending from "../../commands/trending.ts";
import { buttonsIn, callOf, markdownIn, press, run, seen, selectIn } from "../support/run-command.ts";
import { ANN, FAIR, NOW, openRemindTable, RAID, type RemindTable } from "./remind-harness.ts";
import { openTable, type Table } from "./platform-harness.ts";
import { DAY, HOUR } from "../support/time.ts";
import { english } from "../../src/messages/en.ts";

const offersIn = (reply: Reply) =>
  reply.blocks.filter(
    (block): block is Select => block.type === "select" && block.choose.command === "remind",
  );

let reminding: RemindTable;
beforeEach(async () => {
  reminding = await openRemindTable();
});
afterEach(() => reminding.close());
const kept = async (memberId = ANN) => (await reminding.services.reminders?.ofMember(memberId)) ?? [];

const offer = (what: unknown, member = ANN) =>
  reminding.act(
    { command: "remind", action: "offer", ...(typeof what === "string" && { chosen: what }) },
    { member: { id: member }, place: { kind: "guild", guildId: "10", channelId: "20" } },
  );

describe.each(["neutral", "lookalike"])("under what is dated (%s)", (profile) => {
  let table: Table;
  let services: Services;
  beforeAll(async () => {
    table = await openTable(profile);
  });
  afterAll(() => table.close());
  beforeEach(() => {
    services = { ...table.services, reminders: reminding.services.reminders };
  });
  const asking = () => ({ now: table.clock.now() });

  it("every dated milestone of the list can be chosen to be reminded of, and the opened one has a button", async () => {
    const list = await run(milestones, services, {}, asking());
    const [offers] = offersIn(list);
    const values = offers?.entries.map(({ value }) => value) ?? [];
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(value).toMatch(/^milestone:\d+$/);
    const hash = values[0]?.split(":")[1];
    const opened = await press(milestones, services, { ...selectIn(list).choose, chosen: hash }, asking());
    expect(callOf(opened, "Remind me")).toEqual({
      command: "remind",
      action: "offer",
      state: { what: values[0] },
    });
  });

  it("every event of the list can be chosen, and nothing else", async () => {
    const list = await run(trending, services, { kind: "event" }, asking());
    const values = offersIn(list).flatMap(({ entries }) => entries.map(({ value }) => value));
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(value).toMatch(/^ritual:-?\d+:./);
    const news = await run(trending, services, { kind: "news" }, asking());
    expect(offersIn(news)).toEqual([]);
    const [type, ...id] = (values[0] ?? "").slice("ritual:".length).split(":");
    const chosen = `${type}:${id.join(":")}`;
    const opened = await press(trending, services, { ...selectIn(list).choose, chosen }, asking());
    expect(callOf(opened, "Remind me").state).toEqual({ what: values[0] });
  });
});

describe("Remind me", () => {
  it("is for anybody, answers privately, asks when and sets it for whoever pressed", async () => {
    expect(remind.actions?.["offer"]).toMatchObject({ for: "anyone", answer: "private" });
    const asking = await offer("ritual:3:fair");
    expect(markdownIn(asking)).toContain("The autumn fair");
    expect(selectIn(asking).entries.map(({ value }) => value)).toContain("when it starts");
    await reminding.choose(asking, "when it starts");
    expect(await kept()).toMatchObject([
      { nextAt: FAIR.startAt, destinations: [{ kind: "dm", target: ANN }] },
    ]);
  });

  it.each([
    ["milestone:7", english.remind.choose.each],
    ["ritual:3:fair", english.remind.choose.once],
  ])("says before a time is picked whether it comes again: %s", async (what, said) => {
    expect(markdownIn(await offer(what))).toContain(said);
  });

  it("gives a member one reminder however often they press", async () => {
    const asking = await offer("milestone:7");
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => reminding.choose(asking, "1 hour before it ends")),
    );
    expect(replies.filter((reply) => markdownIn(reply).includes(english.remind.card.same))).toHaveLength(4);
    expect(await kept()).toHaveLength(1);
  });

  it("spreads those of many members over ten minutes, and none comes later than was said", async () => {
    const due: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      const member = String(720_000_000_000_100_000n + BigInt(n));
      const asking = await offer("milestone:7", member);
      const reply = await reminding.choose(asking, "1 hour before it ends", { member: { id: member } });
      expect(markdownIn(reply)).toMatch(/ 1 hour before it ends\b/);
      const nextAt = (await kept(member))[0]?.nextAt ?? 0;
      const early = Math.round(((RAID.endAt ?? 0) - HOUR - nextAt) / 60_000);
      const said = english.remind.card.jitter(early === 1 ? "1 minute" : `${early} minutes`);
      expect(markdownIn(reply).includes(said)).toBe(early > 0);
      expect(/\bearly\b/.test(markdownIn(reply))).toBe(early > 0);
      due.push(nextAt);
    }
    const latest = (RAID.endAt ?? 0) - HOUR;
    expect(Math.max(...due)).toBeLessThanOrEqual(latest);
    expect(Math.min(...due)).toBeGreaterThan(latest - 10 * 60_000);
    const bySecond = Map.groupBy(due, (at) => Math.floor(at / 10_000));
    expect(Math.max(...[...bySecond.values()].map(({ length }) => length))).toBeLessThan(25);
  });

  it.each([undefined, "Feed the cat", "own:unclaimed", "new-entries", "milestone:99", "ritual:1:"])(
    "says so of what has no dates: %s",
    async (what) => {
      const reply = await offer(what);
      expect(seen(reply)).toContain(english.remind.offer.none.title);
      expect(buttonsIn(reply)).toEqual([]);
    },
  );

  it("offers nothing that is past when it is chosen", async () => {
    const asking = await offer("ritual:3:fair");
    reminding.clock.at = NOW + 3 * DAY;
    expect(seen(await reminding.choose(asking, "when it starts"))).toContain(
      english.remind.refused.past.title,
    );
    expect(await kept()).toEqual([]);
  });
});
