import { afterEach, beforeEach, expect, it } from "vitest";

import { systemContext } from "../../../../src/features/posts/engine/system-context.ts";
import type {
  MakeResult,
  NewReminder,
  ReminderView,
} from "../../../../src/features/posts/reminder-service.ts";
import { readDatedSubjects } from "../../../../src/features/posts/content/read-dated-subjects.ts";
import { MilepostError } from "../../../../src/base/errors.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { contentOf } from "../reminder-service-harness.ts";
import { openWorld, START, type World } from "../posting-harness.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";
import { english } from "../../../../src/messages/en.ts";

/** The embedded platform's next week begins on a Tuesday. */
const RESET = Date.parse("2026-11-24T17:00:00Z");

const asked = { locale: "en-US", signal: new AbortController().signal };

let world: World;
beforeEach(async () => {
  world = await openWorld();
  // Whoever asks has patience for a second: a busy machine may need longer for the very first answers.
  const context = systemContext({ services: world.services, now: START, ...asked });
  await readDatedSubjects(context);
});
afterEach(() => world.close());

function reminderIn(made: MakeResult): ReminderView {
  if (!("reminder" in made)) throw new Error(`nothing was made: ${made.kind}`);
  return made.reminder;
}

const announce = (more: Partial<NewReminder>): NewReminder => ({
  ownerId: Ids.admin,
  guildId: Ids.harbour,
  destinations: [{ kind: "channel", target: Ids.general }],
  rule: { kind: "weekly", zone: "UTC", time: "13:00", days: [] },
  content: contentOf({ purpose: "announcement" }),
  ...more,
});
const remind = (more: Partial<NewReminder>): NewReminder => ({
  ownerId: Ids.player,
  destinations: [{ kind: "dm", target: Ids.player }],
  rule: { kind: "weekly", zone: "UTC", time: "13:00", days: [] },
  content: contentOf(),
  ...more,
});
const daily = (time: string) => ({ kind: "weekly", zone: "UTC", time, days: [] }) as const;
const general = () => world.texts(Ids.general, Ids.admin);

/** A milestone of the platform that lasts from reset to reset. */
async function weekly(): Promise<{ readonly hash: number; readonly thing: string }> {
  const things = await world.reminders.service.datedSubjects(asked);
  const found = things.find(
    ({ subject, startAt, endAt }) =>
      subject.kind === "milestone" && startAt === RESET - 7 * DAY && endAt === RESET,
  );
  if (found?.subject.kind !== "milestone") throw new Error("no weekly milestone");
  return { hash: found.subject.hash, thing: `milestone:${found.subject.hash}` };
}

async function endingSoon(leadMs = HOUR): Promise<ReminderView> {
  const { hash, thing } = await weekly();
  const rule = { kind: "dated", thing, edge: "end", leadMs } as const;
  const content = contentOf({
    purpose: "announcement",
    subject: { kind: "milestone", hash },
    title: "The siege",
  });
  return reminderIn(await world.reminders.service.make(announce({ rule, content })));
}

it("names what can be waited for, soonest first: milestones, events and resets", async () => {
  const things = await world.reminders.service.datedSubjects(asked);
  const kinds = new Set(things.map(({ subject }) => subject.kind));
  expect([...kinds].sort()).toEqual(["milestone", "reset", "ritual"]);
  expect(things.find(({ subject }) => subject.kind === "reset" && subject.every === "week")).toMatchObject({
    label: "Weekly reset",
    startAt: RESET,
  });
  expect(things.every(({ endAt }) => endAt === undefined || endAt > START)).toBe(true);
});

it("suggests what is known while the platform hangs", async () => {
  await world.reminders.service.datedSubjects(asked);
  const { thing } = await weekly();
  await world.reminders.service.make(announce({ rule: { kind: "dated", thing, edge: "end", leadMs: 0 } }));
  const asking = new Set<AbortSignal | undefined>();
  const hang = ({ signal }: { readonly signal?: AbortSignal } = {}) => {
    asking.add(signal);
    return new Promise<never>(() => {});
  };
  Object.assign(world.answers, { milestonesPublic: hang, trendingList: hang });
  const things = await world.reminders.service.datedSubjects(asked);
  // It is still being asked for, and will be for seconds.
  expect([...asking].map((signal) => signal?.aborted)).toEqual([false]);
  expect(things.some(({ subject }) => subject.kind === "milestone")).toBe(true);
});

