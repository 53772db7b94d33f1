import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { NewReminder } from "../../../../src/features/posts/reminder-service.ts";
import { MilepostError } from "../../../../src/base/errors.ts";
import { TrendingStub, TrendingEntry } from "../../../../src/platform/resources/trending.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { dated } from "../../../support/fake-services.ts";
import { contentOf } from "../reminder-service-harness.ts";
import { openWorld, START, type World } from "../posting-harness.ts";
import { MINUTE } from "../../../support/time.ts";

const LOOK = 5 * MINUTE;

/** What the platform lists, as stubs; details of articles say whether they are age-gated. */
interface Listed {
  readonly identifier: string;
  readonly entityType: number;
  readonly displayName: string;
  readonly isGated?: boolean;
}
const NEWS = 0;
const CREATION = 5;
const STREAM = 6;
const TOPIC = 9;
const entry = (identifier: string, entityType = STREAM, more: Partial<Listed> = {}): Listed => ({
  identifier,
  entityType,
  displayName: `Title of ${identifier}`,
  ...more,
});

let world: World;
let list: Listed[];
let isListSilent: boolean;
let areDetailsSilent: boolean;
let now: number;

beforeEach(async () => {
  world = await openWorld();
  list = [entry("old-1"), entry("old-2", NEWS)];
  [isListSilent, areDetailsSilent] = [false, false];
  now = START;
  world.answers.trendingList = async ({ page = 0 }) => {
    if (isListSilent) throw new MilepostError("platform-unavailable");
    const entries = page === 0 ? list.map((one) => TrendingStub.parse(one)) : [];
    return dated({ gives: "stubs" as const, entries, hasMore: false });
  };
  world.answers.trendingEntry = async ({ type, identifier }) => {
    if (areDetailsSilent) throw new MilepostError("platform-unavailable");
    const isGated = list.some((one) => one.identifier === identifier && one.isGated === true);
    const article = {
      contentId: "1",
      properties: { title: "x" },
      ...(isGated && { hasAgeGate: true, minimumAge: 18 }),
    };
    return dated(
      TrendingEntry.parse({ entityType: type, identifier, ...(type === NEWS && { news: { article } }) }),
    );
  };
});
afterEach(() => world.close());

const watching = (more: Partial<NewReminder> = {}, of?: string): NewReminder => ({
  ownerId: Ids.admin,
  guildId: Ids.harbour,
  destinations: [{ kind: "channel", target: Ids.general }],
  rule: { kind: "watch", what: of === undefined ? "entries" : `entries:${of}` },
  content: contentOf({
    purpose: "announcement",
    subject: { kind: "new-entries", ...(of !== undefined && { of }) },
    title: "New entries",
  }),
  ...more,
});
const make = (wanted: NewReminder) => world.reminders.service.make(wanted);
const general = () => world.texts(Ids.general, Ids.admin);
async function look(): Promise<void> {
  now += LOOK;
  await world.at(now);
}

