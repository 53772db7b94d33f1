import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { Markdown, timestamp } from "../../src/base/markdown.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import {
  ADMIN,
  ALL,
  type AnnounceTable,
  channel,
  FORUM,
  CONNECT,
  IN_THREADS,
  MENTION,
  NEWS,
  openAnnounceTable,
  OTHER,
  QUIET_ROLE,
  RAIDERS,
  SEND,
  THREAD,
  VIEW,
} from "./announce-harness.ts";
import { buttonsIn, callOf, callsIn, markdownIn, seen, selectIn } from "../support/run-command.ts";
import { GUILD, NOW } from "./remind-harness.ts";
import { offerLanguages } from "../support/languages.ts";
import { DAY, HOUR } from "../support/time.ts";
import { english } from "../../src/messages/en.ts";

let table: AnnounceTable;
offerLanguages("de", "fr");

beforeEach(async () => {
  table = await openAnnounceTable();
});
afterEach(() => table.close());

const FAIR = "ritual:3:fair";
const fair = { what: FAIR, channel: NEWS, when: "1 hour before it starts" };
const labels = (reply: Reply) => buttonsIn(reply).map(({ label }) => label);
const first = async () => {
  const [kept] = await table.kept();
  if (kept === undefined) throw new Error("nothing was kept");
  return kept;
};

