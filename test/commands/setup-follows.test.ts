import type { BoardService } from "../../src/features/posts/board-service.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import setup from "../../commands/setup.ts";
import { createGuildSettingsStore } from "../../src/features/servers/store/guild-settings-store.ts";
import type { ServerCalendar } from "../../src/features/posts/services.ts";
import { MilepostError } from "../../src/base/errors.ts";
import type { GuildSettingsStore } from "../../src/features/kit/settings/settings.ts";
import { silentLog } from "../../src/base/log.ts";
import type { ActionCall, Reply } from "../../src/discord/reply/reply.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { guildData } from "../../src/features/servers/store/guild-data.ts";
import { ADMIN, type AnnounceTable, NEWS, openAnnounceTable, OTHER } from "./announce-harness.ts";
import { type Asking, callOf, contextOf, markdownIn, press, selectIn } from "../support/run-command.ts";
import { GUILD, NOW } from "./remind-harness.ts";
import { readState } from "../../src/discord/reply/calls.ts";
import { offerLanguages } from "../support/languages.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { english } from "../../src/messages/en.ts";

let database: Database;
let store: GuildSettingsStore;
let table: AnnounceTable;
offerLanguages("de", "fr");

beforeEach(async () => {
  database = await openDatabase({ url: ":memory:" });
  const clock = new ManualClock(NOW);
  store = await createGuildSettingsStore({ database, clock, log: silentLog });
  table = await openAnnounceTable({ guilds: store, guildData: guildData(database) });
});
afterEach(async () => {
  await table.close();
  await database.close();
});

const admin: Asking = {
  member: { id: OTHER, isAdmin: true },
  place: { guildId: GUILD, channelId: NEWS, guildLocale: "de" },
  isPrivate: true,
  now: NOW,
};
const push = (call: ActionCall & { readonly chosen?: string }) => press(setup, table.services, call, admin);
const section = (name: string) => push({ command: "setup", action: "section", chosen: name });
const form = (call: ActionCall) => {
  const found = setup.modals?.[call.action];
  if (found === undefined) throw new Error(`no form ${call.action}`);
  return found;
};
const submit = (call: ActionCall, fields: Readonly<Record<string, string>>): Promise<Reply> =>
  form(call).submitted({
    ...contextOf(table.services, admin),
    state: readState(form(call).state ?? {}, call.state ?? {}),
    update: async () => false,
    rerun: () => Promise.reject(new Error("nothing waits")),
    fields,
  });
const quiet = async (from: string, to: string) =>
  submit(callOf(await section("quiet"), "Set quiet hours"), { from, to });
/** By the clock, in a zone that was picked. */
async function note(what: string): Promise<Reply> {
  const { revision, isZoneChosen } = store.of(GUILD);
  if (!isZoneChosen)
    await store.change(
      { guildId: GUILD, revision, by: OTHER },
      { zone: "Europe/Berlin", isZoneChosen: true },
    );
  return table.create({ what, channel: NEWS, when: "fridays 20:00" });
}
const kept = async (title: string) => (await table.kept()).find(({ content }) => content.title === title);

it("deletes all that is stored for the server after a question only", async () => {
  await quiet("22:00", "7:00");
  const sure = await push(callOf(await section("check"), english.setup.forget.button));
  expect(markdownIn(sure)).toContain(english.setup.forget.means);
  expect(store.of(GUILD).quiet).toBeDefined();
  const done = await push(callOf(sure, english.setup.forget.button));
  expect(markdownIn(done)).toContain(english.setup.forget.done);
  expect(store.of(GUILD)).toMatchObject({ revision: 0 });
  expect(await guildData(database).guildIds()).toEqual([]);
});

/** Deletes the server's data where two boards are stopped so; returns what is said of it. */
const removeWith = async (stop: BoardService["stop"]) => {
  const board = { guildId: GUILD, channelId: NEWS, what: "trending", state: "live" } as const;
  const boards = ["a", "b"].map((id) => ({ ...board, id, isPinned: false, madeBy: ADMIN, madeAt: NOW }));
  Object.assign(table.services, {
    boards: { ...table.services.boards, ofGuild: async () => boards, stop },
  });
  const sure = await push(callOf(await section("check"), english.setup.forget.button));
  expect(markdownIn(sure)).toContain(english.setup.forget.boards);
  return markdownIn(await push(callOf(sure, english.setup.forget.button)));
};