describe("watching for new entries", () => {
  it("tells of nothing at its first look, of several in one post, and of each once", async () => {
    await make(watching());
    await look();
    expect(await general()).toEqual([]);
    list = [entry("new-1"), entry("new-2", NEWS), ...list];
    await look();
    const [post, ...others] = await general();
    expect(others).toEqual([]);
    expect(post).toContain("2 new entries");
    expect(post).toContain("Title of new-1");
    expect(post).toContain("Title of new-2");
    await look();
    world.restart();
    await look();
    expect(await general()).toHaveLength(1);
  });

  it("takes nothing for new that was gone from an answer, an empty one, or a time without any", async () => {
    await make(watching());
    await look();
    const all = list;
    list = [];
    await look();
    list = all.slice(0, 1);
    await look();
    isListSilent = true;
    await look();
    isListSilent = false;
    list = all;
    await look();
    expect(await general()).toEqual([]);
  });

  it("never tells of what is age-gated, and waits where nobody can say whether it is", async () => {
    await make(watching());
    await look();
    list = [entry("gated", NEWS, { isGated: true }), entry("open", NEWS), ...list];
    areDetailsSilent = true;
    await look();
    expect(await general()).toEqual([]);
    areDetailsSilent = false;
    await look();
    await look();
    expect(await general()).toEqual([expect.stringContaining("Title of open")]);
    expect((await general()).join()).not.toContain("gated");
  });

  it("takes nothing for a test or a preview of which nobody can say whether it is age-gated", async () => {
    list = [entry("unsure", NEWS)];
    const made = await make(watching({}, "news"));
    const id = "reminder" in made ? made.reminder.id : "";
    const { signal } = new AbortController();
    areDetailsSilent = true;
    expect(await world.reminders.service.draft(id, signal)).toBeUndefined();
    expect(await world.reminders.service.test(id, signal)).toMatchObject({ kind: "nothing-to-say" });
    expect(await general()).toEqual([]);
    areDetailsSilent = false;
    expect(await world.reminders.service.test(id, signal)).toMatchObject({ kind: "sent" });
  });

  it("counts for each watch how often nobody could say it, and anew when it was gone", async () => {
    await make(watching());
    await make(watching({ destinations: [{ kind: "channel", target: Ids.announcements }] }, "news"));
    await look();
    areDetailsSilent = true;
    const before = list;
    list = [entry("slow", NEWS), ...before];
    const times = async (looks: number) => {
      for (let count = 0; count < looks; count += 1) await look();
    };
    await times(20);
    list = before;
    await look();
    list = [entry("slow", NEWS), ...before];
    await times(20);
    areDetailsSilent = false;
    await look();
    await look();
    expect(await general()).toEqual([expect.stringContaining("Title of slow")]);
  });

  it.each([
    ["told at last where somebody can say it in time", 23, 1],
    ["given up after a day of looks in vain", 24, 0],
  ])("of which nobody can say whether it is age-gated is %s", async (_, looks, posts) => {
    await make(watching());
    await look();
    areDetailsSilent = true;
    list = [entry("slow", NEWS), ...list];
    for (let count = 0; count < looks; count += 1) await look();
    areDetailsSilent = false;
    await look();
    await look();
    expect(await general()).toHaveLength(posts);
  });

  it.each([
    ["no further", 100, 0],
    ["further", 99, 1],
  ])("reads the list %s once it has %i entries", async (_, count, posts) => {
    const first = Array.from({ length: count }, (_unused, index) => entry(`top-${index}`));
    let second = [entry("old")];
    world.answers.trendingList = async ({ page = 0 }) => {
      const entries = [first, second][page] ?? [];
      return dated({
        gives: "stubs" as const,
        entries: entries.map((one) => TrendingStub.parse(one)),
        hasMore: page === 0,
      });
    };
    await make(watching());
    await look();
    second = [entry("new"), entry("old")];
    await look();
    expect(await general()).toHaveLength(posts);
  });

  it("asks about entries of its own kind alone", async () => {
    await make(watching({}, "stream"));
    await look();
    list = [entry("some-news", NEWS), ...list];
    const asked: string[] = [];
    const { trendingEntry } = world.answers;
    world.answers.trendingEntry = async (query) => {
      asked.push(query.identifier);
      return trendingEntry?.(query) as never;
    };
    await look();
    expect(asked).toEqual([]);
  });

  it("is of its kind alone, whatever else is new", async () => {
    await make(watching({}, "news"));
    await look();
    list = [entry("a-stream"), entry("some-news", NEWS), ...list];
    await look();
    const [post, ...others] = await general();
    expect(others).toEqual([]);
    expect(post).toContain("Title of some-news");
    expect(post).not.toContain("a-stream");
  });

  it("leaves players' creations out until the admins switch them on", async () => {
    await make(watching());
    await look();
    list = [entry("made-1", CREATION), entry("topic-1", TOPIC), ...list];
    await look();
    expect(await general()).toEqual([]);
    await world.guilds.change(
      { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
      { areCreationsOn: true },
    );
    list = [entry("made-2", CREATION), ...list];
    await look();
    expect(await general()).toEqual([expect.stringContaining("Title of made-2")]);
  });

  it("keeps to its kind, and to the kinds the server shows", async () => {
    await make(watching({}, "news"));
    await make(watching({ destinations: [{ kind: "channel", target: Ids.announcements }] }));
    await world.guilds.change(
      { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
      { kinds: ["stream"] },
    );
    await look();
    list = [entry("a-stream"), entry("some-news", NEWS), ...list];
    await look();
    expect(await general()).toEqual([]);
    const others = await world.texts(Ids.announcements, Ids.admin);
    expect(others).toEqual([expect.stringContaining("Title of a-stream")]);
    expect(others[0]).not.toContain("some-news");
  });

  it("tells all of it in one post when quiet hours are over", async () => {
    const quiet = { zone: "UTC", from: "12:00", to: "13:00" };
    await make(watching({ quiet }));
    await look();
    list = [entry("new-1"), ...list];
    await look();
    list = [entry("new-2"), ...list];
    await look();
    expect(await general()).toEqual([]);
    await world.at(START + 60 * MINUTE);
    const [post, ...others] = await general();
    expect(others).toEqual([]);
    expect(post).toContain("Title of new-1");
    expect(post).toContain("Title of new-2");
  });

  it("asks the platform nothing while nobody waits, and once for all who do", async () => {
    let asked = 0;
    const { trendingList } = world.answers;
    world.answers.trendingList = async (query) => {
      asked += 1;
      return trendingList?.(query) as never;
    };
    await look();
    expect(asked).toBe(0);
    for (const target of [Ids.general, Ids.announcements, Ids.botCommands]) {
      await make(watching({ destinations: [{ kind: "channel", target }] }));
    }
    await make(watching({}, "news"));
    await look();
    expect(asked).toBe(1);
  });
});
