import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import setup from "../../commands/setup.ts";
import { createGuildSettingsStore } from "../../src/features/servers/store/guild-settings-store.ts";
import type { GuildSettingsStore } from "../../src/features/kit/settings/settings.ts";
import {
  MAX_ANNOUNCEMENTS,
  type HistoryEntry,
  type NewReminder,
  type ReminderService,
} from "../../src/features/posts/reminder-service.ts";
import type { DatedSubject } from "../../src/features/posts/read/read-subject.ts";
import { serverChannels } from "../../src/discord/post/server-channels.ts";
import type { Services } from "../../src/features/services.ts";
import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { CustomIds } from "../../src/discord/interaction/custom-id.ts";
import { createMemberPermissions } from "../../src/discord/rest/member-permissions.ts";
import { createOwnPermissions } from "../../src/discord/rest/permissions.ts";
import { Poster } from "../../src/discord/post/poster.ts";
import { createPostWriter } from "../../src/discord/post/post-writer.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import type { ActionCall, Block, Reply } from "../../src/discord/reply/reply.ts";
import type { ResolvedChannel } from "../../src/discord/command/invocation-context.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { linkingThat } from "../support/idle-services.ts";
import { fakePlatform, fakeServices } from "../support/fake-services.ts";
import { TAG_KEY } from "../discord/support.ts";
import { MemoryStateStore } from "../support/memory-state-store.ts";
import { withCards } from "../support/drawn-cards.ts";
import { offerLanguages } from "../support/languages.ts";
import { type Asking, NOW, buttonsIn, callOf, contextOf, press, run, seen } from "../support/run-command.ts";
import { readState } from "../../src/discord/reply/calls.ts";
import { setupCalls } from "../../src/features/servers/view/calls.ts";
import { HOUR_MS } from "../../src/base/duration.ts";
import { english } from "../../src/messages/en.ts";

const SEND = 1n << 11n;
const VIEW = 1n << 10n;
const EMBED = 1n << 14n;
const HISTORY = 1n << 16n;

let clock: MovableClock;
let discord: LocalDiscord;
let database: Database;
let store: GuildSettingsStore;
let services: Services;
let made: NewReminder[];
let retried: string[];
let things: DatedSubject[];

offerLanguages("de", "fr");

beforeEach(async () => {
  clock = new MovableClock();
  discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
  database = await openDatabase({ url: ":memory:" });
  store = await createGuildSettingsStore({ database, clock, log: silentLog });
  const rest = createBotRest({ apiUrl: discord.url, breaker: new RefusalBreaker({ clock }) }).setToken(
    discord.token,
  );
  const customIds = new CustomIds([TAG_KEY], new MemoryStateStore(clock), clock);
  const channels = serverChannels({
    permissions: createOwnPermissions({ rest, clock }),
    forMember: createMemberPermissions({ rest, clock }),
    poster: new Poster({ rest, clock }),
    write: createPostWriter(customIds),
  });
  made = [];
  retried = [];
  things = [];
  const reminders = fakeReminders();
  services = {
    ...fakeServices({ platform: fakePlatform({}, ["trending.list"]) }),
    linking: linkingThat(async () => undefined),
    guilds: store,
    channels,
    reminders,
  };
});
afterEach(async () => {
  await discord.close();
  await database.close();
});

const refuse = () => Promise.reject(new Error("not asked for here"));
const view = (wanted: NewReminder) => ({
  id: "r1",
  revision: 1,
  editorId: wanted.ownerId,
  state: "active" as const,
  madeAt: NOW,
  changedAt: NOW,
  nextAt: NOW + HOUR_MS,
  ...wanted,
  destinations: wanted.destinations.map((place) => ({ ...place, state: "open" as const, since: NOW })),
});