describe("the messages of live boards, when the server's data is deleted,", () => {
  it("say first that they are stopped", async () => {
    const stopped: string[] = [];
    const said = await removeWith(async (id, how) => {
      stopped.push(`${id} ${how}`);
      return "stopped";
    });
    expect(stopped).toEqual(["a leave", "b leave"]);
    expect(said).not.toContain(english.setup.forget.boardsLeft(1));
  });

  it("keep nothing from being deleted where Discord doesn't take that, which is told", async () => {
    await quiet("22:00", "7:00");
    const said = await removeWith(async (id) => {
      if (id === "a") throw new Error("no answer");
      return "message-left";
    });
    expect(said).toContain(english.setup.forget.boardsLeft(2));
    expect(store.of(GUILD)).toMatchObject({ revision: 0 });
  });
});

/** Deletes the server's data while two of its events are known and `refresh` looks after them; returns what is said. */
const removeEvents = async (refresh?: ServerCalendar["refresh"]) => {
  const entry = { guild_id: GUILD, title: "Feast", start_at: 0, end_at: NOW, missing_since: null };
  const made = { ...entry, state: "made" } as const;
  const rows = [
    { ...made, thing: "a", event_id: "1" },
    { ...made, thing: "b", event_id: "2" },
    { ...entry, thing: "c", event_id: "3", state: "dismissed" } as const,
  ];
  await database.queries.insertInto("calendar_entries").values(rows).execute();
  Object.assign(table.services, { calendar: refresh && { refresh, troubleOf: () => undefined } });
  const sure = await push(callOf(await section("check"), english.setup.forget.button));
  return markdownIn(await push(callOf(sure, english.setup.forget.button)));
};
const turn = (isCalendarOn: boolean) =>
  store.change({ guildId: GUILD, revision: store.of(GUILD).revision, by: ADMIN }, { isCalendarOn });

