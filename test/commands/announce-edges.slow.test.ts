import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Reply } from "../../src/discord/reply/reply.ts";
import {
  type AnnounceTable,
  channel,
  FORUM,
  NEWS,
  openAnnounceTable,
  THREAD,
  VIEW,
} from "./announce-harness.ts";
import { buttonsIn, callOf, markdownIn, seen, selectIn } from "../support/run-command.ts";
import { NOW } from "./remind-harness.ts";
import { DAY, HOUR, MINUTE } from "../support/time.ts";
import { english } from "../../src/messages/en.ts";

let table: AnnounceTable;
beforeEach(async () => {
  table = await openAnnounceTable();
});
afterEach(() => table.close());

const fair = { what: "ritual:3:fair", channel: NEWS, when: "1 hour before it starts" };
const labels = (reply: Reply) => buttonsIn(reply).map(({ label }) => label);
const kept = async (at = 0) => {
  const found = (await table.kept())[at];
  if (found === undefined) throw new Error("nothing was kept");
  return found;
};
const setState = (id: string, state: "ended") =>
  table.database.queries
    .updateTable("reminders")
    .set({ state, next_slot: null })
    .where("id", "=", id)
    .execute();
const open = (id: string) => table.act({ command: "announce", action: "panel", state: { id } });

describe("editing an announcement", () => {
  it("moves what comes before a start, though it has begun this time", async () => {
    table.things.push({
      subject: { kind: "milestone", hash: 8 },
      label: "The hunt",
      startAt: NOW + 2 * DAY,
      endAt: NOW + 5 * DAY,
    });
    await table.create({ what: "milestone:8", channel: NEWS, when: "1 hour before it starts" });
    const { id, rule } = await kept();
    table.clock.at = NOW + 3 * DAY;
    const edit = callOf(await open(id), "Edit");
    const reply = await table.submit(edit, { when: "1 hour before it starts", channel: THREAD });
    expect(markdownIn(reply)).toContain("**Changed.**");
    expect(await kept()).toMatchObject({ rule, destinations: [{ target: THREAD }] });
  });

  it.each([
    ["every 3 days at 20:00", 2 * DAY],
    ["every other friday 20:00", 8 * DAY],
    ["last day of the month 9:00", DAY],
    ["in 3 days", 2 * DAY],
    ["tomorrow 20:00", 0],
  ])("keeps when it comes where its text alone is edited: %s", async (when, laterMs) => {
    await table.create({ what: "Raid night", channel: NEWS, when });
    const { id, rule, nextAt } = await kept();
    table.clock.at = NOW + laterMs;
    const edit = callOf(await open(id), "Edit");
    const { fields } = table.show(edit);
    const shown = Object.fromEntries(
      Object.entries(fields as Readonly<Record<string, { readonly value?: string }>>).map(
        ([name, { value }]) => [name, value],
      ),
    );
    const reply = await table.submit(edit, { ...shown, text: "Raid morning" });
    expect(markdownIn(reply)).toContain("**Changed.**");
    expect(await kept()).toMatchObject({ rule, nextAt, content: { subject: { text: "Raid morning" } } });
  });

  it("keeps what it is about, however long the platform's key for it", async () => {
    const subject = { kind: "ritual", type: "3", id: "f".repeat(120) } as const;
    table.things.push({ subject, label: "The long feast", startAt: NOW + DAY, endAt: NOW + 2 * DAY });
    const panel = await table.create({ what: "The long feast", channel: NEWS, when: "when it starts" });
    const reply = await table.submit(callOf(panel, "Edit"), { when: "when it ends", channel: NEWS });
    expect(markdownIn(reply)).toContain("**Changed.**");
    expect(await kept()).toMatchObject({ content: { subject }, rule: { edge: "end" } });
  });

  it("shows and keeps what comes once in the zone it was set in", async () => {
    table.guild = { zone: "Europe/Berlin", revision: 1 };
    const panel = await table.create({ what: "Tea", channel: NEWS, when: "in 20 minutes" });
    expect(markdownIn(panel)).toContain("**When:** Fri, Nov 20, 1:20 PM (Berlin, UTC+1)");
    expect(markdownIn(await table.list())).toContain("Fri, Nov 20, 1:20 PM");
    const edit = callOf(panel, "Edit");
    const shown = { when: "November 20, 2026 at 1:20 PM", zone: "Europe/Berlin" };
    expect(edit.state).toMatchObject(shown);
    const { rule } = await kept();
    await table.submit(edit, { text: "Tea", channel: THREAD, ...shown });
    expect(await kept()).toMatchObject({
      rule,
      nextAt: NOW + 20 * MINUTE,
      destinations: [{ target: THREAD }],
    });
  });

  it("is left whole as it was where its new place can't be written down", async () => {
    const panel = await table.create({ what: "Tea", channel: NEWS, when: "fridays 20:00" });
    const before = await kept();
    const { queries } = table.database;
    await sql`create trigger full before insert on destinations begin select raise(abort, 'full'); end`.execute(
      queries,
    );
    const { when, zone } = callOf(panel, "Edit").state ?? {};
    const filled = { text: "Coffee", when: String(when), zone: String(zone), channel: THREAD };
    await expect(table.submit(callOf(panel, "Edit"), filled)).rejects.toThrow("full");
    expect(await kept()).toEqual(before);
  });

  it("says a zone that is a distance from UTC the way people do", async () => {
    table.guild = {
      zone: "Etc/GMT-2",
      revision: 1,
      quiet: { zone: "Etc/GMT-2", from: "22:00", to: "07:00" },
    };
    const panel = await table.create({ what: "Tea", channel: NEWS, when: "fridays 20:00" });
    expect(markdownIn(panel)).toMatch(/every Friday 8:00 PM \(UTC\+2\)[^]*22:00 to 07:00 \(UTC\+2\)/);
    expect(JSON.stringify(panel)).not.toContain("Etc/");
    const { rule } = await kept();
    const edit = callOf(panel, "Edit");
    const { when, zone } = edit.state ?? {};
    const filled = { text: "Tea", when: String(when), zone: String(zone), channel: THREAD };
    await table.submit(edit, filled);
    expect(await kept()).toMatchObject({ rule, destinations: [{ target: THREAD }] });
  });

  it("names the zone quiet hours are meant in", async () => {
    table.guild = { zone: "Europe/Berlin", revision: 1 };
    const call = callOf(await table.create(fair), "Quiet hours");
    expect(JSON.stringify(table.show(call).fields)).toContain(
      english.announce.quietForm.hint("07:00", "Berlin, UTC+1"),
    );
  });

  it("revives no more than a server can have", async () => {
    const note = (text: string) => table.create({ what: text, channel: NEWS, when: "2027-01-01 10:00" });
    await note("Over");
    const { id } = await kept();
    await setState(id, "ended");
    for (let count = 0; count < 100; count += 1) await note(`Note ${count}`);
    const edit = callOf(await open(id), "Edit");
    const again = { text: "Over", when: "2027-02-01 10:00", zone: "UTC", channel: NEWS };
    expect(markdownIn(await table.submit(edit, again))).toContain("limit of 100 announcements");
    expect(await kept()).toMatchObject({ id, state: "ended" });
  });
});

