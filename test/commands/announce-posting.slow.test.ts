import { MilepostError } from "../../src/base/errors.ts";
import { afterEach, beforeEach, expect, it } from "vitest";

import announce from "../../commands/announce.ts";
import { serverChannels } from "../../src/discord/post/server-channels.ts";
import type { Services } from "../../src/features/services.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { silentLog } from "../../src/base/log.ts";
import { Secret } from "../../src/base/secret.ts";
import type { ActionCall, Reply } from "../../src/discord/reply/reply.ts";
import { CustomIds } from "../../src/discord/interaction/custom-id.ts";
import { createRestConnection } from "../../src/discord/rest/rest-connection.ts";
import { createMemberPermissions } from "../../src/discord/rest/member-permissions.ts";
import { createOwnPermissions } from "../../src/discord/rest/permissions.ts";
import { Poster } from "../../src/discord/post/poster.ts";
import { createPostWriter } from "../../src/discord/post/post-writer.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { openWorld, START, type World } from "../features/posts/posting-harness.ts";
import { MemoryStateStore } from "../support/memory-state-store.ts";
import { channel } from "./announce-harness.ts";
import {
  type Asking,
  callOf,
  contextOf,
  markdownIn,
  press,
  run,
  selectIn,
  agreed,
  buttonsIn,
} from "../support/run-command.ts";
import { readState } from "../../src/discord/reply/calls.ts";
import { ACCENT } from "../../src/discord/reply/render-context.ts";
import { DAY, HOUR, MINUTE } from "../support/time.ts";
import { english } from "../../src/messages/en.ts";

const SEND = String(1n << 11n);

let world: World;
let services: Services;
let asking: Asking;
beforeEach(async () => {
  world = await openWorld();
  const { clock } = world.table;
  const { rest } = createRestConnection({
    token: new Secret(world.discord.token),
    apiUrl: world.discord.url,
    clock,
    log: silentLog,
    metrics: noMetrics,
  });
  const ids = new CustomIds([Buffer.alloc(32, 7)], new MemoryStateStore(clock), clock);
  const channels = serverChannels({
    permissions: createOwnPermissions({ rest, clock }),
    forMember: createMemberPermissions({ rest, clock }),
    poster: new Poster({ rest, clock }),
    write: createPostWriter(ids),
  });
  services = { ...world.services, channels, reminders: world.reminders.service };
  const channelsNamed = new Map([channel(Ids.general), channel(Ids.forum, { type: 15 })]);
  asking = {
    member: { id: Ids.admin, isAdmin: true },
    place: { guildId: Ids.harbour, channelId: Ids.general, guildLocale: "en-US" },
    isPrivate: true,
    now: START,
    resolved: { channel: (id) => channelsNamed.get(id ?? ""), role: () => undefined },
  };
});
afterEach(() => world.close());

const sub = (name: "new" | "list" | "history", options: Readonly<Record<string, string>> = {}) => {
  const found = announce.subcommands[name];
  if (found === undefined) throw new Error(`no subcommand ${name}`);
  return agreed(run(found, services, options, asking), follow);
};
const follow = (call: ActionCall & { readonly chosen?: string }) => press(announce, services, call, asking);
const pressed = (reply: Reply, label: string) => follow(callOf(reply, label));
const submit = (call: ActionCall, fields: Readonly<Record<string, string>>) => {
  const form = announce.modals?.[call.action];
  if (form === undefined) throw new Error(`no form ${call.action}`);
  const context = { ...contextOf(services, asking), update: async () => false, rerun: never };
  const filled = { ...context, state: readState(form.state ?? {}, call.state ?? {}), fields };
  return agreed(form.submitted(filled), follow);
};
const never = () => Promise.reject(new Error("nothing was interrupted"));
const untagged = (asks: Reply) => follow({ ...selectIn(asks).choose, chosen: "none" });
const general = () => world.texts(Ids.general, Ids.admin);
const note = { what: "Raid night", when: "today 18:00" };

it("shows the very post that will stand there", async () => {
  const things =
    (await services.reminders?.datedSubjects({ locale: "en-US", signal: new AbortController().signal })) ??
    [];
  const thing = things.find(
    ({ subject, endAt = 0 }) => subject.kind === "milestone" && endAt > START + 2 * HOUR,
  );
  const panel = await sub("new", { what: thing?.label ?? "", when: "1 hour before it ends" });
  await world.at((thing?.endAt ?? 0) - HOUR);
  const [post = ""] = await general();
  const lines = post.split("\n").filter((line) => !line.startsWith("["));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(markdownIn(panel)).toContain(line);
});