it("can be read on a lock screen, and notifies nobody again when it is edited", async () => {
  const { local } = world.discord;
  await local.setMemberRoles({ server: Ids.harbour, person: Ids.newcomer, roles: [Ids.pingRole] });
  const seen: string[] = [];
  const stops = [Ids.player, Ids.newcomer].map((person) =>
    world.discord.listen(person, (event) => void (event.type === "notification" && seen.push(event.text))),
  );
  const { hash, thing } = await weekly();
  const rule = { kind: "dated", thing, edge: "end", leadMs: HOUR } as const;
  const subject = { kind: "milestone", hash } as const;
  const content = contentOf({ purpose: "announcement", subject, title: "The siege", roleId: Ids.pingRole });
  await world.reminders.service.make(announce({ rule, content }));
  const own = { kind: "dm", target: Ids.player } as const;
  const personal = contentOf({ purpose: "personal", subject, title: "The siege" });
  await world.reminders.service.make({ ownerId: Ids.player, destinations: [own], rule, content: personal });
  await world.at(RESET - HOUR);
  const [toAll = "", ...others] = (await general()).map((text) => text.split("\n")[0] ?? "");
  expect(others).toEqual([]);
  const words = toAll.replaceAll("**", "").replace(`<@&${Ids.pingRole}>`, "@Weekly resets");
  expect(words).toMatch(/^@Weekly resets .+ ends in 1 hour$/);
  expect(seen.toSorted()).toEqual([words, words.replace("@Weekly resets ", "")].toSorted());
  await world.at(RESET + MINUTE);
  expect((await general())[0]).toContain("** ended");
  expect(seen).toHaveLength(2);
  for (const stop of stops) stop();
});

it("announces before a milestone ends, edits the post when it has, and goes on with the next week", async () => {
  const { id } = await endingSoon();
  await world.at(RESET - HOUR - MINUTE);
  expect(await general()).toEqual([]);
  await world.at(RESET - HOUR);
  const [post] = await general();
  expect(post).toMatch(new RegExp(`ends in 1 hour[^]*<t:${RESET / 1000}:R>`));
  await world.at(RESET + MINUTE);
  expect(await general()).toEqual([
    expect.stringMatching(new RegExp(`\\*\\* ended[^]*<t:${RESET / 1000}:R>`)),
  ]);
  expect((await general())[0]).not.toContain("[");
  // A slow answer teaches nothing: the next look does.
  for (const minutes of [5, 10, 15]) await world.at(RESET + minutes * MINUTE);
  expect((await world.reminders.service.find(id))?.nextAt).toBe(RESET + 7 * DAY - HOUR);
  await world.at(RESET + 7 * DAY - HOUR);
  expect(await general()).toHaveLength(2);
});

it("announces that a milestone has begun, though nobody knew of its next week before it did", async () => {
  const { hash, thing } = await weekly();
  const rule = { kind: "dated", thing, edge: "start", leadMs: 0 } as const;
  const content = contentOf({
    purpose: "announcement",
    subject: { kind: "milestone", hash },
    title: "The siege",
  });
  const made = reminderIn(await world.reminders.service.make(announce({ rule, content })));
  expect(made.nextAt).toBeUndefined();
  await world.at(RESET - 10 * MINUTE);
  expect(await general()).toEqual([]);
  for (const minutes of [1, 2, 6, 11, 60]) await world.at(RESET + minutes * MINUTE);
  const [post, ...others] = await general();
  expect(others).toEqual([]);
  expect(post).toMatch(new RegExp(`started 1 minute ago[^]*<t:${RESET / 1000}:R>`));
});

