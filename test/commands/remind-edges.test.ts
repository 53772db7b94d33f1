import { afterEach, beforeEach, describe, expect, it } from "vitest";

import remind from "../../commands/remind.ts";
import type { ActionCall, Reply } from "../../src/discord/reply/reply.ts";
import { ALL, SEND, VIEW } from "./announce-harness.ts";
import { buttonsIn, callOf, contextOf, markdownIn, seen } from "../support/run-command.ts";
import { ANN, CHANNEL, GUILD, NOW, openRemindTable, type RemindTable } from "./remind-harness.ts";
import { DAY, HOUR } from "../support/time.ts";
import { english } from "../../src/messages/en.ts";

let table: RemindTable;
beforeEach(async () => {
  table = await openRemindTable();
});
afterEach(() => table.close());

const labels = (reply: Reply) => buttonsIn(reply).map(({ label }) => label);
const kept = async () => (await table.services.reminders?.ofMember(ANN)) ?? [];
const open = (asking = {}) => table.act({ command: "remind", action: "open", state: { id: "id1" } }, asking);
const settings = () => table.act({ command: "remind", action: "settings" });
const end = (id: string) =>
  table.database.queries
    .updateTable("reminders")
    .set({ state: "ended", next_slot: null })
    .where("id", "=", id)
    .execute();
const here = (permissions: bigint) => ({
  place: { kind: "guild" as const, guildId: GUILD, channelId: CHANNEL, isInstalledHere: true },
  resolved: {
    channel: (id: string | undefined) =>
      id === CHANNEL ? { id, name: "tavern", type: 0, permissions } : undefined,
    role: () => undefined,
  },
});
/** What the form a control opens holds already. */
function shownBy({ action, state = {} }: ActionCall) {
  const { fields } = remind.modals?.[action]?.show({ ...contextOf(table.services), state }) ?? {};
  const looks = Object.entries((fields ?? {}) as Record<string, { readonly value?: string }>);
  return Object.fromEntries(looks.map(([name, { value }]) => [name, value]));
}

describe("the buttons under a reminder", () => {
  it("promise nothing of one that is switched off", async () => {
    const card = await table.create("Feed the cat", "every day 13:00");
    await table.press(card, "Pause");
    const state = { id: "id1", slot: NOW + HOUR, ms: HOUR };
    const reply = await table.act({ command: "remind", action: "snooze", state });
    expect(markdownIn(reply)).not.toContain("Snoozed until");
    expect(labels(reply)).toContain(english.remind.dm.again);
  });

  it("lead to the list where its time has passed", async () => {
    await table.press(await table.create("Tea", "in 4 minutes"), "Pause");
    table.clock.at += HOUR;
    const state = { id: "id1", slot: NOW };
    const reply = await table.act({ command: "remind", action: "again", state });
    expect(seen(reply)).toContain(english.remind.refused.past.title);
    expect(labels(reply)).toEqual(["All my reminders"]);
  });
});

describe("a reminder in a channel", () => {
  beforeEach(async () => {
    await table.create("Feed the cat", "every day 18:00");
    table.guild = { memberRemindersIn: [CHANNEL] };
  });

  it("is one its owner could write in, asked anew at the press", async () => {
    const move = english.remind.card.buttons.here;
    const offered = await open(here(VIEW | SEND));
    expect(labels(offered)).toContain(move);
    expect(labels(await open(here(VIEW)))).not.toContain(move);
    const refused = await table.press(offered, move, here(VIEW));
    expect(seen(refused)).toContain(english.remind.card["not-yours"]);
    expect(await kept()).toMatchObject([{ destinations: [{ kind: "dm" }] }]);
  });

  it("is linked to where it stands, wherever its history is read", async () => {
    await table.press(await open(here(ALL)), english.remind.card.buttons.here, here(ALL));
    const { queries } = table.database;
    const places = await queries.selectFrom("destinations").select(["id", "kind"]).execute();
    const place = places.find(({ kind }) => kind === "channel")?.id ?? "";
    const common = { reminder_id: "id1", slot: NOW, useful_until: NOW + DAY };
    await queries
      .insertInto("occurrences")
      .values({ ...common, state: "planned", planned_at: NOW })
      .execute();
    await queries
      .insertInto("deliveries")
      .values({
        ...common,
        id: "d1",
        destination_id: place,
        kind: "channel",
        target: CHANNEL,
        next_try: NOW,
        joins: 0,
        fence: 0,
        tries: 1,
        state: "sent",
        settled_at: NOW,
        channel_id: CHANNEL,
        message_id: "9",
      })
      .execute();
    const history = await table.press(await open(), "History");
    expect(markdownIn(history)).toContain(`https://discord.com/channels/${GUILD}/${CHANNEL}/9`);
  });

  it.each(["missing-permission", "missing-access", "takes-no-messages", "thread-locked"])(
    "says what its owner can do about %s, not what only admins can",
    async (reason) => {
      await table.press(await open(here(ALL)), english.remind.card.buttons.here, here(ALL));
      await table.database.queries
        .updateTable("destinations")
        .set({ reason, since: NOW })
        .where("kind", "=", "channel")
        .execute();
      const card = markdownIn(await open());
      expect(card).toContain(english.remind.trouble.ofServer);
      expect(card).not.toMatch(/with Edit|channel settings/);
    },
  );
});