describe("/announce new", () => {
  it("sets it at once and shows how it will look, when, where, and what is promised", async () => {
    const reply = await table.create({ ...fair, role: RAIDERS });
    expect(await first()).toMatchObject({
      ownerId: ADMIN,
      guildId: GUILD,
      destinations: [{ kind: "channel", target: NEWS }],
      rule: { kind: "dated", thing: FAIR, edge: "start", leadMs: HOUR },
      content: { purpose: "announcement", title: "The autumn fair", roleId: RAIDERS, locale: "de" },
    });
    const text = markdownIn(reply);
    expect(text).toContain("**Announcement set**");
    expect(text).toContain("1 hour before it starts");
    expect(text).toContain(`<#${NEWS}>`);
    expect(text).toContain(`<@&${RAIDERS}> **The autumn fair** starts in 1 Stunde`);
    expect(text).toContain(`<t:${(NOW + 2 * DAY - HOUR) / 1000}:F>`);
    expect(text).toContain("**Language:** Deutsch");
    expect(text).toContain(`Made by <@${ADMIN}>`);
    expect(labels(reply)).toEqual(
      expect.arrayContaining([
        english.shared.buttons.test,
        "Edit",
        "Pause",
        "Delete",
        english.announce.button.title,
        "Quiet hours",
      ]),
    );
  });

  it("previews a start as one to come", async () => {
    const text = markdownIn(await table.create({ ...fair, when: "when it starts" }));
    expect(text).toContain("**The autumn fair** starts now");
  });

  it("previews how far off a start is in the server's language", async () => {
    expect(markdownIn(await table.create(fair))).toContain("**The autumn fair** starts in 1 Stunde");
  });

  it("takes the time in the admin's language", async () => {
    await table.create({ ...fair, when: "1 Std. bevor es beginnt" }, { locale: "de" });
    expect((await table.kept())[0]?.rule).toMatchObject({ edge: "start", leadMs: HOUR });
  });

  it("shows controls of the preview that do nothing", async () => {
    const reply = await table.create(fair);
    const shown = buttonsIn(reply).filter(({ label }) => label === "Remind me");
    expect(shown).toHaveLength(1);
    expect(shown.every((button) => button.type === "action" && button.disabled === true)).toBe(true);
  });

  it("takes the channel it is asked in, and a time that fits, where none is named", async () => {
    await table.create({ what: FAIR });
    expect(await first()).toMatchObject({
      destinations: [{ target: NEWS }],
      rule: { kind: "dated", edge: "start", leadMs: 0 },
    });
  });

  it.each([
    ["milestone:7", "1h before it ends", { kind: "dated", edge: "end", leadMs: HOUR }],
    ["reset:week", "1 day before", { kind: "dated", thing: "reset:week", leadMs: DAY }],
    ["new-entries:news", undefined, { kind: "watch", what: "entries:news" }],
    ["new-entries", undefined, { kind: "watch", what: "entries" }],
    ["when a ring is a reward", undefined, { kind: "watch", what: "watch:item:en" }],
    ["Raid night", "every friday 20:00", { kind: "weekly", days: [5], time: "20:00", zone: "Europe/Berlin" }],
    ["Patch day", "2026-12-01 9:00", { kind: "once", date: "2026-12-01", zone: "Europe/Berlin" }],
  ])("understands %s, %s", async (what, when, rule) => {
    table.guild = { zone: "Europe/Berlin", revision: 1 };
    await table.create({ what, ...(when !== undefined && { when }) });
    expect((await first()).rule).toMatchObject(rule);
  });

  it("shows how a time was read before it is set, and asks for an hour that was not said", async () => {
    const read = await table.ask({ what: "Raid night", channel: NEWS, role: RAIDERS, when: "fridays 8pm" });
    expect(markdownIn(read)).toContain("every Friday 8:00 PM, first on");
    expect(await table.kept()).toEqual([]);
    await table.press(read, "Set it");
    expect(await first()).toMatchObject({
      rule: { kind: "weekly", days: [5], time: "20:00" },
      content: { roleId: RAIDERS, channelType: 5 },
      destinations: [{ target: NEWS }],
    });
    const asks = await table.ask({ what: "Patch day", channel: NEWS, when: "dec 25" });
    const hours = buttonsIn(asks).flatMap(({ label }) => label ?? []);
    expect(hours).toHaveLength(4);
    await table.press(asks, hours[1] ?? "");
    expect((await table.kept())[1]?.rule).toMatchObject({ kind: "once", date: "2026-12-25", time: "18:00" });
  });

  it("offers to begin a post in a forum only once the time was shown", async () => {
    const read = await table.ask({ what: "Raid night", channel: FORUM, when: "fridays 8pm" });
    const offer = await table.press(read, "Set it");
    expect(buttonsIn(offer).map(({ label }) => label)).toContain(english.announce.forum.make);
    expect(await table.kept()).toEqual([]);
  });

  it("shows the next five of what comes again, across a clock change", async () => {
    table.guild = { zone: "Europe/Berlin", revision: 1 };
    table.clock.at = Date.parse("2027-03-26T12:00:00Z");
    const reply = await table.create({ what: "Shop", when: "every day 2:30" });
    expect(markdownIn(reply).match(/<t:\d+:F>/g)).toHaveLength(5);
    expect(markdownIn(reply)).toContain("moved: clocks skip that time");
  });

  it("opens a form for a note without a time, filled with what is known", async () => {
    table.guild = { zone: "Europe/Berlin", revision: 1 };
    const call = table.opens({ what: "Raid night", role: RAIDERS });
    expect(call?.action).toBe("rewrite");
    const form = table.show(call ?? { command: "", action: "" });
    expect(form.title).toBe(english.announce.form.title);
    expect(form.fields).toMatchObject({
      text: { value: "Raid night" },
      zone: { value: "Berlin" },
      channel: { value: NEWS },
      role: { value: RAIDERS },
    });
    const filled = {
      text: "Raid night",
      when: "fridays 20:00",
      zone: "Berlin",
      channel: THREAD,
      role: RAIDERS,
    };
    await table.submit(call ?? { command: "", action: "" }, filled);
    expect(await first()).toMatchObject({
      destinations: [{ target: THREAD }],
      rule: { kind: "weekly", days: [5], time: "20:00", zone: "Europe/Berlin" },
      content: { subject: { kind: "note", text: "Raid night" }, roleId: RAIDERS },
    });
  });

  it.each([FAIR, "new-entries", "new-entries:news", "reset:day", "when Ring is a reward"])(
    "asks nothing more for %s",
    (what) => {
      expect(table.opens({ what })).toBeUndefined();
    },
  );

  it.each([
    ["new-entries", true],
    ["new-entries:creation", true],
    ["new-entries:other", true],
    ["new-entries:stream", false],
    [FAIR, false],
  ])("says that players' creations are left out where some might be told: %s", async (what, isSaid) => {
    const reply = await table.create({ what });
    expect(seen(reply).includes("creations aren't shown")).toBe(isSaid);
  });

  it("opens no form for a note that has a time, nor for somebody who may not announce", () => {
    expect(table.opens({ what: "Raid night", when: "fridays 20:00" })).toBeUndefined();
    expect(table.opens({ what: "Raid night" }, { member: { isAdmin: false } })).toBeUndefined();
  });

  it("says what is unclear with two examples, and keeps what was typed in a form", async () => {
    const reply = await table.create({ ...fair, when: "soonish", role: RAIDERS });
    expect(await table.kept()).toEqual([]);
    expect(markdownIn(reply)).toMatch(/a time Milepost can read[^]*For example: `[^`]+` or `[^`]+`/);
    const call = callOf(reply, "Change it");
    expect(table.show(call).fields).toMatchObject({
      when: { value: "soonish" },
      channel: { value: NEWS },
      role: { value: RAIDERS },
    });
    await table.submit(call, { when: "when it starts", channel: NEWS });
    expect((await first()).rule).toMatchObject({ kind: "dated", thing: FAIR, leadMs: 0 });
  });

  it.each([
    ["Nowhereville", "No time zone found"],
    ["america", "Several time zones fit"],
  ])("says what is wrong with the zone %s", async (zone, words) => {
    const call = table.opens({ what: "Raid night" }) ?? { command: "", action: "" };
    const reply = await table.submit(call, { text: "x", when: "fridays 20:00", zone, channel: NEWS });
    expect(markdownIn(reply)).toContain(words);
    expect(await table.kept()).toEqual([]);
  });

  it("says that what passed, or is listed no more, can't be announced", async () => {
    table.clock.at = NOW + 3 * DAY;
    expect(markdownIn(await table.create({ ...fair, when: "when it starts" }))).toContain("passed");
    expect(markdownIn(await table.create({ ...fair, what: "milestone:99" }))).toContain(
      english.announce.refused.over,
    );
    expect(markdownIn(await table.create({ what: "own:caps", when: "every day 18:00" }))).toContain(
      english.announce.refused.own,
    );
    expect(await table.kept()).toEqual([]);
  });

  it("shows the announcement there is instead of setting it twice", async () => {
    await table.create(fair);
    expect(markdownIn(await table.create(fair))).toContain(english.announce.made.same);
    expect(await table.kept()).toHaveLength(1);
  });

  it("mentions nobody by what a note brings along, and keeps its markup", async () => {
    const reply = await table.create({
      what: "**b** @everyone <@&1> [a](http://b.example)",
      when: "every day 9:00",
    });
    expect(markdownIn(reply)).toContain("\n**b** @\u200Beveryone <\u200B@&1> [a](http://b.example)\n");
  });

  it("takes over the server's language, quiet hours and choice for doubtful posts", async () => {
    const quiet = { zone: "Europe/Berlin", from: "22:00", to: "07:00" };
    table.guild = { locale: "fr", quiet, revision: 1 };
    const reply = await table.create(fair);
    expect(await first()).toMatchObject({ quiet, content: { locale: "fr" } });
    expect(markdownIn(reply)).toMatch(/22:00 to 07:00[^]*français/i);
  });
});