it("shows an admin's own Markdown in the post and its preview, and its words alone in lists", async () => {
  const what = "# **Raid** night\n- bring [potions](https://a.example/p)\n```\nopen";
  const panel = await sub("new", { ...note, what });
  expect(markdownIn(panel)).toContain("### Raid night\n");
  const words = ["**Raid** night", "- bring [potions](https://a.example/p)\n```\nopen\n```"];
  for (const part of words) expect(markdownIn(panel)).toContain(part);
  await world.at(START + 6 * HOUR);
  const [post = ""] = await general();
  expect(post.startsWith("**Raid** night\n")).toBe(true);
  expect(post).toContain(words[1]);
  expect(markdownIn(await sub("list"))).toContain("**Raid night** · ");
});

it("shows what was written before as it was: letter for letter", async () => {
  await sub("new", { ...note, what: "**Raid** night" });
  const { queries } = world.table.database;
  const [row] = await queries.selectFrom("reminders").selectAll().execute();
  const content = JSON.parse(row?.content ?? "") as { subject: object };
  const old = JSON.stringify({ ...content, subject: { kind: "note", text: "**Raid** night" } });
  await queries.updateTable("reminders").set({ content: old }).execute();
  await world.at(START + 6 * HOUR);
  expect((await general())[0]).toContain("**\\*\\*Raid\\*\\* night**");
});

