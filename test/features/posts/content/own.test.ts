import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { NewReminder, ReminderView } from "../../../../src/features/posts/reminder-service.ts";
import type { OwnMatter } from "../../../../src/schedule/subject.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { contentOf } from "../reminder-service-harness.ts";
import { openWorld, START, type World } from "../posting-harness.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";
import { english } from "../../../../src/messages/en.ts";

const RESET = Date.parse("2026-11-24T17:00:00Z");
const DUE = START + HOUR;
const PLAYER = 0;

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const about = (matter: OwnMatter): NewReminder => ({
  ownerId: Ids.player,
  destinations: [{ kind: "dm", target: Ids.player }],
  rule:
    matter === "session"
      ? { kind: "watch", what: "session" }
      : { kind: "weekly", zone: "UTC", time: "13:00", days: [] },
  content: contentOf({ subject: { kind: "own", matter }, title: `My ${matter}` }),
});
const dms = () => world.dms(Ids.player);

async function make(wanted: NewReminder): Promise<ReminderView> {
  const made = await world.reminders.service.make(wanted);
  if (!("reminder" in made)) throw new Error(`nothing was made: ${made.kind}`);
  return made.reminder;
}

async function link(isAway: boolean): Promise<string> {
  const { sessions } = world.table;
  await world.table.link(Ids.player, PLAYER);
  const [session] = await sessions.store.list(Ids.player);
  if (session === undefined) throw new Error("nothing was linked");
  await sessions.store.consent({ discordId: Ids.player, id: session.id }, { away: isAway });
  return session.id;
}

async function lastOf({ id }: ReminderView): Promise<string> {
  const [last] = await world.reminders.service.history(id, 1);
  return last === undefined ? "nothing" : `${last.state} ${last.reason ?? ""}`.trim();
}

async function usesOf(id: string): Promise<readonly string[]> {
  const uses = await world.table.sessions.store.uses({ discordId: Ids.player, id });
  return uses.filter(({ isAway }) => isAway).map(({ command }) => command);
}