describe("who may announce", () => {
  const nobody = { member: { isAdmin: false } };

  it.each([
    ["a member without Manage Server", nobody, /You need Manage Server/],
    ["a direct message", { place: { kind: "bot-dm" as const } }, /Manage Server/],
    ["a server Milepost is no member of", { place: { isInstalledHere: false } }, /isn't in this server/],
  ])("is nobody in %s", async (_, asking, words) => {
    expect(markdownIn(await table.create(fair, asking))).toMatch(words);
  });

  it("is asked anew at every control, and every form", async () => {
    const panel = await table.create(fair);
    const list = await table.list();
    const before = await first();
    for (const call of [...callsIn(panel), ...callsIn(list)].filter(({ action }) => action !== "panel")) {
      const isForm = ["edit", "rewrite", "quiet", "accent", "file"].includes(call.action);
      const reply = isForm
        ? await table.submit(
            call,
            { when: "when it ends", channel: NEWS, text: "x", from: "1", to: "2" },
            nobody,
          )
        : await table.act({ ...call, chosen: before.id }, nobody);
      expect(markdownIn(reply)).toContain(english.errors.byCode["admins-only"].title);
    }
    expect(await first()).toEqual(before);
  });

  it("touches no other server's announcements, whatever id is sent", async () => {
    const panel = await table.create(fair);
    const elsewhere = { place: { guildId: "710000000000000009" } };
    expect(markdownIn(await table.press(panel, "Pause", elsewhere))).toContain("is gone");
    const { id } = await first();
    expect(
      markdownIn(await table.act({ command: "announce", action: "open", chosen: id }, elsewhere)),
    ).toContain("is gone");
    expect((await first()).state).toBe("active");
  });
});

describe("where and whom", () => {
  it.each([
    ["a channel they can't see", channel(NEWS, { permissions: SEND }), "View Channel"],
    ["a channel they can't write in", channel(NEWS, { permissions: VIEW }), "Send Messages"],
    [
      "a thread they can't write in",
      channel(NEWS, { type: 11, permissions: VIEW | SEND }),
      "Send Messages in Threads",
    ],
    ["a voice channel they may not join", channel(NEWS, { type: 2, permissions: VIEW | SEND }), "Connect"],
    ["a forum they can't post in", channel(NEWS, { type: 15, permissions: VIEW }), "Send Messages"],
    ["a category", channel(NEWS, { type: 4 }), "can't take posts"],
  ])("refuses %s", async (_, [id, described], words) => {
    table.channels.set(id, described);
    const reply = await table.create(fair);
    expect(markdownIn(reply)).toContain(words);
    expect(await table.kept()).toEqual([]);
  });

  it("refuses a channel Discord says nothing of", async () => {
    expect(markdownIn(await table.create({ ...fair, channel: "999" }))).toContain(
      english.announce.refused.unknownChannel,
    );
  });

  it.each([
    [0, VIEW | SEND],
    [2, VIEW | SEND | CONNECT],
    [5, VIEW | SEND],
    [13, VIEW | SEND | CONNECT],
    [10, VIEW | IN_THREADS],
    [11, VIEW | IN_THREADS],
    [12, VIEW | IN_THREADS],
    [0, 1n << 3n],
  ])("takes a channel of type %i with permissions %i", async (type, permissions) => {
    table.channels.set(...channel(NEWS, { type, permissions }));
    await table.create(fair);
    expect(await table.kept()).toHaveLength(1);
  });

  it.each([
    ["everyone", GUILD, ALL, "everyone can't be pinged"],
    ["a role they can't mention", QUIET_ROLE, VIEW | SEND, "can't ping"],
    ["a role Discord says nothing of", "999", ALL, english.announce.refused.unknownRole],
  ])("refuses to mention %s", async (_, role, permissions, words) => {
    table.channels.set(...channel(NEWS, { permissions }));
    expect(markdownIn(await table.create({ ...fair, role }))).toContain(words);
    expect(await table.kept()).toEqual([]);
  });

  it.each([
    ["anybody may mention", RAIDERS, VIEW | SEND],
    ["they may mention", QUIET_ROLE, VIEW | SEND | MENTION],
  ])("mentions a role %s", async (_, role, permissions) => {
    table.channels.set(...channel(NEWS, { permissions }));
    await table.create({ ...fair, role });
    expect((await first()).content.roleId).toBe(role);
  });

  it("mentions nobody where the server switched it off", async () => {
    table.guild = { arePingsOn: false };
    expect(markdownIn(await table.create({ ...fair, role: RAIDERS }))).toContain("</setup:99>");
    expect(await table.kept()).toEqual([]);
  });

  it("checks the channel and the role of an edit like new ones", async () => {
    const panel = await table.create({ ...fair, channel: THREAD });
    table.channels.set(...channel(NEWS, { permissions: VIEW }));
    const edit = callOf(panel, "Edit");
    const refused = await table.submit(edit, { when: "when it ends", channel: NEWS });
    expect(markdownIn(refused)).toContain("Send Messages");
    expect(table.show(callOf(refused, "Change it")).fields).toMatchObject({
      when: { value: "when it ends" },
    });
    const forum = await table.submit(edit, { when: "when it ends", channel: FORUM });
    expect(markdownIn(forum)).toContain(english.announce.forum.title);
    expect((await first()).destinations).toMatchObject([{ target: THREAD }]);
  });
});

describe("looking after an announcement", () => {
  it("edits when, where and whom in one form that shows how it is", async () => {
    const panel = await table.create({ ...fair, role: RAIDERS });
    const call = callOf(panel, "Edit");
    expect(table.show(call).fields).toMatchObject({
      when: { value: "1 hour before it starts" },
      channel: { value: NEWS },
      role: { value: RAIDERS },
    });
    const edited = await table.submit(
      call,
      { when: "1 day before it ends", channel: THREAD },
      { member: { id: OTHER } },
    );
    expect(markdownIn(edited)).toMatch(new RegExp(`Changed\\.[^]*changed by <@${OTHER}>`));
    const { content, ...kept } = await first();
    expect(kept).toMatchObject({
      ownerId: ADMIN,
      editorId: OTHER,
      destinations: [{ target: THREAD }],
      rule: { edge: "end", leadMs: DAY },
    });
    expect(content.roleId).toBeUndefined();
  });

  it("keeps what it is about while the platform leaves it out", async () => {
    const panel = await table.create(fair);
    table.things.splice(0);
    await table.submit(callOf(panel, "Edit"), { when: "when it starts", channel: NEWS });
    expect(await first()).toMatchObject({ content: { title: "The autumn fair" }, rule: { leadMs: 0 } });
  });

  it("says who made it, and what was changed only once it was", async () => {
    const panel = await table.create(fair);
    const maker = Markdown.trusted(`<@${ADMIN}>`);
    const at = timestamp(NOW, "R");
    const { by, madeBy } = english.announce.panel;
    expect(markdownIn(panel)).toContain(String(madeBy(maker, at)));
    expect(markdownIn(await table.press(panel, "Pause"))).toContain(String(by(maker, undefined, at)));
  });

  it("rewrites a note", async () => {
    table.guild = { zone: "Europe/Berlin" };
    const panel = await table.create({ what: "Raid night", when: "fridays 20:00" });
    const call = callOf(panel, "Edit");
    const form = table.show(call);
    expect(form.title).toBe(english.announce.form.edit);
    expect(form.fields).toMatchObject({ text: { value: "Raid night" }, zone: { value: "Berlin" } });
    const filled = { text: "Raid **morning**", when: "saturdays 9:00", zone: "Tokyo", channel: NEWS };
    await table.submit(call, filled);
    expect(await first()).toMatchObject({
      content: { subject: { kind: "note", text: "Raid **morning**" }, zone: "Asia/Tokyo" },
      rule: { kind: "weekly", days: [6], zone: "Asia/Tokyo" },
    });
  });

  it("pauses and resumes", async () => {
    const paused = await table.press(await table.create(fair), "Pause");
    expect(markdownIn(paused)).toMatch(/\*\*Status:\*\* paused(?![^]*\*\*Next\*\*)/);
    expect((await first()).state).toBe("paused");
    const resumed = await table.press(paused, "Resume");
    expect(markdownIn(resumed)).toContain(`**Status:** ${english.announce.states.active}`);
    expect((await first()).nextAt).toBe(NOW + 2 * DAY - HOUR);
  });

  it("deletes only after a yes", async () => {
    const asking = await table.press(await table.create(fair), "Delete");
    expect(markdownIn(asking)).toContain("Delete “The autumn fair”?");
    expect(markdownIn(await table.press(asking, "Keep it"))).toContain(
      `**Status:** ${english.announce.states.active}`,
    );
    expect(markdownIn(await table.press(asking, "Delete it"))).toContain("Deleted: **The autumn fair**");
    expect(await table.kept()).toEqual([]);
    expect(markdownIn(await table.press(asking, "Delete it"))).toContain("is gone");
  });

  it("tells two admins at once whose change counts, and loses nothing that was typed", async () => {
    const mine = await table.create(fair);
    await table.press(mine, "Pause", { member: { id: OTHER } });
    const late = await table.submit(callOf(mine, "Edit"), { when: "when it ends", channel: THREAD });
    expect(markdownIn(late)).toMatch(new RegExp(`Someone else changed this[^]*<@${OTHER}>[^]*wasn't saved`));
    expect(await first()).toMatchObject({
      state: "paused",
      destinations: [{ target: NEWS }],
      rule: { edge: "start" },
    });
    const again = callOf(late, english.announce.made.mine);
    expect(table.show(again).fields).toMatchObject({
      when: { value: "when it ends" },
      channel: { value: THREAD },
    });
    await table.submit(again, { when: "when it ends", channel: THREAD });
    expect(await first()).toMatchObject({ destinations: [{ target: THREAD }], rule: { edge: "end" } });
    expect(markdownIn(await table.press(mine, "Pause"))).toContain("Someone else changed this");
  });

  it.each([
    [
      { kind: "sent", channelId: NEWS, messageId: "9" },
      `(<https://discord.com/channels/${GUILD}/${NEWS}/9>)`,
    ],
    [{ kind: "refused", reason: "missing-permission" }, "Send Messages"],
    [{ kind: "refused", reason: "missing-access" }, "View Channel"],
    [{ kind: "refused", reason: "unavailable" }, "Discord isn't responding"],
    [{ kind: "nothing-to-say", reason: "nothing" }, "There was nothing to say"],
  ] as const)("tests it and says in the same reply what became of it: %j", async (tested, words) => {
    table.tested = tested;
    const reply = await table.press(await table.create(fair), english.shared.buttons.test);
    expect(markdownIn(reply)).toContain(words);
    expect(labels(reply)).toContain(english.shared.buttons.test);
  });

  it("sets quiet hours in the server's zone, and takes them away", async () => {
    table.guild = { zone: "Europe/Berlin", revision: 1 };
    const call = callOf(await table.create(fair), "Quiet hours");
    const set = await table.submit(call, { from: "22", to: "7:30" });
    expect((await first()).quiet).toEqual({ zone: "Europe/Berlin", from: "22:00", to: "07:30" });
    const open = callOf(set, "Quiet hours");
    expect(table.show(open).fields).toMatchObject({ from: { value: "22:00" }, to: { value: "07:30" } });
    const bad = await table.submit(open, { from: "late", to: "" });
    expect(markdownIn(bad)).toContain(english.remind.zone.quietUnclear);
    expect(table.show(callOf(bad, "Change it")).fields).toMatchObject({ from: { value: "late" } });
    await table.submit(open, {});
    expect((await first()).quiet).toBeUndefined();
  });

  it("publishes in an announcement channel, and offers it nowhere else", async () => {
    const panel = await table.press(await table.create(fair), english.announce.panel.buttons.publishOn);
    expect((await first()).content.publish).toBe(true);
    expect(labels(panel)).toContain(english.announce.panel.buttons.publishOff);
    await table.submit(callOf(panel, "Edit"), { when: "when it starts", channel: THREAD });
    expect((await first()).content.publish).toBe(false);
    expect(
      labels(await table.act({ command: "announce", action: "panel", state: { id: (await first()).id } })),
    ).not.toContain(english.announce.panel.buttons.publishOn);
  });

  it("pauses by the button under a post, for admins alone", async () => {
    await table.create(fair);
    const { id } = await first();
    const off = { command: "announce", action: "off", state: { id, d: "x" } };
    expect(markdownIn(await table.act(off, { member: { isAdmin: false } }))).toContain(
      english.errors.byCode["admins-only"].title,
    );
    expect((await first()).state).toBe("active");
    expect(markdownIn(await table.act(off))).toContain(english.announce.off.paused);
    expect((await first()).state).toBe("paused");
    expect(markdownIn(await table.act(off))).toContain(`**Status:** ${english.announce.states.paused}`);
  });

  it("pauses by the button under a post, also where it meets another change", async () => {
    await table.create(fair);
    const { id } = await first();
    const { reminders } = table.services;
    if (reminders === undefined) throw new Error("there are no reminders");
    const change = reminders.change.bind(reminders);
    reminders.change = async (of, changes) => {
      reminders.change = change;
      await change({ ...of, by: OTHER }, { whenUnsure: "at-least-once" });
      return change(of, changes);
    };
    const reply = await table.act({ command: "announce", action: "off", state: { id, d: "x" } });
    expect(markdownIn(reply)).toContain(english.announce.off.paused);
    expect((await first()).state).toBe("paused");
  });
});

describe("/announce list and history", () => {
  it("says that there are none, and how to set one", async () => {
    expect(seen(await table.list())).toContain("</announce new:99>");
    expect(seen(await table.history())).toContain(english.shared.noHistory);
  });

  it("shows 50 announcements in pages that Discord can show, and opens each", async () => {
    for (let day = 1; day <= 50; day += 1) {
      const when = `2027-01-01 ${String(day % 24).padStart(2, "0")}:${String(day).padStart(2, "0")}`;
      await table.create({ what: `Note ${day} ${"and so on ".repeat(30)}`, when });
    }
    await table.database.queries
      .updateTable("destinations")
      .set({ state: "disabled", reason: "missing-permission" })
      .execute();
    let page = await table.list();
    const found: string[] = [];
    for (let pages = 1; ; pages += 1) {
      found.push(...selectIn(page).entries.map(({ label }) => label));
      expect(markdownIn(page).length).toBeLessThan(3500);
      const next = buttonsIn(page).find(({ label }) => label === "Next");
      if (next?.type !== "action" || next.disabled === true) break;
      expect(pages).toBeLessThan(20);
      page = await table.act(next.press);
    }
    expect(new Set(found).size).toBe(50);
    const chosen = selectIn(page).entries[0]?.value ?? "";
    const panel = await table.act({ ...selectIn(page).choose, chosen });
    expect(markdownIn(panel)).toContain("Note 49");
    expect(markdownIn(await table.press(panel, "All announcements"))).toContain("Page 9 of 9");
  });

  it("stops at 100 announcements and says so", async () => {
    for (let count = 0; count < 100; count += 1) {
      await table.create({ what: `Note ${count}`, when: "2027-01-01 10:00" });
    }
    const reply = await table.create({ what: english.setup.start.more, when: "2027-01-01 10:00" });
    expect(markdownIn(reply)).toMatch(/100 announcements[^]*<\/announce list:99>/);
    expect(await table.kept()).toHaveLength(100);
  });

  it("says in words what stands in the way", async () => {
    await table.create(fair);
    await table.database.queries
      .updateTable("destinations")
      .set({ state: "disabled", reason: "channel-gone" })
      .execute();
    expect(markdownIn(await table.list())).toMatch(new RegExp(`<#${NEWS}> is gone[^]*another channel`));
  });

  it("suggests announcements for their history, to admins of their server", async () => {
    await table.create(fair);
    const suggest = (isAdmin: boolean) => table.suggestHistory("fair", { member: { isAdmin } });
    expect(await suggest(true)).toEqual([
      { name: "The autumn fair (1 hour before it starts)", value: (await first()).id },
    ]);
    expect(await suggest(false)).toEqual([]);
  });
});
