import { describe, expect, test } from "vitest";

import { MovableClock } from "../../../src/base/clock.ts";
import { spanOf } from "../../../src/playground/platform/game-data/milestones.ts";
import { PLAYERS } from "../../../src/playground/platform/game-data/players.ts";
import { createGameData, type GameData } from "../../../src/playground/platform/game-data/game-data.ts";
import { WEEK_MS } from "../../../src/base/duration.ts";
import { stretchStart } from "../../../src/playground/platform/game-data/calendar.ts";
import { NOON } from "./support.ts";
import { DAY, HOUR } from "../../support/time.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const FIELDS = { title: "title", summary: "summary", body: "body", image: "image" };

function worldAt(at: number, seed = 1): GameData {
  return createGameData({ seed, clock: new ManualClock(at), membershipTypes: [2, 1], articleFields: FIELDS });
}

describe("the people", () => {
  const { players } = worldAt(NOON);
  const all = Array.from({ length: PLAYERS }, (_, player) => player);

  test("are more than three hundred, with names of their own in several scripts", () => {
    const names = all.map((player) => players.name(player));
    expect(new Set(names).size).toBeGreaterThan(300);
    for (const script of [
      "Latin",
      "Han",
      "Hiragana",
      "Hangul",
      "Cyrillic",
      "Arabic",
      "Hebrew",
      "Thai",
      "Devanagari",
    ]) {
      expect(names.join()).toMatch(new RegExp(`\\p{Script=${script}}`, "u"));
    }
  });

  test("are found again by their ids, and by nobody else's", () => {
    for (const player of all) {
      const id = players.membershipId(player);
      expect(players.byMembershipId(id)).toBe(player);
      expect(players.byMembershipId(String(BigInt(id) + 1n))).toBeUndefined();
      for (const account of players.accounts(player)) {
        expect(players.account(account.membershipType, account.id)?.player).toBe(player);
        expect(players.account(7, account.id)).toBeUndefined();
      }
    }
  });

  test("have one to three characters with ids of their own above 2^53", () => {
    const ids = all.flatMap((player) => players.characters({ player, kind: 0 }).map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => BigInt(id) > 2n ** 53n)).toBe(true);
    const counts = all.map((player) => players.characters({ player, kind: 0 }).length);
    expect(new Set(counts)).toEqual(new Set([1, 2, 3]));
  });

  test("include deleted, banned, ignored and followed ones", () => {
    const users = all.map((player) => players.user(player, 0));
    expect(users.some((user) => user.isDeleted === true)).toBe(true);
    expect(users.some((user) => Date.parse(user.profileBanExpire ?? "") > NOON)).toBe(true);
    expect(users.some((user) => user.context?.isFollowing === true)).toBe(true);
    expect(users.some((user) => user.context?.ignoreStatus?.isIgnored === true)).toBe(true);
    expect(players.search("Deleted")).toEqual([]);
    expect(users[0]?.context).toMatchObject({ isFollowing: false, ignoreStatus: { isIgnored: false } });
    expect(players.user(7).context).toBeNull();
  });

  test("who are deleted show nothing of who they were", () => {
    const deleted = all.map((player) => players.user(player)).filter(({ isDeleted }) => isDeleted === true);
    expect(deleted).toHaveLength(3);
    for (const user of deleted) {
      expect(user).toMatchObject({
        displayName: "Deleted member",
        consoleADisplayName: null,
        consoleBDisplayName: null,
        socialDisplayName: null,
        pcDisplayName: null,
        userTitleDisplay: null,
        profilePicturePath: null,
        profilePictureWidePath: null,
        locale: null,
      });
    }
  });
});

test("an article was changed at one time, or not yet: never just now, whenever one looks", () => {
  const changes = [NOON, NOON + 1_000, NOON + 2_000].map((now) => {
    const { articles } = worldAt(now);
    return articles.news(10).map((ref) => articles.article(ref, "en").modifyDate);
  });
  expect(changes[1]).toEqual(changes[0]);
  expect(changes[2]).toEqual(changes[0]);
});