describe("an announcement that is over", () => {
  it("can't be resumed, and counts no more", async () => {
    await table.create(fair);
    await table.create({ what: "Tea", channel: NEWS, when: "tomorrow 18:00" });
    const { id } = await kept();
    await setState(id, "ended");
    const panel = await open(id);
    expect(markdownIn(panel)).toContain(`**Status:** ${english.announce.states.ended}`);
    expect(buttonsIn(panel).find(({ label }) => label === "Resume")).toMatchObject({ disabled: true });
    expect(markdownIn(await table.list())).toContain("1 of 100");
  });

  it("is not resumed when its time passed while it was paused", async () => {
    const panel = await table.create({ what: "Tea", channel: NEWS, when: "today 14:00" });
    const paused = await table.press(panel, "Pause");
    table.clock.at = NOW + 2 * HOUR;
    const refused = await table.press(paused, "Resume");
    expect(markdownIn(refused)).toContain(english.remind.refused.past.title);
    expect(table.show(callOf(refused, "Change it")).fields).toMatchObject({ text: { value: "Tea" } });
    expect(await kept()).toMatchObject({ state: "paused" });
  });

  it("says that its last post waits, where it does", async () => {
    await table.create({ what: "Tea", channel: NEWS, when: "tomorrow 18:00" });
    const { id, destinations: places } = await kept();
    await setState(id, "ended");
    const { queries } = table.database;
    const { id: destination } = await queries
      .selectFrom("destinations")
      .select("id")
      .executeTakeFirstOrThrow();
    const common = { reminder_id: id, slot: NOW, useful_until: NOW + DAY };
    await queries
      .insertInto("occurrences")
      .values({ ...common, state: "planned", planned_at: NOW })
      .execute();
    await queries
      .insertInto("deliveries")
      .values({
        ...common,
        id: "d1",
        destination_id: destination,
        kind: "channel",
        target: places[0]?.target ?? "",
        next_try: NOW,
        joins: 0,
        fence: 0,
        tries: 1,
        state: "held",
        code: "thread-archived",
      })
      .execute();
    expect(markdownIn(await table.list())).toMatch(/\*\*waiting to be posted\*\*[^]*is closed/);
    const panel = markdownIn(await open(id));
    expect(panel).toContain(`**Status:** ${english.announce.states.waiting}`);
    expect(panel).toContain(english.remind.card.noNext.waiting);
    expect(markdownIn(await table.history())).toMatch(/: waiting · The thread/);
  });

  it("leads back to the list when it is gone", async () => {
    const panel = await table.create(fair);
    await table.services.reminders?.remove((await kept()).id);
    expect(labels(await table.press(panel, "Pause"))).toEqual(["All announcements"]);
  });
});