/** Keeps what it is given; a view has what the tests read. */
function fakeReminders(): ReminderService {
  return {
    datedSubjects: async () => things,
    async make(wanted) {
      made.push(wanted);
      return { kind: "made", reminder: view(wanted) };
    },
    ofGuild: async () => made.map(view),
    notifyRoleRefused: refuse,
    retryDestination: async (target) => void retried.push(target),
    listed: refuse,
    find: refuse,
    ofMember: refuse,
    preview: refuse,
    draft: refuse,
    change: refuse,
    move: refuse,
    remove: refuse,
    test: refuse,
    takeBackTests: refuse,
    history: refuse,
    snooze: refuse,
    markDone: refuse,
    signUp: refuse,
    leave: refuse,
    signUpsOf: refuse,
    forgetMember: refuse,
  };
}

const admin: Asking = {
  member: { id: Ids.admin, name: "Jonas", isAdmin: true, isModerator: true },
  place: { guildId: Ids.harbour, channelId: Ids.general, guildLocale: "de" },
  isPrivate: true,
};
const announcementIn = (target: string): NewReminder => ({
  ownerId: Ids.admin,
  guildId: Ids.harbour,
  destinations: [{ kind: "channel", target }],
  rule: { kind: "watch", what: "entries" },
  content: { purpose: "announcement" } as NewReminder["content"],
});
const settings = () => store.of(Ids.harbour);
const open = (asking: Asking = admin) => run(setup, services, {}, asking);
const push = (call: ActionCall & { chosen?: string; allChosen?: readonly string[] }, asking = admin) =>
  press(setup, services, call, asking);
const section = (name: string) => push({ command: "setup", action: "section", chosen: name });

type Choosing = Extract<Block, { type: "select" | "channels" }>;
function choosing(reply: Reply, placeholder: string): Choosing {
  const found = reply.blocks.find(
    (block): block is Choosing =>
      (block.type === "select" || block.type === "channels") && block.placeholder === placeholder,
  );
  if (found === undefined) throw new Error(`nothing to choose ${placeholder} from: ${seen(reply)}`);
  return found;
}
const choose = (reply: Reply, placeholder: string, ...values: readonly string[]) =>
  push({ ...choosing(reply, placeholder).choose, allChosen: values });
const pressed = (reply: Reply, label: string) => push(callOf(reply, label));
function submit(
  form: "zone" | "quiet" | "accent",
  reply: Reply,
  label: string,
  fields: Record<string, string>,
) {
  const found = setup.modals?.[form];
  if (found === undefined) throw new Error(`no form ${form}`);
  return found.submitted({
    ...contextOf(services, admin),
    state: readState(found.state ?? {}, callOf(reply, label).state ?? {}),
    update: async () => false,
    rerun: () => Promise.reject(new Error("nothing waits")),
    fields,
  });
}
const typing = (panel: Reply, typed: string) => submit("accent", panel, "Set a color", { typed });
/** Chooses a channel as Discord resolves it: with what the member may do in it. */
function chooseChannel(
  reply: Reply,
  placeholder: string,
  channel: Partial<ResolvedChannel> & { id: string },
) {
  const action = setup.actions?.[choosing(reply, placeholder).choose.action];
  if (action === undefined) throw new Error("no such action");
  const resolved = { name: "news", type: 0, permissions: SEND | VIEW, ...channel };
  return action.run({
    ...contextOf(services, admin),
    state: choosing(reply, placeholder).choose.state ?? {},
    chosen: channel.id,
    allChosen: [channel.id],
    resolved: { channel: (id) => (id === channel.id ? resolved : undefined), role: () => undefined },
    update: async () => false,
    rerun: () => Promise.reject(new Error("nothing waits")),
  });
}
const linksIn = (reply: Reply) =>
  reply.blocks
    .flatMap((block) => (block.type === "buttons" ? block.buttons : []))
    .flatMap((button) => (button.type === "link" ? [new URL(button.url).searchParams] : []));
const permissions = (reply: Reply) => linksIn(reply).map((query) => Number(query.get("permissions")));
const threads = async () =>
  (await discord.local.home({ as: Ids.admin })).servers.flatMap((one) => one.channels);