it("learns of a milestone's next week while the list of events is an old one", async () => {
  const { service: reminders } = world.reminders;
  const things = await reminders.datedSubjects(asked);
  const event = things.find(({ subject }) => subject.kind === "ritual")?.subject;
  if (event?.kind !== "ritual") throw new Error("no event");
  const thing = `ritual:${event.type}:${event.id}`;
  const waiting = contentOf({ purpose: "announcement", subject: event, title: "An event" });
  const ending = { kind: "dated", thing, edge: "end", leadMs: 0 } as const;
  const places = [{ kind: "channel", target: Ids.announcements }] as const;
  await reminders.make(announce({ rule: ending, content: waiting, destinations: places }));
  const { hash, thing: milestone } = await weekly();
  const rule = { kind: "dated", thing: milestone, edge: "start", leadMs: 0 } as const;
  const subject = { kind: "milestone", hash } as const;
  await reminders.make(announce({ rule, content: { ...waiting, subject, title: "The siege" } }));
  const { platform } = world.table.services;
  world.answers.trendingList = async (query) => ({ ...(await platform.trendingList(query)), isStale: true });
  for (const minutes of [-10, 1, 2, 6, 11]) await world.at(RESET + minutes * MINUTE);
  expect(await general()).toEqual([
    expect.stringMatching(new RegExp(`started 1 minute ago[^]*<t:${RESET / 1000}:R>`)),
  ]);
});

it("follows the weekly reset by itself, also where the platform says nothing any more", async () => {
  const { service: reminders } = world.reminders;
  const rule = { kind: "dated", thing: "reset:week", edge: "start", leadMs: 0 } as const;
  const content = contentOf({
    purpose: "announcement",
    subject: { kind: "reset", every: "week" },
    title: "Reset",
  });
  const made = await reminders.make(announce({ rule, content }));
  expect(reminderIn(made).nextAt).toBe(RESET);
  expect(await reminders.preview(rule)).toEqual([0, 1, 2, 3, 4].map((week) => RESET + week * 7 * DAY));
  world.answers.milestonesPublic = async () => {
    throw new MilepostError("platform-unavailable");
  };
  for (const week of [0, 1, 2]) {
    await world.at(RESET + week * 7 * DAY - 1_000);
    expect(await general()).toHaveLength(week);
    await world.at(RESET + week * 7 * DAY + 1_000);
    expect(await general()).toHaveLength(week + 1);
  }
  expect((await general())[2]).toMatch(/^\*\*Weekly reset\*\* now/);
});

it("ends and cancels nothing over a missing milestone, an empty answer and maintenance for six hours", async () => {
  const { id } = await endingSoon();
  const { platform } = world.table.services;
  const without = (hash: number) => {
    world.answers.milestonesPublic = async (query) => {
      const dated = await platform.milestonesPublic(query);
      const data = Object.fromEntries(Object.entries(dated.data).filter(([key]) => key !== String(hash)));
      return { ...dated, data: hash === 0 ? {} : data };
    };
  };
  const { hash } = await weekly();
  const plannedAt = (await world.reminders.service.find(id))?.nextAt;
  without(hash);
  await world.at(RESET - 3 * DAY);
  without(0);
  await world.at(RESET - 2 * DAY);
  delete world.answers.milestonesPublic;
  world.table.platform.faults.add({ kind: "maintenance" });
  for (let at = RESET - 8 * HOUR; at < RESET - 2 * HOUR; at += 20 * MINUTE) await world.at(at);
  world.table.platform.faults.clear();
  expect([(await world.reminders.service.find(id))?.nextAt, await general()]).toEqual([plannedAt, []]);
  await world.at(RESET - HOUR);
  expect(await general()).toHaveLength(1);
});

it("waits while the platform is in maintenance, and posts before it is too late", async () => {
  await endingSoon();
  world.table.platform.faults.add({ kind: "maintenance" });
  await world.at(RESET - HOUR);
  expect(await general()).toEqual([]);
  for (let at = RESET - HOUR; at < RESET - 25 * MINUTE; at += MINUTE) await world.at(at);
  const posts = await general();
  expect(posts).toHaveLength(1);
  expect(posts[0]).toContain("in maintenance");
  expect(posts[0]).toMatch(/3\d minutes late/);
});