it.each(["day", "week"])(
  "posts what is on each %s, with ends and rewards, what ends soonest first",
  async (every) => {
    world.definitions.lookUp = async (table, hashes) =>
      new Map(table === "item" ? hashes.slice(1).map((hash) => [hash, { name: `Prize ${hash % 9}` }]) : []);
    const panel = markdownIn(await sub("new", { what: `agenda:${every}` }));
    expect(panel).toMatch(/\*\*When:\*\* every (?:day|Monday) 9:00 AM/);
    const [first] = (await world.reminders.service.ofGuild(Ids.harbour)).flatMap(
      ({ nextAt }) => nextAt ?? [],
    );
    await world.at(first ?? 0);
    const [post = "", ...others] = await general();
    expect(others).toEqual([]);
    const [lead = "", ...rows] = post.split("\n");
    const titles = rows.flatMap((row) => /^\*\*(.+)\*\* · /.exec(row)?.[1] ?? []);
    expect(titles.length).toBeGreaterThan(1);
    expect(new Set(titles).size).toBe(titles.length);
    expect(lead).toMatch(new RegExp(`^\\*\\*What's on (?:today|this week):\\*\\* ${titles[0]}, `));
    const ends = [...post.matchAll(/Ends: <t:(\d+):R>/g)].map(([, at]) => Number(at));
    expect(ends.length).toBeGreaterThan(1);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect(post).toMatch(/^-# Rewards: Prize \d, Prize \d/m);
    expect(post).not.toContain("Item ");
    expect(panel).toContain(lead.slice(0, 10));
  },
);

const nextOfAll = async () =>
  (await world.reminders.service.ofGuild(Ids.harbour)).flatMap(({ nextAt }) => nextAt ?? []);

const endsOf = (post = "") => [...post.matchAll(/Ends: <t:(\d+):R>/g)].map(([, at]) => Number(at) * 1_000);
const struck = (text = "") => [...text.matchAll(/^~~(.+)~~ · Ended/gm)].map(([, title]) => title);

it("posts one list, the week's, where the day's is due at the same time", async () => {
  await sub("new", { what: "agenda:day" });
  await sub("new", { what: "agenda:week" });
  const monday = Math.max(...(await nextOfAll()));
  await world.at(monday);
  const [post = "", ...others] = await general();
  expect(others).toEqual([]);
  expect(post).toContain("What's on today and this week:");
  expect(markdownIn(await sub("history"))).toContain("The weekly post at the same time");
  await world.at(monday + DAY);
  expect((await general())[1]).toContain("What's on today:");
});

it("strikes what has ended from a list, one by one, and greys the post at last", async () => {
  await sub("new", { what: "agenda:day" });
  const [first = 0] = await nextOfAll();
  await world.at(first);
  const [post = ""] = await general();
  const ends = [...new Set(endsOf(post))];
  expect(ends.length).toBeGreaterThan(1);
  await services.reminders?.change(
    { id: (await world.reminders.service.ofGuild(Ids.harbour))[0]?.id ?? "", revision: 1, by: Ids.admin },
    { state: "paused" },
  );
  for (const [index, end] of ends.entries()) {
    await world.at(end + MINUTE);
    const [now = ""] = await general();
    expect(Math.min(...endsOf(now), Number.POSITIVE_INFINITY)).toBeGreaterThan(end);
    expect(struck(now).length).toBeGreaterThan(index);
    expect(now.split("\n")[0]).toBe(post.split("\n")[0]);
  }
  // What it doesn't name ends with the week.
  await world.at(Date.parse("2026-11-24T17:01:00Z"));
  const messages = await world.discord.local.history({ as: Ids.admin, channel: Ids.general });
  expect(messages[0]?.message.embeds[0]?.color).toBe(ACCENT.over);
});

const colors = async () =>
  (await world.discord.local.history({ as: Ids.admin, channel: Ids.general })).map(
    ({ message }) => message.embeds[0]?.color,
  );
const colorOf = (panel: Reply) => callOf(panel, "Color");

it("posts in the color an admin chose, shown before, else in the server's", async () => {
  const { revision } = world.guilds.of(Ids.harbour);
  await world.guilds.change({ guildId: Ids.harbour, revision, by: Ids.admin }, { accent: 0x11_22_33 });
  const first = await sub("new", { ...note, what: "Raid night\nBring potions" });
  expect(first.accent).toBe(0x11_22_33);
  const refused = await submit(colorOf(first), { typed: "blueish" });
  expect(markdownIn(refused)).toContain("six hex digits");
  expect(callOf(refused, "Change it").state).toMatchObject({ typed: "blueish" });
  const second = await sub("new", { ...note, what: "Feast\nBring cake" });
  const changed = await submit(colorOf(second), { typed: "#2b8cff" });
  expect(markdownIn(changed)).toContain("**Color:** #2b8cff");
  expect(colorOf(changed).state).toMatchObject({ typed: "#2b8cff" });
  await world.at(START + 6 * HOUR);
  expect(new Set(await colors())).toEqual(new Set([0x11_22_33, 0x2b_8c_ff]));
  const cleared = await submit(colorOf(changed), { typed: "" });
  expect(markdownIn(cleared)).not.toContain("**Color:**");
});

const down = () => Promise.reject(new MilepostError("platform-maintenance", {}));

it("waits for a platform in maintenance before it posts what is on", async () => {
  await sub("new", { what: "agenda:day" });
  const [first = 0] = (await world.reminders.service.ofGuild(Ids.harbour)).flatMap(
    ({ nextAt }) => nextAt ?? [],
  );
  world.answers.milestonesPublic = down;
  world.answers.trendingList = down;
  await world.at(first);
  expect(await general()).toEqual([]);
  delete world.answers.milestonesPublic;
  delete world.answers.trendingList;
  await world.at(first + 10 * MINUTE);
  expect((await general())[0]).toMatch(/What's on today:[^]* late/);
});

it("tests a watch with an entry of today's list", async () => {
  const panel = await sub("new", { what: "new-entries:news" });
  expect(markdownIn(panel)).toMatch(/Preview[^]*New: \*\*.+\*\* · News$/m);
  expect(markdownIn(await pressed(panel, english.shared.buttons.test))).toContain("Test posted");
  expect((await general()).join("\n")).toContain(english.posts.test);
});

it("tells in its history when it was posted and where, and by how much it was late", async () => {
  await sub("new", note);
  await sub("new", { ...note, what: "Feast", when: "today 19:00" });
  await world.at(START + 6 * HOUR);
  await world.at(START + 7 * HOUR + 42 * MINUTE);
  const all = markdownIn(await sub("history"));
  expect(all).toMatch(
    new RegExp(
      `\\*\\*Feast\\*\\*: posted, \\[open it\\]\\(<https://discord.com/channels/${Ids.harbour}/${Ids.general}/\\d+>\\) · 42 minutes late`,
    ),
  );
  expect(all).toMatch(/\*\*Raid night\*\*: posted, \[open it\]\([^)]*\)$/m);
  const history = await sub("history");
  const feast = selectIn(history).entries.find(({ label }) => label === "Feast");
  const one = await follow({ ...selectIn(history).choose, chosen: feast?.value ?? "" });
  expect(markdownIn(one)).toContain("History of Feast");
  expect(markdownIn(one)).not.toContain("Raid night");
  expect(markdownIn(await pressed(one, "Back"))).toContain(`**Status:** ${english.announce.states.ended}`);
});

it("names what is missing with its fix, before and after it failed, and posts once it is there", async () => {
  const deny = (is: boolean) =>
    world.discord.local.setOverwrite({
      channel: Ids.general,
      target: Ids.harbourBotRole,
      allow: "0",
      deny: is ? SEND : "0",
    });
  await deny(true);
  const panel = await sub("new", note);
  expect(markdownIn(panel)).toContain(`needs **Send Messages** in <#${Ids.general}>`);
  expect(panel.tone, "set, but not ready").toBe("notice");
  const { retry, history } = english.shared.buttons;
  const labels = buttonsIn(panel).map(({ label }) => label);
  expect(labels.indexOf(retry), "what the fix asks for is never behind More").toBeLessThan(
    labels.indexOf(history),
  );
  const tried = markdownIn(await pressed(panel, english.shared.buttons.test));
  expect(tried).toContain("Test not posted");
  expect(tried.indexOf("Test not posted"), "right above the buttons").toBeGreaterThan(
    tried.indexOf("Made by"),
  );
  await world.at(START + 6 * HOUR);
  expect(await general()).toEqual([]);
  expect(markdownIn(await sub("list"))).toMatch(/Problem:[^]*can't post[^]*Send Messages/);
  expect(markdownIn(await sub("history"))).toMatch(/waiting for a permission[^]*can't post[^]*next try/);
  await deny(false);
  await world.at(START + 6 * HOUR + 5 * MINUTE);
  const mended = await pressed(panel, "Try again");
  await world.at(START + 6 * HOUR + 6 * MINUTE);
  expect(markdownIn(mended)).not.toContain("Problem");
  expect((await general()).join("\n")).toMatch(/Raid night[^]*6 minutes late/);
  expect(markdownIn(await sub("history"))).toContain("6 minutes late");
});

it("says what is missing by what Discord tells with the command, and asks nothing", async () => {
  const VIEW = 1n << 10n;
  const [id, described] = channel(Ids.general);
  const named = { ...described, appPermissions: VIEW };
  asking = {
    ...asking,
    resolved: { channel: (one) => (one === id ? named : undefined), role: () => undefined },
  };
  const panel = await sub("new", note);
  expect(markdownIn(panel)).toContain(
    "**Problem:** Milepost needs **Send Messages, Embed Links, and Read Message History** in",
  );
  expect(markdownIn(panel).match(/Problem:/g), "one problem with one fix").toHaveLength(1);
  const asked = await world.discord.local.traffic({ limit: 1000 });
  expect(asked.filter(({ what }) => /GET \/(channels|guilds)/.test(what))).toEqual([]);
});

it("begins a post in a forum, after a yes, and announces there", async () => {
  const asks = await sub("new", { ...note, channel: Ids.forum });
  expect(markdownIn(asks)).toContain(`a post **Raid night** in <#${Ids.forum}>`);
  expect(await services.reminders?.ofGuild(Ids.harbour)).toEqual([]);
  const made = await untagged(asks);
  expect(markdownIn(made)).toContain("**Announcement set**");
  const [kept] = (await services.reminders?.ofGuild(Ids.harbour)) ?? [];
  const thread = kept?.destinations[0]?.target ?? "";
  expect(await world.texts(thread, Ids.admin)).toEqual(["Milepost posts about **Raid night** here."]);
  await world.at(START + 6 * HOUR);
  expect((await world.texts(thread, Ids.admin)).at(-1)).toContain("**Raid night**");
});

it("begins a post in a forum that asks for a tag with the one that is chosen", async () => {
  await world.discord.local.setTagRequired({ channel: Ids.forum, required: true });
  const asks = await sub("new", { ...note, channel: Ids.forum });
  expect(asks.blocks.some(({ type }) => type === "buttons")).toBe(false);
  const { choose, entries } = selectIn(asks);
  expect(entries.map(({ label }) => label)).toEqual(["Question"]);
  await expect(follow({ ...choose, chosen: "no id" })).rejects.toMatchObject({ code: "bad-input" });
  const made = await follow({ ...choose, chosen: entries[0]?.value ?? "" });
  expect(markdownIn(made)).toContain("**Announcement set**");
  const [kept] = (await services.reminders?.ofGuild(Ids.harbour)) ?? [];
  expect(await world.texts(kept?.destinations[0]?.target ?? "", Ids.admin)).toHaveLength(1);
});

it("asks for a tag where one is needed since", async () => {
  const asks = await sub("new", { ...note, channel: Ids.forum });
  expect(selectIn(asks).entries.map(({ label }) => label)).toEqual(["No tag", "Question"]);
  expect(asks.blocks.some(({ type }) => type === "buttons")).toBe(false);
  await world.discord.local.setTagRequired({ channel: Ids.forum, required: true });
  const asksAgain = await untagged(asks);
  expect(markdownIn(asksAgain)).toMatch(/need a tag/);
  const { choose, entries } = selectIn(asksAgain);
  expect(entries.map(({ label }) => label)).toEqual(["Question"]);
  expect(markdownIn(await follow({ ...choose, chosen: entries[0]?.value ?? "" }))).toContain(
    "**Announcement set**",
  );
});

it("moves an announcement to a post it begins, and says what stands in the way of one", async () => {
  const panel = await sub("new", note);
  const edit = callOf(panel, "Edit");
  const filled = { text: "Feast", when: "today 19:00", zone: "UTC", channel: Ids.forum };
  const asks = await submit(edit, filled);
  await world.discord.local.setOverwrite({
    channel: Ids.forum,
    target: Ids.harbourBotRole,
    allow: "0",
    deny: SEND,
  });
  const refused = await untagged(asks);
  expect(markdownIn(refused)).toMatch(/couldn't be started[^]*Send Messages/);
  await world.discord.local.setOverwrite({
    channel: Ids.forum,
    target: Ids.harbourBotRole,
    allow: "0",
    deny: "0",
  });
  expect(markdownIn(await pressed(refused, "Try again"))).toContain("Changed.");
  const [kept] = (await services.reminders?.ofGuild(Ids.harbour)) ?? [];
  expect(kept?.content.title).toBe("Feast");
  expect(await world.texts(kept?.destinations[0]?.target ?? "", Ids.admin)).toEqual([
    "Milepost posts about **Feast** here.",
  ]);
});

it("posts nothing while it is paused, and goes on when it is resumed", async () => {
  const panel = await sub("new", { what: "Raid night", when: "every day 18:00" });
  const paused = await pressed(panel, "Pause");
  await world.at(START + 7 * HOUR);
  expect(await general()).toEqual([]);
  const resumed = await pressed(paused, "Resume");
  expect(markdownIn(resumed)).toContain(`<t:${(START + 30 * HOUR) / 1000}:F>`);
  await world.at(START + 30 * HOUR);
  expect(await general()).toHaveLength(1);
});

it("begins one post in a forum, though the button is pressed twice at once", async () => {
  const asks = await submit(
    { command: "announce", action: "rewrite" },
    { text: "Raid night\nBring potions", when: "fridays 20:00", zone: "UTC", channel: Ids.forum },
  );
  expect(markdownIn(asks)).toContain("a post **Raid night** in");
  await Promise.all([untagged(asks), untagged(asks)]);
  expect(await services.reminders?.ofGuild(Ids.harbour)).toHaveLength(1);
});

it("says that what comes once still waits while its quiet hours last, and posts it after", async () => {
  const panel = await sub("new", { what: "Raid night", when: "in 30 minutes" });
  await submit(callOf(panel, "Quiet hours"), { from: "12:15", to: "20:00" });
  await world.at(START + HOUR);
  asking = { ...asking, now: START + HOUR };
  const list = await sub("list");
  expect(markdownIn(list)).toContain("**waiting to be posted**");
  const [{ value } = { value: "" }] = selectIn(list).entries;
  const waiting = markdownIn(await follow({ ...selectIn(list).choose, chosen: value }));
  expect(waiting).toContain(`**Status:** ${english.announce.states.waiting}`);
  expect(waiting).toContain(english.remind.card.noNext.waiting);
  expect(markdownIn(await sub("history"))).toMatch(/Raid night\*\*: waiting · .*quiet hours.*next try <t:/);
  await world.at(START + 9 * HOUR);
  expect(await general()).toHaveLength(1);
  expect(markdownIn(await sub("list"))).toContain(`**${english.announce.states.ended}**`);
});