describe("what is typed and refused", () => {
  it("is kept where the maker may not post in the forum", async () => {
    table.channels.set(...channel(FORUM, { type: 15, permissions: VIEW }));
    const call = table.opens({ what: "Raid night", channel: FORUM });
    if (call === undefined) throw new Error("no form");
    const filled = { text: "Raid night\nBring potions", when: "fridays 20:00", zone: "UTC", channel: FORUM };
    const refused = await table.submit(call, filled);
    expect(markdownIn(refused)).toContain("Send Messages");
    expect(table.show(callOf(refused, "Change it")).fields).toMatchObject({
      text: { value: filled.text },
      when: { value: filled.when },
    });
  });

  it("is kept where the server has all it can have", async () => {
    for (let count = 0; count < 100; count += 1) {
      await table.create({ what: `Note ${count}`, channel: NEWS, when: "2027-01-01 10:00" });
    }
    const refused = await table.create({
      what: english.setup.start.more,
      channel: NEWS,
      when: "2027-01-01 10:00",
    });
    expect(markdownIn(refused)).toContain("Delete one in");
    expect(table.show(callOf(refused, "Change it")).fields).toMatchObject({
      text: { value: english.setup.start.more },
    });
  });

  it("is a note where it is called like somebody's own progress, which nobody can announce", async () => {
    const named = { what: english.remind.what.own.session, channel: NEWS, when: "every day 18:00" };
    expect(markdownIn(await table.create(named))).toContain("**Announcement set**");
    expect((await kept()).content.subject).toEqual({ kind: "note", text: named.what, isMarkdown: true });
    expect(markdownIn(await table.create({ ...named, what: "own:session" }))).toContain(
      english.announce.refused.own,
    );
  });
});

describe("what the platform lists no more", () => {
  it("is not mended by a form that can't choose another", async () => {
    const refused = await table.create({ ...fair, what: "milestone:99" });
    expect(markdownIn(refused)).toContain("Run the command again");
    expect(labels(refused)).toEqual([]);
  });
});

describe("an edit that is refused", () => {
  it("says that nothing was changed, and leads back to the announcement", async () => {
    const panel = await table.create(fair);
    const refused = await table.submit(callOf(panel, "Edit"), { when: "soon", channel: NEWS });
    expect(markdownIn(refused)).toContain("**Nothing was changed**");
    expect(labels(refused)).toEqual(["Change it", "Back"]);
    expect(markdownIn(await table.press(refused, "Back"))).toContain("### The autumn fair");
    const fresh = await table.create({ ...fair, when: "25:00" });
    expect(markdownIn(fresh)).toContain("**Nothing is set yet**");
    expect(markdownIn(fresh)).toContain("For example: `tomorrow 18:00`");
    expect(labels(fresh)).toEqual(["Change it"]);
  });
});