it("follows a date that moved when two answers agree, and not for one odd answer", async () => {
  const { id } = await endingSoon();
  const { hash } = await weekly();
  const { platform } = world.table.services;
  const moveTo = (end: number) => {
    world.answers.milestonesPublic = async (query) => {
      const dated = await platform.milestonesPublic(query);
      const record = dated.data[String(hash)];
      if (record === undefined) throw new Error("not listed");
      return {
        ...dated,
        data: { ...dated.data, [hash]: { ...record, endDate: new Date(end).toISOString() } },
      };
    };
  };
  const planned = async () => (await world.reminders.service.find(id))?.nextAt;
  await world.at(START + MINUTE);
  moveTo(START + 5 * MINUTE);
  await world.at(START + 2 * MINUTE);
  delete world.answers.milestonesPublic;
  await world.at(START + 4 * MINUTE);
  expect(await planned()).toBe(RESET - HOUR);
  moveTo(RESET + 2 * DAY);
  await world.at(START + 10 * MINUTE);
  expect(await planned()).toBe(RESET - HOUR);
  await world.at(START + 14 * MINUTE);
  expect(await planned()).toBe(RESET + 2 * DAY - HOUR);
  await world.at(RESET - HOUR);
  expect(await general()).toEqual([]);
  await world.at(RESET + 2 * DAY - HOUR);
  expect(await general()).toHaveLength(1);
});

it("corrects what it posted where the end is put off after it, and announces the new one", async () => {
  await endingSoon();
  const { hash } = await weekly();
  const { platform } = world.table.services;
  await world.at(RESET - HOUR);
  expect((await general())[0]).toContain("ends in 1 hour");
  const end = RESET + 2 * DAY;
  world.answers.milestonesPublic = async (query) => {
    const dated = await platform.milestonesPublic(query);
    const [startDate, endDate] = [RESET - 7 * DAY, end].map((at) => new Date(at).toISOString());
    const record = { ...dated.data[String(hash)], startDate, endDate };
    return { ...dated, data: { ...dated.data, [hash]: record } };
  };
  for (const minutes of [50, 45, 30, 1]) await world.at(RESET - minutes * MINUTE);
  const [corrected, ...others] = await general();
  expect([corrected, others]).toEqual([expect.stringContaining(`<t:${end / 1000}:R>`), []]);
  for (const minutes of [1, 6, 60]) await world.at(RESET + minutes * MINUTE);
  expect((await general())[0]).not.toMatch(/\*\* ended|ends in 1 hour/);
  await world.at(end - HOUR);
  expect(await general()).toHaveLength(2);
  await world.at(end + MINUTE);
  const ended = new RegExp(`\\*\\* ended[^]*<t:${end / 1000}:R>`);
  expect(await general()).toEqual([expect.stringMatching(ended), expect.stringMatching(ended)]);
});

it("tells nothing of a week in which milestones were gone, and goes on once they are back", async () => {
  const { id } = await endingSoon();
  await world.at(RESET - HOUR);
  expect(await general()).toHaveLength(1);
  world.answers.milestonesPublic = async (query) => ({
    ...(await world.table.services.platform.milestonesPublic(query)),
    data: {},
  });
  for (let at = RESET + MINUTE; at < RESET + 7 * DAY; at += 6 * HOUR) await world.at(at);
  expect((await general())[0]).toContain("** ended");
  delete world.answers.milestonesPublic;
  for (const minutes of [10, 15, 20]) await world.at(RESET + 7 * DAY + minutes * MINUTE);
  expect(await general()).toHaveLength(1);
  expect((await world.reminders.service.find(id))?.nextAt).toBe(RESET + 14 * DAY - HOUR);
  await world.at(RESET + 14 * DAY - HOUR);
  expect(await general()).toHaveLength(2);
});