const posts = (channel: string) => discord.local.history({ as: Ids.admin, channel });

describe("/setup", () => {
  it.each([
    [{ member: { isAdmin: false } }, "admins-only"],
    [{ place: { kind: "bot-dm" } }, "admins-only"],
    [{ place: { isInstalledHere: false } }, "not-installed-here"],
  ] as const)("is for those who manage a server it is in: %j", async (change, code) => {
    const asking = {
      ...admin,
      member: { ...admin.member, ...("member" in change ? change.member : {}) },
      place: { ...admin.place, ...("place" in change ? change.place : {}) },
    };
    await expect(open(asking)).rejects.toMatchObject({ code });
    const carried: Readonly<Record<string, ActionCall>> = {
      set: setupCalls.set({ in: "posts", rev: 0, f: "quiet" }),
      resetLook: setupCalls.resetLook({ in: "posts", rev: 0 }),
      removeTest: setupCalls.removeTest({ c: "1", m: "2" }),
    };
    for (const action of Object.keys(setup.actions ?? {}).filter((name) => name !== "about")) {
      const call = carried[action] ?? { command: "setup", action };
      await expect(push(call, asking)).rejects.toMatchObject({ code });
    }
  });

  it("begins with three short steps, and ends with an announcement", async () => {
    things = [
      { subject: { kind: "reset", every: "week" }, label: "week", startAt: NOW + HOUR_MS },
      { subject: { kind: "milestone", hash: 7 }, label: "Regatta", endAt: NOW + 5 * HOUR_MS },
      // The platform lists it as an event too: nobody could tell the two apart.
      {
        subject: { kind: "ritual", type: "event", id: "regatta" },
        label: "Regatta",
        endAt: NOW + 5 * HOUR_MS,
      },
    ];
    const first = await open();
    expect(seen(first)).toContain("Step 1 of 3");
    const chosen = await choose(
      await choose(first, english.shared.zone.pick, "Europe/Berlin"),
      english.setup.language.pick,
      "fr",
    );
    expect(seen(chosen)).toContain("**Saved.**");
    const second = await pressed(chosen, "Next");
    const third = await pressed(await choose(second, english.setup.answers.pick, Ids.general), "Next");
    expect(settings()).toMatchObject({
      locale: "fr",
      zone: "Europe/Berlin",
      publicIn: [Ids.general],
      revision: 3,
    });
    expect(choosing(third, english.setup.start.pickWhat)).toMatchObject({
      entries: [
        { value: "week", chosen: true },
        { value: "entries" },
        { value: "milestone:7", label: "Regatta" },
      ],
    });
    const where = await chooseChannel(third, english.setup.start.pickWhere, {
      id: Ids.announcements,
      type: 5,
    });
    const done = seen(await pressed(where, "Announce it"));
    expect(done).toContain(`**All set.** <#${Ids.announcements}> gets “Weekly reset”`);
    expect(done).not.toContain("missing");
    expect(made).toMatchObject([
      {
        ownerId: Ids.admin,
        guildId: Ids.harbour,
        destinations: [{ kind: "channel", target: Ids.announcements }],
        rule: { kind: "dated", thing: "reset:week", edge: "start", leadMs: 0 },
        content: { purpose: "announcement", locale: "fr", zone: "Europe/Berlin", channelType: 5 },
        whenUnsure: "at-least-once",
      },
    ]);
    expect(seen(await open())).toContain("## Setup: Overview");
  });

  it("begins a post where a forum is chosen, with the tag it asks for", async () => {
    await discord.local.setTagRequired({ channel: Ids.forum, required: true });
    const third = await push({ command: "setup", action: "section", state: { section: "start3" } });
    const where = await chooseChannel(third, english.setup.start.pickWhere, { id: Ids.forum, type: 15 });
    const button = buttonsIn(where).find(({ label }) => label === "Announce it");
    expect(button).toMatchObject({ disabled: true });
    const [tag] = choosing(where, english.announce.forum.pickTag).entries ?? [];
    const tagged = await choose(where, english.announce.forum.pickTag, tag?.value ?? "");
    expect(seen(await pressed(tagged, "Announce it"))).toContain("**All set.**");
    const [target] = made.flatMap(({ destinations }) => destinations.map((one) => one.target));
    expect(target).not.toBe(Ids.forum);
    expect(await posts(target ?? "")).toHaveLength(1);
    expect(made[0]?.content).toMatchObject({ channelType: 11 });
  });

  it("begins no post in a forum where there is no room for what it is for", async () => {
    const third = await push({ command: "setup", action: "section", state: { section: "start3" } });
    const where = await chooseChannel(third, english.setup.start.pickWhere, { id: Ids.forum, type: 15 });
    made.push(...Array.from({ length: MAX_ANNOUNCEMENTS }, () => announcementIn(Ids.announcements)));
    const before = (await threads()).length;
    expect(seen(await pressed(where, "Announce it"))).toContain("</announce list:99>");
    expect((await threads()).length).toBe(before);
  });

  it("says why no post could be begun in a forum", async () => {
    const third = await push({ command: "setup", action: "section", state: { section: "start3" } });
    const where = await chooseChannel(third, english.setup.start.pickWhere, { id: Ids.forum, type: 15 });
    await discord.local.setTagRequired({ channel: Ids.forum, required: true });
    expect(seen(await pressed(where, "Announce it"))).toMatch(/couldn't be started[^]*need a tag/);
    expect(made).toEqual([]);
  });

  it("does not begin anew where an announcement is made and no setting changed", async () => {
    things = [{ subject: { kind: "reset", every: "week" }, label: "week", startAt: NOW + HOUR_MS }];
    const third = await push({ command: "setup", action: "section", state: { section: "start3" } });
    expect(seen(await open())).toContain("Step 1 of 3");
    const where = await chooseChannel(third, english.setup.start.pickWhere, {
      id: Ids.announcements,
      type: 5,
    });
    await pressed(where, "Announce it");
    expect(settings().revision).toBe(0);
    expect(seen(await open())).toContain("## Setup: Overview");
  });

  it("announces nothing where the admin could not write, and says what the bot lacks", async () => {
    await store.change({ guildId: Ids.harbour, revision: 0, by: "1" }, { zone: "UTC" });
    const third = await push({ command: "setup", action: "section", state: { section: "start3" } });
    const refused = await chooseChannel(third, english.setup.start.pickWhere, {
      id: Ids.readOnly,
      permissions: VIEW,
    });
    expect(seen(refused)).toContain(`You can't send messages in <#${Ids.readOnly}>`);
    const button = refused.blocks.flatMap((block) => (block.type === "buttons" ? block.buttons : []));
    expect(button.find(({ label }) => label === "Announce it")).toMatchObject({ disabled: true });
    const again = await chooseChannel(refused, english.setup.start.pickWhere, { id: Ids.readOnly });
    const said = seen(await pressed(again, "Announce it"));
    expect(said).toMatch(/^\*\*Not ready yet\.\*\*.*\n.*needs .*Send Messages[^]*Edit Channel > Permissions/);
    expect(said).not.toContain("All set");
  });

  it("says that a channel gets it where the bot may write, and what it lacks there", async () => {
    await discord.local.setOverwrite({
      channel: Ids.announcements,
      target: Ids.harbourBotRole,
      allow: String(SEND),
      deny: String(EMBED | HISTORY),
    });
    const third = await push({ command: "setup", action: "section", state: { section: "start3" } });
    const where = await chooseChannel(third, english.setup.start.pickWhere, {
      id: Ids.announcements,
      type: 5,
    });
    const done = await pressed(where, "Announce it");
    expect(seen(done)).toMatch(/^\*\*All set\.\*\*.*\n.*needs .*Embed Links.*Read Message History/);
    expect(done.tone).toBe("notice");
    expect(seen(await section("overview"))).not.toContain("Milepost can't post");
    expect(seen(await pressed(await section("check"), "Check permissions"))).toContain("Embed Links");
  });

  it("tells two admins at once who was faster, and keeps the first choice", async () => {
    const panel = await section("posts");
    await pressed(panel, "Show players' creations");
    const clash = await push(callOf(panel, english.setup.posts.pingsOff), {
      ...admin,
      member: { ...admin.member, id: Ids.moderator },
    });
    expect(seen(clash)).toMatch(/Someone else changed[^]*<@700000000000000012> changed it <t:\d+:R>/);
    expect(settings()).toMatchObject({ areCreationsOn: true, arePingsOn: true, revision: 1 });
    await pressed(clash, english.setup.posts.pingsOff);
    expect(settings()).toMatchObject({ arePingsOn: false, revision: 2 });
  });

  it("says nothing of private commands where the operator has none", async () => {
    services = { ...services, linking: undefined };
    expect(seen(await section("answers"))).not.toContain(english.setup.answers.turnOff);
    expect(seen(await section("overview"))).not.toContain("Commands for one's own account");
  });

  it("has pictures dark or light, where any are drawn", async () => {
    expect(seen(await section("answers"))).not.toContain("Pictures are dark");
    services = withCards(services).services;
    const light = await pressed(await section("answers"), english.setup.answers.cardsLight);
    expect(settings().cardMode).toBe("light");
    await pressed(light, english.setup.answers.cardsDark);
    expect(settings().cardMode).toBe("dark");
  });

  it("keeps the server's own calendar where the operator lets it, and says what is missing", async () => {
    expect(seen(await section("posts"))).not.toContain("server's Events");
    const refreshed: string[] = [];
    services = {
      ...services,
      calendar: {
        refresh: async (guildId) => void refreshed.push(guildId),
        troubleOf: () => "missing-permission",
      },
    };
    const panel = await section("posts");
    expect(seen(panel)).not.toContain("Create Events");
    const on = await pressed(panel, "Add to server events");
    expect([settings().isCalendarOn, refreshed]).toEqual([true, [Ids.harbour]]);
    expect(seen(on)).toContain("Create Events");
    await pressed(on, "Remove from server events");
    expect(settings().isCalendarOn).toBe(false);
  });

  it("takes a color for announcements, shows what it can't read again, and takes it away", async () => {
    const odd = await typing(await section("posts"), "blueish");
    expect(seen(odd)).toContain("six hex digits");
    expect(callOf(odd, "Set a color").state).toMatchObject({ typed: "blueish" });
    await typing(odd, "#2b8cff");
    expect(settings().accent).toBe(0x2b_8c_ff);
    await typing(await section("posts"), "");
    expect(settings()).not.toHaveProperty("accent");
  });

  it("does not mind a press that asks for what holds already", async () => {
    const panel = await section("posts");
    await pressed(panel, "Show players' creations");
    expect(seen(await pressed(panel, "Show players' creations"))).toContain("**Saved.**");
    expect(settings().revision).toBe(1);
  });

  it.each([
    ["language", english.setup.language.pick, ["fr"], { locale: "fr" }],
    ["language", english.shared.zone.pick, ["Asia/Tokyo"], { zone: "Asia/Tokyo" }],
    ["language", english.shared.zone.pick, ["UTC"], { zone: "UTC", isZoneChosen: true }],
    ["answers", english.setup.answers.pick, [Ids.general, Ids.late], { publicIn: [Ids.general, Ids.late] }],
    ["answers", english.setup.answers.pick, [], { publicIn: [] }],
    ["posts", english.setup.posts.kinds, ["news", "event"], { kinds: ["news", "event"] }],
    ["quiet", english.setup.quiet.pick, [Ids.general], { memberRemindersIn: [Ids.general] }],
  ])("keeps a choice in %s: %s %j", async (name, placeholder, values, expected) => {
    expect(seen(await choose(await section(name), placeholder, ...values))).toContain("**Saved.**");
    expect(settings()).toMatchObject(expected);
  });

  it.each([
    ["answers", english.setup.answers.nowhere, { publicIn: [] }],
    ["answers", english.setup.answers.turnOff, { arePrivateCommandsOn: false }],
    ["posts", "Show players' creations", { areCreationsOn: true }],
    ["posts", english.setup.posts.pingsOff, { arePingsOn: false }],
    ["posts", english.setup.posts.toMost, { whenUnsure: "at-most-once" }],
  ])("follows a button in %s: %s", async (name, label, expected) => {
    await pressed(await section(name), label);
    expect(settings()).toMatchObject(expected);
  });

  it.each([
    ["language", english.setup.language.pick, ["xx"]],
    ["language", english.shared.zone.pick, ["Nowhere/Else"]],
    ["answers", english.setup.answers.pick, ["<@1>"]],
    ["posts", english.setup.posts.kinds, ["secrets"]],
  ])("refuses a crafted choice in %s: %s %j", async (name, placeholder, values) => {
    await expect(choose(await section(name), placeholder, ...values)).rejects.toMatchObject({
      code: "bad-input",
    });
    expect(settings().revision).toBe(0);
  });

  it("finds a time zone as people name it, and offers several that fit", async () => {
    const panel = await section("language");
    const none = await submit("zone", panel, english.shared.zone.search, { typed: "the moon" });
    expect(seen(none)).toContain("No time zone found for **the moon**");
    const several = await submit("zone", panel, english.shared.zone.search, { typed: "usa" });
    expect(seen(several)).toContain("Several time zones fit **usa**");
    await choose(several, english.shared.zone.pick, "America/Denver");
    expect(settings().zone).toBe("America/Denver");
    await submit("zone", await section("language"), english.shared.zone.search, { typed: "germany" });
    expect(settings().zone).toBe("Europe/Berlin");
  });

  it("keeps quiet hours as they were typed, in the server's zone, and moves them with it", async () => {
    const panel = await section("quiet");
    const bad = await submit("quiet", panel, "Set quiet hours", { from: "25:00", to: "7:00" });
    expect(seen(bad)).toContain(english.remind.zone.quietUnclear);
    const same = await submit("quiet", panel, "Set quiet hours", { from: "7:00", to: "07:00" });
    expect(seen(same)).toContain(english.remind.zone.quietUnclear);
    expect(settings().quiet).toBeUndefined();
    await submit("quiet", panel, "Set quiet hours", { from: "2230", to: "7:00" });
    await choose(await section("language"), english.shared.zone.pick, "Asia/Tokyo");
    expect(settings().quiet).toEqual({ zone: "Asia/Tokyo", from: "22:30", to: "07:00" });
    expect(seen(await section("quiet"))).toContain("**22:30–07:00**, Tokyo, UTC+9");
    await pressed(await section("quiet"), english.shared.quiet.clear);
    expect(settings()).not.toHaveProperty("quiet");
  });

  it("names what it lacks in each channel that is in use, with the fix", async () => {
    const { local } = discord;
    await store.change(
      { guildId: Ids.harbour, revision: 0, by: "1" },
      { memberRemindersIn: [Ids.readOnly, Ids.members, "730000000000000077"], publicIn: [Ids.general] },
    );
    made.push({
      ownerId: Ids.admin,
      guildId: Ids.harbour,
      destinations: [{ kind: "channel", target: Ids.announcements }],
      rule: { kind: "watch", what: "entries" },
      content: { roleId: Ids.memberRole } as NewReminder["content"],
    });
    const role = await pressed(await section("check"), "Check permissions");
    expect(seen(role)).toMatch(/<#730000000000000003>: needs \*\*Mention @.everyone, .* \(announcements\)/);
    await local.setOverwrite({
      channel: Ids.announcements,
      target: Ids.harbourBotRole,
      allow: String(SEND | (1n << 17n)),
      deny: "0",
    });
    const checked = await pressed(role, "Check permissions");
    expect(seen(checked)).toContain(`<#${Ids.announcements}>: all good (announcements)`);
    expect(seen(checked)).toContain(`<#${Ids.readOnly}>: needs **Send Messages** (members' reminders)`);
    expect(seen(checked)).toContain(`<#${Ids.members}>: can't be seen, needs **View Channel**`);
    expect(seen(checked)).toContain("<#730000000000000077>: gone");
    expect(seen(checked)).toContain(english.setup.check.fix.toString());
    await local.setOverwrite({
      channel: Ids.readOnly,
      target: Ids.harbourBotRole,
      allow: String(SEND),
      deny: "0",
    });
    const mended = seen(await pressed(checked, "Check permissions"));
    expect(mended).toContain(`<#${Ids.readOnly}>: all good`);
    expect(retried).toContain(Ids.readOnly);
  });

  it("offers to be added anew with what posting takes, and with roles only where it hands some out", async () => {
    const before = await section("check");
    expect(seen(before), "what else there is to know, small").toContain(
      `-# ${english.setup.check.role}\n-# `,
    );
    expect(linksIn(before).map((query) => query.get("guild_id"))).toEqual([Ids.harbour, Ids.harbour]);
    expect(permissions(before)).toEqual([2252074691709952, 0]);
    made.push({
      ...announcementIn(Ids.announcements),
      content: { offers: { roleId: Ids.memberRole } } as NewReminder["content"],
    });
    const checked = await pressed(before, "Check permissions");
    expect(permissions(checked)).toEqual([2252074691709952 + 2 ** 28, 0]);
  });

  it("names on the overview where announcements can't be posted, and nowhere else", async () => {
    await store.change({ guildId: Ids.harbour, revision: 0, by: "1" }, { memberRemindersIn: [Ids.members] });
    expect(seen(await section("overview"))).not.toContain("Milepost can't post");
    const gone = "730000000000000077";
    for (const target of [Ids.general, Ids.readOnly, gone]) made.push(announcementIn(target));
    const overview = seen(await section("overview"));
    expect(overview).toContain(`**Milepost can't post in <#${Ids.readOnly}>, <#${gone}>.**`);
    expect(overview).toContain(
      english.setup.overview.stuckNext(english.setup.sections.check, english.setup.check.run),
    );
  });

  it("counts no channel as in use where nothing is posted any more", async () => {
    const states = { "730000000000000077": "ended", [Ids.readOnly]: "paused" } as const;
    for (const target of Object.keys(states)) made.push(announcementIn(target));
    const { reminders } = services;
    if (reminders === undefined) throw new Error("no reminders");
    const ofGuild = async () =>
      made.map((wanted) => {
        const target = wanted.destinations[0].target as keyof typeof states;
        return { ...view(wanted), state: states[target] };
      });
    let last: readonly HistoryEntry[] = [];
    const history = async () => last;
    services = { ...services, reminders: { ...reminders, ofGuild, history } };
    expect(seen(await section("overview"))).not.toContain("Milepost can't post");
    const checked = await pressed(await section("check"), "Check permissions");
    expect(seen(checked)).toContain(english.setup.check.nothing);
    // One that comes once is over when it is due, and may still wait for its channel.
    const place = { kind: "channel", target: "730000000000000077" } as const;
    last = [{ slot: NOW, destination: place, state: "held", reason: "missing-permission", lateMs: 0 }];
    expect(seen(await section("overview"))).toContain("Milepost can't post in <#730000000000000077>.");
  });

  it("says where to make room when the server has all announcements it can have", async () => {
    const { reminders } = services;
    if (reminders === undefined) throw new Error("no reminders");
    services = {
      ...services,
      reminders: { ...reminders, make: async () => ({ kind: "full", most: 100 }) },
    };
    const third = await push({ command: "setup", action: "section", state: { section: "start3" } });
    const where = await chooseChannel(third, english.setup.start.pickWhere, {
      id: Ids.announcements,
      type: 5,
    });
    expect(seen(await pressed(where, "Announce it"))).toMatch(
      /limit of 100 announcements.*<\/announce list:99>/,
    );
  });

  it("says in which zone what can be announced ends", async () => {
    things = [
      // Sooner by its start, not by its end.
      { subject: { kind: "milestone", hash: 8 }, label: "Fair", startAt: NOW + 1, endAt: NOW + 9 * HOUR_MS },
      { subject: { kind: "milestone", hash: 7 }, label: "Regatta", endAt: NOW + 5 * HOUR_MS },
    ];
    await store.change({ guildId: Ids.harbour, revision: 0, by: "1" }, { zone: "Europe/Berlin" });
    const call = { command: "setup", action: "section", state: { section: "start3" } };
    expect(seen(await push(call))).toMatch(/Regatta[^]*Fair/);
    expect(seen(await push(call))).toMatch(
      /1 hour before it ends on May 20, 2026, 7:00\sPM \(Berlin, UTC\+2\)/,
    );
  });

  it("shows the overview though Discord does not say how the bot stands", async () => {
    made.push(announcementIn(Ids.readOnly));
    const { channels } = services;
    if (channels === undefined) throw new Error("no channels");
    services = { ...services, channels: { ...channels, in: () => new Promise(() => {}) } };
    const waits = vi.spyOn(AbortSignal, "timeout");
    expect(seen(await section("overview"))).not.toContain("Milepost can't post");
    expect(Math.max(...waits.mock.calls.flat())).toBeLessThan(2_500);
  });

  it("posts a test at once, links to it, and deletes it again", async () => {
    const panel = await section("check");
    const sent = await chooseChannel(panel, english.setup.check.pick, { id: Ids.general });
    const [post] = await posts(Ids.general);
    expect(post?.message.flags).toBe(1 << 12);
    expect(post?.message.content).toContain("is checking if Milepost can post here");
    expect(seen(sent)).toContain(`https://discord.com/channels/${Ids.harbour}/${Ids.general}/${post?.id}`);
    expect(seen(await pressed(sent, english.setup.check.remove))).toContain(english.setup.check.removed);
    expect(await posts(Ids.general)).toEqual([]);
    expect(seen(await pressed(sent, english.setup.check.remove))).toContain(english.setup.check.removed);
  });

  it.each([
    ["a permission is missing", { id: Ids.readOnly }, /needs \*\*Send Messages\*\* in/],
    ["it can't be seen", { id: Ids.members }, /can't see <#730000000000000005>\. Allow \*\*View Channel\*\*/],
    ["it is gone", { id: "730000000000000077" }, /<#730000000000000077> is gone/],
    ["it is a forum", { id: Ids.forum, type: 15 }, /can't take posts\. Pick a text, announcement/],
    [
      "the admin may not",
      { id: Ids.general, permissions: VIEW },
      /need \*\*Send Messages\*\* in <#\d+> yourself/,
    ],
  ])("says why a test was not posted: %s", async (_why, channel, expected) => {
    expect(seen(await chooseChannel(await section("check"), english.setup.check.pick, channel))).toMatch(
      expected,
    );
  });

  it("refuses a channel of another server", async () => {
    await discord.local.installOnServer({ server: Ids.outpost });
    const panel = await section("check");
    const told = await chooseChannel(panel, english.setup.check.pick, { id: Ids.outpostGeneral });
    expect(seen(told)).toContain(`<#${Ids.outpostGeneral}>`);
    expect(await discord.local.history({ as: Ids.stranger, channel: Ids.outpostGeneral })).toEqual([]);
  });

  it("says that nobody knows when Discord does not answer", async () => {
    await discord.local.addFault({ kind: "cut", route: "POST /channels/*/messages", times: 9 });
    const panel = await section("check");
    expect(seen(await chooseChannel(panel, english.setup.check.pick, { id: Ids.general }))).toContain(
      "Discord isn't responding",
    );
  });
});