describe("what an announcement is about", () => {
  it("says that a kind the server leaves out is never posted", async () => {
    table.guild = { kinds: ["news"], revision: 1 };
    const items = await table.create({ what: "new-entries:item", channel: NEWS });
    expect(markdownIn(items)).toMatch(/“Items” is off in posts.*<\/setup:99>/);
    const news = await table.create({ what: "new-entries:news", channel: NEWS });
    expect(markdownIn(news)).not.toContain("left out");
  });

  it("is posted with its lines as they were written, the first one as the news", async () => {
    const what = "Raid night\nBring potions\n\n\n\nBe on time";
    const panel = await table.create({ what, channel: NEWS, when: "fridays 20:00" });
    expect(markdownIn(panel)).toContain("### Raid night\n");
    expect(markdownIn(panel)).toMatch(/\n\*\*Raid night\*\*\nBring potions\n\nBe on time\n/);
  });

  it("is the same whether /setup set it or /announce did", async () => {
    await table.services.reminders?.make({
      ownerId: "1",
      guildId: "710000000000000001",
      destinations: [{ kind: "channel", target: NEWS }],
      rule: { kind: "dated", thing: "reset:week", edge: "start", leadMs: 0 },
      content: {
        purpose: "announcement",
        subject: { kind: "reset", every: "week" },
        title: english.remind.what.resets.week,
        locale: "de",
        zone: "UTC",
        skipIfDone: false,
        publish: false,
      },
    });
    const again = { what: "reset:week", channel: NEWS, when: "at the weekly reset" };
    expect(markdownIn(await table.create(again))).toContain(english.announce.made.same);
    expect(await table.kept()).toHaveLength(1);
  });
});

describe("the history of a server's announcements", () => {
  it("offers those that were due first, and no more than Discord shows", async () => {
    for (let count = 0; count < 30; count += 1) {
      await table.create({ what: `Note ${count}`, channel: NEWS, when: "2027-01-01 10:00" });
    }
    const id = (await table.kept()).find(({ content }) => content.title === "Note 29")?.id ?? "";
    const { queries } = table.database;
    await queries
      .insertInto("occurrences")
      .values({ reminder_id: id, slot: NOW, useful_until: NOW + DAY, state: "missed", planned_at: NOW })
      .execute();
    const { entries } = selectIn(await table.history());
    expect(entries).toHaveLength(25);
    expect(entries[0]).toMatchObject({ value: id, label: "Note 29" });
  });

  it("tells tests from posts, and takes them back", async () => {
    const tested = await table.press(await table.create(fair), english.shared.buttons.test);
    const { id } = await kept();
    const history = await table.history(id);
    expect(markdownIn(history)).toMatch(/: a test, \[open it\]\(<.*\/8\/9>\)/);
    table.takingBack = "refused";
    const left = await table.press(history, english.announce.test.takeBack);
    expect(markdownIn(left)).toContain(english.announce.test.notTakenBack);
    table.takingBack = "removed";
    const back = await table.press(tested, english.announce.test.takeBack);
    expect(markdownIn(back)).toContain(english.announce.test.takenBack);
    expect(table.takenBack).toEqual(["9", "9"]);
    expect(seen(await table.history(id))).toContain(english.shared.noHistory);
  });

  it("has a post that waits behind a test, which is no sign that it came", async () => {
    const made = await table.create({ ...fair, what: "Tea", when: "2027-01-01 10:00" });
    const { id } = await kept();
    await setState(id, "ended");
    await table.database.queries
      .insertInto("occurrences")
      .values({ reminder_id: id, slot: NOW - 1, useful_until: NOW + DAY, state: "planned", planned_at: NOW })
      .execute();
    const [to] = await table.database.queries.selectFrom("destinations").selectAll().execute();
    if (to === undefined) throw new Error("it goes nowhere");
    const waits = { slot: NOW - 1, state: "held", next_try: NOW + DAY, useful_until: NOW + DAY } as const;
    const { kind, target } = to;
    await table.database.queries
      .insertInto("deliveries")
      .values({
        ...waits,
        id: "d",
        reminder_id: id,
        destination_id: to.id,
        kind,
        target,
        fence: 0,
        tries: 0,
        joins: 0,
      })
      .execute();
    await table.press(made, english.shared.buttons.test);
    expect(markdownIn(await open(id))).toContain(english.announce.states.waiting);
  });

  it("is found by what an announcement is called, and says when none is", async () => {
    await table.create(fair);
    await table.create({ what: "Tea", channel: NEWS, when: "tomorrow 18:00" });
    expect(markdownIn(await table.history("autumn"))).toContain(
      english.announce.history.title("The autumn fair"),
    );
    expect(seen(await table.history("spring"))).toContain("No announcement is called “spring”");
  });
});