it("says that a thing has ended when it did, though that was sooner than was known", async () => {
  await endingSoon();
  const { hash } = await weekly();
  const { platform } = world.table.services;
  await world.at(RESET - HOUR);
  expect(await general()).toHaveLength(1);
  const end = RESET - 30 * MINUTE;
  world.answers.milestonesPublic = async (query) => {
    const dated = await platform.milestonesPublic(query);
    const record = { ...dated.data[String(hash)], endDate: new Date(end).toISOString() };
    return { ...dated, data: { ...dated.data, [hash]: record } };
  };
  for (const minutes of [50, 45]) await world.at(RESET - minutes * MINUTE);
  expect((await general())[0]).toContain(`Ends: <t:${end / 1000}:R>`);
  await world.at(end + MINUTE);
  expect(await general()).toEqual([expect.stringMatching(new RegExp(`\\*\\* ended[^]*<t:${end / 1000}:R>`))]);
});

it("posts one digest a place after a week of downtime, marked late, and nothing useless", async () => {
  const { service: reminders } = world.reminders;
  for (const [index, time] of ["11:00", "11:30", "04:00"].entries()) {
    const note = contentOf({ subject: { kind: "note", text: `note ${index}` } });
    await reminders.make(remind({ rule: daily(time), content: note }));
    await reminders.make(announce({ rule: daily(time), content: { ...note, purpose: "announcement" } }));
  }
  world.restart();
  await world.at(START + 7 * DAY);
  const dms = await world.dms(Ids.player);
  expect([dms.length, (await general()).length]).toEqual([1, 1]);
  expect(dms[0]).toContain("note 0");
  expect(dms[0]).toContain("note 1");
  expect(dms[0]).toContain("1 hour late");
  // A note of one's own arrives however late it is; a server's is of no use by then.
  expect(dms[0]).toContain("note 2");
  expect(dms[0]).toContain("8 hours late");
  const [announced] = await general();
  expect(announced).toContain("note 0");
  expect(announced).not.toContain("note 2");
  await world.at(START + 7 * DAY + HOUR);
  expect((await world.dms(Ids.player)).length).toBe(1);
});