describe("server events, when the server's data is deleted,", () => {
  const asked: boolean[] = [];
  const clear = async () => {
    asked.push(store.of(GUILD).isCalendarOn);
    await database.queries.deleteFrom("calendar_entries").execute();
  };
  beforeEach(() => void asked.splice(0));

  it("go first, switched off before", async () => {
    await turn(true);
    const said = await removeEvents(clear);
    expect(asked).toEqual([false]);
    expect(said).not.toMatch(/server events? couldn't be deleted/);
  });

  it("go where they were switched off already, and some stayed", async () => {
    await turn(false);
    await removeEvents(clear);
    expect(asked).toEqual([false]);
  });

  it("are switched off though somebody else changes settings at once", async () => {
    await turn(true);
    vi.spyOn(store, "change").mockImplementationOnce(async (of, changes) => {
      await store.change({ ...of, by: OTHER }, { areCreationsOn: true });
      return store.change(of, changes);
    });
    await removeEvents(clear);
    expect(asked).toEqual([false]);
  });

  it.each([
    ["lets none go", async () => {}],
    ["takes too long for another node", () => Promise.reject(new MilepostError("busy"))],
  ])("keep nothing from being deleted where Discord %s, which is told", async (_, refresh) => {
    await turn(true);
    expect(await removeEvents(refresh)).toContain(english.setup.forget.eventsLeft(2));
    expect(await guildData(database).guildIds()).toEqual([]);
  });

  it("are counted where the operator has them off", async () => {
    expect(await removeEvents()).toContain(english.setup.forget.eventsLeft(2));
  });
});

describe("what is chosen in /setup", () => {
  it("holds for announcements that are there: quiet hours, but where they have their own", async () => {
    await note("Raid night");
    const own = callOf(await note("Alarm"), "Quiet hours");
    await table.submit(own, { from: "1:00", to: "2:00" });
    const set = await quiet("22:00", "7:00");
    expect(markdownIn(set)).toContain("1 announcement keeps its own quiet hours");
    const server = { zone: "Europe/Berlin", from: "22:00", to: "07:00" };
    expect(await kept("Raid night")).toMatchObject({ quiet: server, editorId: OTHER, ownerId: ADMIN });
    expect((await kept("Alarm"))?.quiet).toMatchObject({ from: "01:00" });
    const off = await push(callOf(await section("quiet"), english.shared.quiet.clear));
    expect(markdownIn(off)).toContain("keeps its own");
    expect((await kept("Raid night"))?.quiet).toBeUndefined();
  });

  it("holds for them: language, and what is done in doubt", async () => {
    await note("Raid night");
    await push({ ...selectIn(await section("language"), "set").choose, chosen: "fr" });
    expect(await kept("Raid night")).toMatchObject({ content: { locale: "fr" } });
    await push({ ...selectIn(await section("language"), "set").choose, chosen: "own" });
    expect(await kept("Raid night")).toMatchObject({ content: { locale: "de" } });
    await push(callOf(await section("posts"), english.setup.posts.toMost));
    const rows = await table.database.queries.selectFrom("reminders").select("when_unsure").execute();
    expect(rows).toEqual([{ when_unsure: "at-most-once" }]);
  });

  it("leaves their times in the zone they were set in, and says so", async () => {
    await note("Raid night");
    await quiet("22:00", "7:00");
    const search = callOf(await section("language"), english.shared.zone.search);
    const saved = await submit(search, { typed: "Tokyo" });
    expect(markdownIn(saved)).toMatch(/1 announcement keeps its old time zone.*<\/announce list:99>/);
    expect(await kept("Raid night")).toMatchObject({
      rule: { zone: "Europe/Berlin" },
      quiet: { zone: "Asia/Tokyo", from: "22:00" },
    });
  });

  it("touches no announcement when nothing was saved", async () => {
    await note("Raid night");
    const stale = callOf(await section("quiet"), "Set quiet hours");
    await quiet("22:00", "7:00");
    const clash = await submit(stale, { from: "1:00", to: "2:00" });
    expect(markdownIn(clash)).toContain("Someone else changed");
    expect(callOf(clash, "Set quiet hours").state).toMatchObject({ from: "1:00", to: "2:00" });
    expect((await kept("Raid night"))?.quiet).toMatchObject({ from: "22:00" });
  });
});

describe("what posts show", () => {
  it("says plainly whether creations do, by both choices together", async () => {
    const posts = async () => markdownIn(await section("posts"));
    expect(await posts()).toContain(english.setup.posts.kindsButCreations("all"));
    await push(callOf(await section("posts"), "Show players' creations"));
    expect(await posts()).toContain("Kinds shown: all.");
    const { revision } = store.of(GUILD);
    await store.change({ guildId: GUILD, revision, by: OTHER }, { kinds: ["news"] });
    expect(await posts()).toContain(english.setup.posts.creationsUnchosen.toString());
    expect(await posts()).not.toContain("creations and forum topics are shown in posts");
  });
});

describe("a zone nobody picked", () => {
  it("is the one the server's language is spoken in, and is said to be a guess", async () => {
    expect(markdownIn(await section("language"))).toMatch(/\*\*.*Berlin.*\*\*, now .*, until you pick one/);
    const search = callOf(await section("language"), english.shared.zone.search);
    expect(markdownIn(await submit(search, { typed: "Berlin" }))).not.toContain("until you pick one");
  });
});

describe("the forms of /setup", () => {
  it("take a time as people write it, as everywhere else", async () => {
    await quiet("10 pm", "7");
    expect(store.of(GUILD).quiet).toEqual({ zone: "Europe/Berlin", from: "22:00", to: "07:00" });
    await quiet("2230", "7h15");
    expect(store.of(GUILD).quiet).toEqual({ zone: "Europe/Berlin", from: "22:30", to: "07:15" });
  });

  it("keep what was typed where it could not be read", async () => {
    const refused = await quiet("25:00", "6:30");
    const call = callOf(refused, "Set quiet hours");
    const shown = form(call).show({ ...contextOf(table.services, admin), state: call.state ?? {} });
    expect(shown.fields).toMatchObject({ from: { value: "25:00" }, to: { value: "6:30" } });
    const search = callOf(await section("language"), english.shared.zone.search);
    const unknown = callOf(await submit(search, { typed: "Atlantis" }), english.shared.zone.search);
    const again = form(unknown).show({ ...contextOf(table.services, admin), state: unknown.state ?? {} });
    expect(again.fields).toMatchObject({ typed: { value: "Atlantis" } });
  });
});