describe("25 reminders", () => {
  it("are all there can be, also by editing what is over", async () => {
    await table.create("Over", "tomorrow 10:00");
    await end("id1");
    for (let count = 0; count < 25; count += 1) await table.create(`Note ${count}`, "tomorrow 18:00");
    const again = { what: "Over", when: "2026-11-21 19:00" };
    const refused = await table.submit(callOf(await open(), "Edit"), again);
    expect(seen(refused)).toContain(english.remind.refused.full.title);
    expect((await kept()).find(({ id }) => id === "id1")).toMatchObject({ state: "ended" });
    expect(shownBy(callOf(refused, "Change it"))).toEqual(again);
  });

  it("keep what was typed for one more", async () => {
    for (let count = 0; count < 25; count += 1) await table.create(`Note ${count}`, "tomorrow 18:00");
    const refused = await table.create("One more", "every day 19:00");
    expect(labels(refused)).toEqual(["All my reminders", "Change it"]);
    expect(shownBy(callOf(refused, "Change it"))).toEqual({ what: "One more", when: "every day 19:00" });
  });
});

describe("the member's zone and quiet hours", () => {
  it("name the zone of quiet hours where it is another than the member's", async () => {
    await table.submit({ command: "remind", action: "search" }, { typed: "Tokyo" });
    await table.submit({ command: "remind", action: "quiet" }, { from: "22:00", to: "7:00" });
    expect(markdownIn(await settings())).toContain("Quiet hours: **22:00 to 07:00**.");
    const forgotten = await table.press(await settings(), english.remind.zone.forget);
    expect(markdownIn(forgotten)).toContain("Quiet hours: **22:00 to 07:00** (Tokyo, UTC+9).");
    const card = await table.create("Feed the cat", "in 2 hours");
    expect(markdownIn(card)).toContain("Quiet hours: 22:00 to 07:00 (Tokyo, UTC+9)");
  });

  it("are said the way people do where the zone is a distance from UTC", async () => {
    await table.submit({ command: "remind", action: "search" }, { typed: "UTC-5" });
    await table.submit({ command: "remind", action: "quiet" }, { from: "22:00", to: "7:00" });
    const card = await table.create("Feed the cat", "every day 18:00");
    expect(markdownIn(card)).toContain(english.remind.card.zones.own("UTC-5"));
    const forgotten = await table.press(await settings(), english.remind.zone.forget);
    expect(markdownIn(forgotten)).toContain("**22:00 to 07:00** (UTC-5)");
    expect(markdownIn(await open())).toContain("This reminder's times are in UTC-5");
  });

  it("say what was saved once", async () => {
    const saved = await table.submit({ command: "remind", action: "search" }, { typed: "Rome" });
    expect(markdownIn(saved).match(/Rome/g)).toHaveLength(1);
  });

  it("keep what was typed where it could not be read", async () => {
    const typed = { from: "when it rains", to: "7:00" };
    const refused = await table.submit({ command: "remind", action: "quiet" }, typed);
    expect(shownBy(callOf(refused, "Set quiet hours"))).toEqual(typed);
    const unknown = await table.submit({ command: "remind", action: "search" }, { typed: "Atlantis" });
    expect(shownBy(callOf(unknown, english.shared.zone.search))).toEqual({ typed: "Atlantis" });
  });
});