it("joins late ones of one member alone, so that each has buttons of their own", async () => {
  const places = [{ kind: "channel", target: Ids.general }] as const;
  const settings = { memberRemindersIn: [Ids.general] };
  await world.guilds.change(
    { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
    settings,
  );
  for (const ownerId of [Ids.player, Ids.newcomer]) {
    for (const text of ["one", "two"]) {
      const content = contentOf({ subject: { kind: "note", text } });
      await world.reminders.service.make(
        remind({ ownerId, destinations: places, guildId: Ids.harbour, content }),
      );
    }
  }
  await world.at(START + 2 * HOUR);
  const posts = await general();
  expect(posts).toHaveLength(2);
  for (const id of [Ids.player, Ids.newcomer]) {
    expect(posts.filter((post) => post.includes(`<@${id}>`))).toHaveLength(1);
  }
});

it("asks again until it is done", async () => {
  const { service: reminders } = world.reminders;
  const content = contentOf({ repeat: { everyMs: 10 * MINUTE, most: 5 } });
  const { id } = reminderIn(await reminders.make(remind({ content })));
  const due = START + HOUR;
  for (const minutes of [0, 5, 10, 20]) await world.at(due + minutes * MINUTE);
  const dms = await world.dms(Ids.player);
  expect(dms).toHaveLength(3);
  expect(dms[0]).toContain("[Done]");
  await reminders.markDone(id, Ids.player, due + 10 * MINUTE);
  for (const minutes of [30, 40, 50, 60]) await world.at(due + minutes * MINUTE);
  expect(await world.dms(Ids.player)).toHaveLength(3);
  await world.at(due + DAY);
  expect(await world.dms(Ids.player)).toHaveLength(4);
  for (let minutes = 10; minutes < 120; minutes += 10) await world.at(due + DAY + minutes * MINUTE);
  expect(await world.dms(Ids.player)).toHaveLength(9);
});

it("can be done also where it comes with others", async () => {
  const quiet = { zone: "UTC", from: "12:30", to: "15:00" };
  for (const text of ["one", "two"]) {
    const repeat = text === "one" ? { everyMs: HOUR, most: 5 } : undefined;
    const content = contentOf({ subject: { kind: "note", text }, title: text, ...(repeat && { repeat }) });
    await world.reminders.service.make(remind({ quiet, content }));
  }
  await world.at(START + HOUR);
  await world.at(START + 3 * HOUR);
  const dms = await world.dms(Ids.player);
  expect(dms).toHaveLength(1);
  expect(dms[0]).toContain("[Done: one]");
  expect(dms[0]).toContain(`[${english.posts.buttons.offOf("two")}]`);
});

it("snoozes: the same once more, and what would have asked sooner is silent", async () => {
  const { service: reminders } = world.reminders;
  const content = contentOf({ repeat: { everyMs: 10 * MINUTE, most: 5 } });
  const { id } = reminderIn(await reminders.make(remind({ content })));
  const due = START + HOUR;
  await world.at(due);
  await reminders.snooze(id, Ids.player, { ms: HOUR });
  for (const minutes of [10, 20, 30, 40, 50]) await world.at(due + minutes * MINUTE);
  expect(await world.dms(Ids.player)).toHaveLength(1);
  await world.at(due + HOUR + MINUTE);
  expect(await world.dms(Ids.player)).toHaveLength(2);
});

it("strikes what has ended from a list that came with others, and goes on naming the role", async () => {
  const agenda = { kind: "agenda", every: "day" } as const;
  const own = { purpose: "announcement", title: "What's on today" } as const;
  const content = contentOf({ ...own, subject: agenda, roleId: Ids.pingRole });
  await world.reminders.service.make(announce({ content }));
  const note = contentOf({ purpose: "announcement", subject: { kind: "note", text: "Bring cake" } });
  await world.reminders.service.make(announce({ content: note }));
  await world.at(START + 2 * HOUR);
  const [post = "", ...others] = await general();
  expect(others).toEqual([]);
  expect(post).toContain("Bring cake");
  const ends = [...post.matchAll(/Ends: <t:(\d+):R>/g)].map(([, at]) => Number(at) * 1_000);
  const [first = 0] = ends.toSorted((a, b) => a - b);
  await world.at(first + MINUTE);
  const edited = (await general())[0] ?? "";
  expect(edited).toMatch(/~~.+~~ · Ended/);
  expect(edited).toContain("Bring cake");
  for (const text of [post, edited]) expect(text.startsWith(`<@&${Ids.pingRole}> `)).toBe(true);
});

it("says of a note that comes late when it was meant for", async () => {
  const content = contentOf({ subject: { kind: "note", text: "Feed the cat" } });
  await world.reminders.service.make(remind({ content }));
  await world.at(START + HOUR + 30 * MINUTE);
  const [dm = ""] = await world.dms(Ids.player);
  expect(dm).toContain("30 minutes late");
  expect(dm).toMatch(new RegExp(`<t:${(START + HOUR) / 1000}:D>\\n<t:${(START + HOUR) / 1000}:t>`));
});

it("holds what comes in quiet hours and posts it as one at their end", async () => {
  const quiet = { zone: "UTC", from: "12:30", to: "15:00" };
  for (const text of ["one", "two"]) {
    await world.reminders.service.make(
      remind({ quiet, content: contentOf({ subject: { kind: "note", text } }) }),
    );
  }
  await world.at(START + HOUR);
  expect(await world.dms(Ids.player)).toEqual([]);
  await world.at(START + 3 * HOUR);
  const [dm, ...others] = await world.dms(Ids.player);
  expect(others).toEqual([]);
  expect(dm).toContain("one");
  expect(dm).toContain("two");
  expect(dm).toContain("quiet hours");
});

it("mentions only the role that was chosen, and nobody where the admins switched mentions off", async () => {
  const content = contentOf({ purpose: "announcement", roleId: Ids.pingRole, title: "x" });
  await world.reminders.service.make(
    announce({ content: { ...content, subject: { kind: "note", text: "@everyone <@1>" } } }),
  );
  await world.at(START + HOUR);
  const [first] = await world.discord.local.history({ as: Ids.admin, channel: Ids.general });
  expect(first?.message).toMatchObject({
    mention_everyone: false,
    mentions: [],
    mention_roles: [Ids.pingRole],
  });
  expect((first?.message.flags ?? 0) & (1 << 12)).toBe(0);
  await world.guilds.change(
    { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
    { arePingsOn: false },
  );
  await world.at(START + DAY + HOUR);
  const [, second] = await world.discord.local.history({ as: Ids.admin, channel: Ids.general });
  expect(second?.message.mention_roles).toEqual([]);
  expect((second?.message.flags ?? 0) & (1 << 12)).not.toBe(0);
});

it("posts a member's reminder in a channel only while its admins allow it", async () => {
  const places = [{ kind: "channel", target: Ids.general }] as const;
  const { id } = reminderIn(
    await world.reminders.service.make(remind({ destinations: places, guildId: Ids.harbour })),
  );
  await world.at(START + HOUR);
  expect(await general()).toEqual([]);
  expect((await world.reminders.service.history(id, 1))[0]).toMatchObject({
    state: "skipped",
    reason: "not-allowed-here",
  });
  const settings = { memberRemindersIn: [Ids.general] };
  await world.guilds.change(
    { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
    settings,
  );
  await world.at(START + DAY + HOUR);
  expect((await general())[0]).toContain(`<@${Ids.player}>`);
});

it("tests at once, marked as a test, plans nothing by it, and takes it back", async () => {
  const { service: reminders } = world.reminders;
  const { id } = await endingSoon();
  const planned = (await reminders.find(id))?.nextAt;
  const tested = await reminders.test(id, asked.signal);
  expect(tested).toMatchObject({ kind: "sent", channelId: Ids.general });
  expect((await general())[0]).toContain(english.posts.test);
  expect(await reminders.history(id, 5)).toMatchObject([{ state: "sent", isTest: true }]);
  expect((await reminders.find(id))?.nextAt).toBe(planned);
  expect(await reminders.takeBackTests(id, asked.signal)).toBe(0);
  expect([await general(), await reminders.history(id, 5)]).toEqual([[], []]);
  const deny = String(1n << 11n);
  await world.discord.local.setOverwrite({ channel: Ids.general, target: Ids.bot, allow: "0", deny });
  expect(await reminders.test(id, asked.signal)).toMatchObject({
    kind: "refused",
    reason: "missing-permission",
  });
});

it("a note of one's own arrives weeks late, says so, and keeps to its quiet hours", async () => {
  const { service: reminders } = world.reminders;
  const rule = { kind: "once", zone: "UTC", time: "13:00", date: "2026-11-20" } as const;
  await reminders.make(remind({ rule }));
  const quiet = { zone: "UTC", from: "12:00", to: "14:00" };
  const held = contentOf({ subject: { kind: "note", text: "Feed the cat" } });
  await reminders.make(remind({ rule, content: held, quiet }));
  world.restart();
  await world.at(START + 20 * DAY + 3 * HOUR);
  const dms = (await world.dms(Ids.player)).join("\n");
  expect(dms).toContain("Water the plants");
  expect(dms).toContain("Feed the cat");
  expect(dms.match(/20 days/g)).toHaveLength(2);
});

it("a note of one's own that was put off arrives as late, and what has an end stays bound to it", async () => {
  const { service: reminders } = world.reminders;
  const rule = { kind: "once", zone: "UTC", time: "13:00", date: "2026-11-20" } as const;
  const { id } = reminderIn(await reminders.make(remind({ rule })));
  const { hash, thing } = await weekly();
  const subject = { kind: "milestone", hash } as const;
  const content = contentOf({ subject, title: "Weekly" });
  const before = { kind: "dated", thing, edge: "end", leadMs: HOUR } as const;
  const bound = reminderIn(await reminders.make(remind({ rule: before, content })));
  await world.at(START + HOUR);
  expect(await world.dms(Ids.player)).toHaveLength(1);
  await reminders.snooze(id, Ids.player, { ms: HOUR, slot: START + HOUR });
  world.restart();
  await world.at(RESET + 9 * HOUR);
  const dms = await world.dms(Ids.player);
  expect(dms).toHaveLength(2);
  expect(dms[1]).toContain("Water the plants");
  const [missed] = await reminders.history(bound.id, 1);
  expect(missed?.state).toBe("missed");
});