describe("names", () => {
  const { players } = worldAt(NOON);
  const named = (name: string) =>
    players.user(
      Array.from({ length: PLAYERS }, (_, player) => player).find((one) => players.name(one) === name) ?? 0,
    );

  test.each([
    ["Łukasz Wrona", "LukaszWrona", "lukaszwrona"],
    ["Søren Aagaard", "SorenAagaard", "sorenaagaard"],
    ["İpek Yıldız", "IpekYildiz", "ipekyildiz"],
    ["Þórunn", "Thorunn", "thorunn"],
  ])("%s keeps every letter as %s, and is found by %s", (name, console, typed) => {
    const user = named(name);
    const known = [user.consoleADisplayName, user.consoleBDisplayName].filter((one) => one !== null);
    for (const one of known) expect(one?.replace(/ B$/, "")).toBe(console);
    expect(known.length).toBeGreaterThan(0);
    expect(user.normalizedName).toBe(typed);
    const found = players.search(typed).map((player) => players.name(player));
    expect(found).toContain(name);
  });
});

describe("time", () => {
  test("milestones end with the week, with the day or in hours; one is to come and one has no dates", () => {
    const weekly = spanOf("weekly-vigil", NOON);
    expect([weekly.start, weekly.end].map((at) => new Date(at ?? 0).toISOString())).toEqual([
      "2026-11-17T17:00:00.000Z",
      "2026-11-24T17:00:00.000Z",
    ]);
    expect(Number(spanOf("night-market", NOON).end) - NOON).toBeLessThanOrEqual(8 * HOUR);
    expect(Number(spanOf("morning-race", NOON).end) - NOON).toBeLessThanOrEqual(DAY);
    const expedition = spanOf("expedition-north", NOON);
    expect(expedition.start).toBe(Date.UTC(2026, 10, 20, 17));
    // It comes when it was said to, and isn't put off with the week.
    expect(spanOf("expedition-north", expedition.start ?? 0)).toEqual(expedition);
    expect(spanOf("first-steps", NOON)).toEqual({});
  });

  test("at the very second of the reset the next week has begun", () => {
    const reset = Date.UTC(2026, 10, 24, 17);
    expect(spanOf("weekly-vigil", reset - 1).end).toBe(reset);
    expect(spanOf("weekly-vigil", reset).start).toBe(reset);
  });

  test("news and creations come in as the clock moves, and what was there keeps its identifier", () => {
    const [before, after] = [worldAt(NOON), worldAt(NOON + 3 * DAY)];
    const [old, fresh] = [before, after].map((world) =>
      world.articles.list().map((ref) => world.articles.id(ref)),
    );
    expect(fresh?.[0]).not.toBe(old?.[0]);
    expect(fresh).toContain(old?.[0]);
    expect(before.articles.list().every((ref) => before.articles.createdAt(ref) <= NOON)).toBe(true);
    const posts = [before, after].map((world) =>
      world.trends.list("en").filter(({ kind }) => kind === "creation"),
    );
    expect(posts[1]?.map(({ identifier }) => identifier)).not.toEqual(
      posts[0]?.map(({ identifier }) => identifier),
    );
    const rituals = [before, after].map((world) =>
      world.trends.list("en").filter(({ kind }) => kind === "ritual"),
    );
    expect(rituals[1]?.map(({ identifier }) => identifier)).toEqual(
      rituals[0]?.map(({ identifier }) => identifier),
    );
  });

  test("progress grows within a week and starts again with the next", () => {
    const reset = Date.UTC(2026, 10, 24, 17);
    expect(weekly(reset - HOUR)).toBeGreaterThan(weekly(NOON));
    expect(weekly(reset + HOUR)).toBeLessThan(weekly(NOON));
  });

  test("a movable clock moves the world it was given to", () => {
    const clock = new MovableClock();
    const world = createGameData({ seed: 1, clock, membershipTypes: [2, 1], articleFields: FIELDS });
    const before = world.milestones.all();
    clock.advance(21 * DAY);
    expect(world.milestones.all()).not.toEqual(before);
  });
});

/** What a character has earned with each faction. */
function totals(at: number): readonly number[] {
  const [character] = Object.values(worldAt(at).progress.of({ player: 0, kind: 0 }).data ?? {});
  return Object.values(character?.factions ?? {}).map(({ currentProgress }) => currentProgress ?? 0);
}