describe("a reminder from a button many press", () => {
  it("is spread too where its time was typed, at once or at the second try", async () => {
    const asks = await table.act({ command: "remind", action: "offer", state: { what: "ritual:3:fair" } });
    const other = callOf(asks, "Another time");
    const refused = await table.submit(other, { what: "The autumn fair", when: "soon" });
    const again = { what: "The autumn fair", when: "1 hour before it ends" };
    await table.submit(callOf(refused, "Change it"), again);
    expect((await kept())[0]?.rule).toMatchObject({ thing: "ritual:3:fair", spreadMs: expect.any(Number) });
    await table.choose(asks, "1 hour before it ends");
    expect(await kept()).toHaveLength(1);
  });
});

describe("what is said of closed direct messages", () => {
  it("leads to Try again on every page of the list, wherever what waits stands", async () => {
    for (let count = 0; count < 7; count += 1) await table.create(`Note ${count}`, `in ${count + 1} hours`);
    const { queries } = table.database;
    const last = { reason: "dm-closed", state: "paused" as const, since: NOW };
    await queries.updateTable("destinations").set(last).where("reminder_id", "=", "id13").execute();
    const list = await table.list();
    expect(markdownIn(list)).not.toContain("Note 6");
    expect(labels(list)).toContain("Try again");
    expect(markdownIn(await table.press(list, "Try again"))).toContain(`**${english.announce.retried}`);
    expect(markdownIn(await table.list())).not.toContain(english.announce.retried);
  });
});

describe("what could not be read", () => {
  it.each([
    ["25:00", "`tomorrow 18:00` or `every day 18:00`"],
    ["2020-01-01 10:00", "18:00` or `tomorrow 18:00`"],
    ["31.2. 18:00", "18:00` or `tomorrow 18:00`"],
    ["every minute", "`every hour` or `every 2 hours`"],
    ["every 90 minutes", "whole hours. For example: `every hour` or `every 2 hours`"],
    ["every friday at dawn", "`every Friday 18:00` or `every day 18:00`"],
    ["jeden freitag mal", "`1 hour before it ends`"],
  ])("is answered with times like what was typed: %s", async (when, examples) => {
    expect(markdownIn(await table.create("milestone:7", when))).toContain(examples);
  });

  it("is answered with what fits the subject where nothing tells more", async () => {
    expect(markdownIn(await table.create("milestone:7", "after it ends"))).toContain("before it ends`");
  });

  it("says that nothing was changed, where something was to be", async () => {
    const card = await table.create("Feed the cat", "every day 18:00");
    const refused = await table.submit(callOf(card, "Edit"), { what: "Feed the cat", when: "soon" });
    expect(markdownIn(refused)).toContain("**Nothing was changed**");
    expect(markdownIn(await table.press(refused, "Back"))).toContain("## Feed the cat");
  });
});

describe("a note with lines", () => {
  it("is called by its first one", async () => {
    const card = await table.create("Feed the cat\nand the dog", "every day 18:00");
    expect(markdownIn(card)).toContain("## Feed the cat\n");
    expect(callOf(card, "Edit").state).toMatchObject({ what: "Feed the cat\nand the dog" });
  });
});

describe("what has passed", () => {
  it("is shown by its name in the form that mends it", async () => {
    table.clock.at = NOW + 3 * DAY;
    const refused = await table.create("ritual:3:fair", "when it starts");
    expect(seen(refused)).toContain(english.remind.refused.past.title);
    expect(shownBy(callOf(refused, "Change it"))).toEqual({
      what: "The autumn fair",
      when: "when it starts",
    });
  });
});

describe("what comes once and waits for quiet hours to end", () => {
  it("is not called over before it has come", async () => {
    await table.create("Tea", "in 4 minutes");
    await end("id1");
    const over = markdownIn(await open());
    expect(over).toContain(english.remind.card.noNext.ended);
    const { queries } = table.database;
    const { id } = await queries.selectFrom("destinations").select("id").executeTakeFirstOrThrow();
    const common = { reminder_id: "id1", slot: NOW, useful_until: NOW + DAY };
    await queries
      .insertInto("occurrences")
      .values({ ...common, state: "planned", planned_at: NOW })
      .execute();
    await queries
      .insertInto("deliveries")
      .values({
        ...common,
        id: "d1",
        destination_id: id,
        kind: "dm",
        target: ANN,
        next_try: NOW + 8 * HOUR,
        joins: 1,
        fence: 0,
        tries: 0,
        state: "due",
      })
      .execute();
    expect(markdownIn(await open())).toContain(english.remind.card.noNext.waiting);
    expect(markdownIn(await table.list())).toContain(english.announce.states.waiting);
    const history = markdownIn(await table.press(await open(), "History"));
    expect(history).toMatch(/: waiting · .*next try <t:/);
  });
});