describe("a member's own progress", () => {
  it.each(["unclaimed", "caps", "open-milestones"] as const)(
    "is told to them alone, with their consent, and the use is noted: %s",
    async (matter) => {
      const session = await link(true);
      const reminder = await make(about(matter));
      await world.at(DUE);
      expect(await lastOf(reminder)).toBe("sent");
      const [post] = await dms();
      expect(post).toMatch(/rewards? to claim|to earn|haven't done yet/);
      expect(post).not.toContain("isn't showing");
      expect(await usesOf(session)).toEqual(["reminder"]);
    },
  );

  it("is not looked at without consent, nor without a session", async () => {
    const reminder = await make(about("unclaimed"));
    await world.at(DUE);
    expect(await lastOf(reminder)).toBe("skipped no-session");
    const session = await link(false);
    world.table.platform.requests.list();
    await world.at(DUE + DAY);
    expect([await lastOf(reminder), await usesOf(session)]).toEqual(["skipped no-consent", []]);
    expect(await dms()).toEqual([]);
  });

  it.each<[string, string, (session: string) => Promise<unknown>]>([
    [
      "took their yes back",
      "skipped no-consent",
      (id) => world.table.sessions.store.consent({ discordId: Ids.player, id }, { away: false }),
    ],
    ["unlinked", "skipped no-session", () => world.table.sessions.store.unlink({ discordId: Ids.player })],
  ])("is not told to who %s while the platform was asked", async (_, state, act) => {
    const session = await link(true);
    const reminder = await make(about("unclaimed"));
    world.table.platform.faults.add({ kind: "latency", ms: 400, operation: "progression" });
    const looking = world.at(DUE);
    await expect.poll(() => usesOf(session), { interval: 5 }).toEqual(["reminder"]);
    await act(session);
    await looking;
    expect([await lastOf(reminder), await dms()]).toEqual([state, []]);
  });

  it("is asked for where there is an account of the game alone", async () => {
    await link(true);
    const { sessions, platform } = world.table;
    const open = sessions.store.open.bind(sessions.store);
    vi.spyOn(sessions.store, "open").mockImplementation(async (...asked) => {
      const opened = await open(...asked);
      if (opened === undefined) return undefined;
      const account = { accounts: [], membershipTypes: [3] };
      return { ...opened, summary: { ...opened.summary, account } };
    });
    await make(about("unclaimed"));
    const { total } = platform.requests;
    await world.at(DUE);
    expect(await dms()).toEqual([expect.stringContaining("isn't showing")]);
    expect(platform.requests.total).toBe(total);
  });

  it("that can't be read is said to be unknown, never to be open", async () => {
    await link(true);
    world.table.platform.faults.add({ kind: "wrongJson", form: "shape", operation: "progression" });
    await make(about("unclaimed"));
    for (let at = DUE; at < DUE + 6 * HOUR; at += 10 * MINUTE) await world.at(at);
    expect(await dms()).toEqual([expect.stringContaining("isn't showing")]);
  });

  it("waits while the platform is in maintenance", async () => {
    await link(true);
    const reminder = await make(about("unclaimed"));
    world.table.platform.faults.add({ kind: "maintenance" });
    for (let at = DUE; at < DUE + 2 * HOUR; at += 20 * MINUTE) await world.at(at);
    expect([await dms(), await lastOf(reminder)]).toEqual([[], "failed maintenance"]);
    world.table.platform.faults.clear();
    for (const minutes of [10, 20]) await world.at(DUE + 2 * HOUR + minutes * MINUTE);
    expect([(await dms()).length, await lastOf(reminder)]).toEqual([1, "sent"]);
  });
});

const before = (every: "day" | "week", leadMs: number): NewReminder => ({
  ...about("caps"),
  rule: { kind: "dated", thing: `reset:${every}`, edge: "end", leadMs },
});
/** The resets a post names. */
const resetsIn = (post = ""): readonly number[] =>
  [...post.matchAll(/resets <t:(\d+):R>/g)].map(([, seconds]) => Number(seconds) * 1000);

describe("caps about to be wasted", () => {
  it("are told of when their reset is near, with that reset", async () => {
    await link(true);
    await make(before("week", DAY));
    await world.at(RESET - DAY);
    const [post] = await dms();
    expect(post).toContain(english.posts.own.capsSoon);
    expect(resetsIn(post)).toContain(RESET);
    expect(post).toMatch(/ of \d{1,2},\d{3} left/);
    expect(post).not.toMatch(/ of \d{4}/);
  });

  it("are not told of while their reset is far", async () => {
    await link(true);
    const reminder = await make(before("day", HOUR));
    await world.at(START + 4 * HOUR);
    expect(await lastOf(reminder)).toBe("sent");
    const resets = resetsIn((await dms())[0]);
    expect(new Set(resets)).toEqual(new Set([START + 5 * HOUR]));
    await world.at(START + DAY + 6 * HOUR);
    expect(await lastOf(reminder)).toBe("skipped nothing");
  });

  it("are all listed at a time of the member's own, the nearest reset first", async () => {
    await link(true);
    await make(about("caps"));
    await world.at(DUE);
    const [post] = await dms();
    expect(post).not.toContain(english.posts.own.capsSoon);
    const resets = resetsIn(post);
    expect(resets).toContain(RESET);
    expect(resets).toEqual(resets.toSorted((a, b) => a - b));
  });
});

describe("a session that ended", () => {
  it("is told once, however many reminders wait for it", async () => {
    await link(true);
    const reminders = [await make(about("unclaimed")), await make(about("caps"))];
    world.table.platform.signIn.sessions.revoke();
    await world.at(DUE);
    await world.at(DUE + DAY);
    const posts = await dms();
    expect(posts).toHaveLength(1);
    expect(posts[0]).toContain("session ended");
    expect(new Set(await Promise.all(reminders.map(lastOf)))).toEqual(new Set(["skipped session-ended"]));
  });

  it("is told once, also where the post about it had to be found again", async () => {
    await link(true);
    const reminders = [await make(about("unclaimed")), await make(about("session"))];
    world.table.platform.signIn.sessions.revoke();
    const route = "POST /channels/*/messages";
    await world.discord.local.addFault({ kind: "lose-answer", route, times: 4 });
    await world.at(DUE);
    for (const hours of [1, 2, 25]) await world.at(DUE + hours * HOUR);
    expect(await dms()).toHaveLength(1);
    expect((await Promise.all(reminders.map(lastOf))).join()).toContain("skipped session-ended");
  });

  it("is told to who asked for just that, once, found out by asking the platform once a day", async () => {
    const session = await link(true);
    await make(about("session"));
    await world.at(START + HOUR);
    expect(await usesOf(session)).toEqual([]);
    world.table.platform.signIn.sessions.revoke();
    await world.at(START + 25 * HOUR);
    expect(await dms()).toEqual([expect.stringContaining("session ended")]);
    await world.at(START + 26 * HOUR);
    await world.at(START + 60 * HOUR);
    expect(await dms()).toHaveLength(1);
    expect(await usesOf(session)).toEqual(["reminder"]);
  });
});

describe("a milestone that may be skipped", () => {
  /** Between one and five days before the week ends, a player has done some of it. */
  const LEAD = 4 * DAY;
  const ending = async (): Promise<{ readonly hash: number; readonly reminder: ReminderView }[]> => {
    const asked = { locale: "en-US", signal: new AbortController().signal };
    const things = await world.reminders.service.datedSubjects(asked);
    const found: { readonly hash: number; readonly reminder: ReminderView }[] = [];
    for (const { subject, endAt } of things) {
      if (subject.kind !== "milestone" || endAt !== RESET) continue;
      const rule = { kind: "dated", thing: `milestone:${subject.hash}`, edge: "end", leadMs: LEAD } as const;
      const content = contentOf({ subject, title: `milestone ${subject.hash}`, skipIfDone: true });
      found.push({ hash: subject.hash, reminder: await make({ ...about("caps"), rule, content }) });
    }
    return found;
  };

  it("is left out where the member has done it, and told with what is known where not", async () => {
    await link(true);
    const all = await ending();
    await world.at(RESET - LEAD);
    const states = await Promise.all(all.map(({ reminder }) => lastOf(reminder)));
    const posts = await dms();
    expect(posts.length).toBe(states.filter((state) => state === "sent").length);
    expect(new Set(states)).toEqual(new Set(["sent", "skipped done"]));
    for (const post of posts) expect(post).toMatch(/haven't done this yet|doesn't say/);
  });

  it("is told as unknown where nothing is linked", async () => {
    const [first] = await ending();
    await world.at(RESET - LEAD);
    expect(first && (await lastOf(first.reminder))).toBe("sent");
    expect((await dms())[0]).toContain("doesn't say");
  });
});