test("progress only grows from week to week of a season", () => {
  const season = stretchStart(16 * 38, WEEK_MS);
  for (const week of [0, 1, 2, 13, 14]) {
    const at = season + week * WEEK_MS + 5 * DAY;
    const before = totals(at);
    expect(before.length).toBeGreaterThan(0);
    for (const [index, total] of totals(at + 3 * DAY).entries())
      expect(total).toBeGreaterThan(before[index] ?? 0);
  }
});

describe("progress", () => {
  test("has rewards that wait to be claimed, and redeemed milestones that read false three times", () => {
    const shown = stages(worldAt(Date.UTC(2026, 10, 23, 12)));
    const entries = shown.map((one) => one.rewards?.flatMap((category) => category.entries ?? []) ?? []);
    expect(
      entries.some((list) => list.some((entry) => entry.earned === true && entry.redeemed !== true)),
    ).toBe(true);
    const redeemed = shown.filter((_, index) => entries[index]?.every((entry) => entry.redeemed === true));
    expect(redeemed.length).toBeGreaterThan(0);
    for (const one of redeemed) {
      const status = one.availableQuests?.[0]?.status;
      expect([status?.started, status?.completed, status?.redeemed]).toEqual([false, false, false]);
    }
  });
});

describe("creations", () => {
  test("hold markup, mentions, direction marks, invisible characters and very long texts", () => {
    const details = worldAt(NOON)
      .trends.list("en")
      .filter(({ kind }) => kind === "creation")
      .map((trend) => trend.detail().creation);
    const text = details.map((one) => `${one?.title ?? ""} ${one?.body ?? ""}`).join("\n");
    for (const part of ["**", "@everyone", "\u202E", "\u200B", "<script>", "<@"])
      expect(text).toContain(part);
    expect(details.some((one) => (one?.body ?? "").length > 10_000)).toBe(true);
    expect(details.every((one) => BigInt(one?.postId ?? 0) > 2n ** 63n)).toBe(true);
  });
});

test("what tries a reader's patience never stands on the first pages of what trends", () => {
  for (const day of [0, 1, 2, 3, 4, 5, 6]) {
    const first = worldAt(NOON + day * DAY)
      .trends.list("en")
      .slice(0, 30);
    const made = first.filter(({ kind }) => kind === "creation").map((trend) => trend.displayName);
    expect(made.length).toBeGreaterThan(1);
    for (const title of made) expect(title.trim()).toMatch(/^[\p{L}\p{M}\p{N} ,:’'().-]{4,60}$/u);
  }
});

describe("articles", () => {
  test("are about two hundred, some for adults, all with author, date, picture, tags and HTML", () => {
    const { articles } = worldAt(NOON);
    const all = articles.list().map((ref) => articles.article(ref, "en"));
    expect(all).toHaveLength(200);
    const gated = all.filter(({ hasAgeGate }) => hasAgeGate === true);
    expect(gated.length).toBeGreaterThan(2);
    expect(gated.every(({ minimumAge }) => minimumAge === 18)).toBe(true);
    for (const article of all) {
      expect(article.properties?.["body"]).toMatch(/^<(div|p)[ >].*<\/(div|p)>$/s);
      expect(String(article.properties?.["title"])).not.toMatch(/[{}]|^$/);
      expect(article.author?.displayName).toBeTypeOf("string");
      expect(article.tags?.length).toBeGreaterThan(0);
    }
    expect(new Set(all.map(({ contentId }) => contentId)).size).toBe(200);
  });
});

/** The best weekly progress of somebody's first character. */
function weekly(at: number): number {
  const { data } = worldAt(at).progress.of({ player: 0, kind: 0 });
  const [character] = Object.values(data ?? {});
  return Math.max(...Object.values(character?.progressions ?? {}).map((one) => one.weeklyProgress ?? 0));
}

/** The milestones of many characters. */
function stages(world: GameData) {
  return Array.from({ length: 60 }, (_, player) => world.progress.of({ player, kind: 0 }))
    .flatMap(({ data }) => Object.values(data ?? {}))
    .flatMap((character) => Object.values(character.milestones ?? {}));
}
