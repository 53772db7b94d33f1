import { describe, expect, it } from "vitest";

import progress from "../../commands/progress.ts";
import stats from "../../commands/stats.ts";
import { MilepostError } from "../../src/base/errors.ts";
import { int64 } from "../../src/base/int64.ts";
import type { Picture, Reply } from "../../src/discord/reply/reply.ts";
import type { PrivateData } from "../../src/sessions/use/private-data.ts";
import { defaultGuildSettings } from "../../src/features/kit/settings/settings.ts";
import type { Services } from "../../src/features/services.ts";
import type { PlatformClient } from "../../src/platform/client.ts";
import { CharacterProgressions } from "../../src/platform/resources/progression.ts";
import {
  GameHistoricalStatsResults,
  GameHistoricalStatsWithMerged,
} from "../../src/platform/resources/stats.ts";
import { GeneralUser } from "../../src/platform/resources/user.ts";
import { fakeOwnData } from "../features/account/own-data-harness.ts";
import { dated, fakePlatform, fakeServices } from "../support/fake-services.ts";
import { linkingThat } from "../support/idle-services.ts";
import { NOW, callOf, markdownIn, press, run, seen } from "../support/run-command.ts";
import { DAY } from "../support/time.ts";
import type { Card } from "../../src/pictures/card.ts";

const OFFERED = ["progression", "characters", "stats.account", "stats.character"];
const never = new AbortController().signal;

/** Keeps the cards it is asked for in place of drawing them. */
function picturesThat(cards: Card[]): NonNullable<Services["pictures"]> {
  return {
    prepare: () => {},
    kept: async () => undefined,
    draw: async (card) => {
      cards.push(card);
      return { name: `${card.card}.png`, bytes: new Uint8Array([1]) };
    },
  };
}

const unavailable = () => Promise.reject(new MilepostError("platform-unavailable"));

const lookUp = async (table: string, hashes: readonly number[]) =>
  new Map(
    hashes.map((hash) => [
      hash,
      { name: `${table} ${String(hash)}`, iconUrl: `https://x.example/${String(hash)}` },
    ]),
  );

function servicesOf(own: Partial<PrivateData>, cards: Card[] = []): Services {
  return {
    ...fakeServices({ platform: fakePlatform({}, OFFERED), definitions: { search: async () => [], lookUp } }),
    images: { get: async (url) => (url?.endsWith("/1") === true ? new Uint8Array([7]) : undefined) },
    pictures: picturesThat(cards),
    linking: linkingThat(async () => fakeOwnData(own)),
  };
}

function pictureIn(reply: Reply): Picture {
  const found = reply.blocks.find((block) => block.type === "picture");
  if (found?.type !== "picture") throw new Error("no picture");
  return found.picture;
}

/** The card a reply has drawn, and what stands for it. */
async function cardIn(reply: Reply, cards: Card[]) {
  const picture = pictureIn(reply);
  await picture.draw(never);
  return { card: cards.at(-1), picture };
}

/** Every number a card shows must be said to whoever does not see it. */
function numbersIn(value: unknown, key = ""): readonly string[] {
  if (["share", "bars", "hue", "mean", "icon", "ticks"].includes(key)) return [];
  if (typeof value === "string") return /\d/.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => numbersIn(one, name));
}

const reward = (earned: boolean, redeemed: boolean) => ({
  rewards: [{ entries: [{ rewardEntryHash: 1, earned, redeemed }] }],
});
const progression = {
  progression: async () =>
    dated(
      CharacterProgressions.parse({
        data: {
          "5": {
            milestones: {
              "1": { milestoneHash: 1, ...reward(true, true) },
              "2": { milestoneHash: 2, ...reward(true, false) },
              "3": { milestoneHash: 3, ...reward(false, false) },
              "4": { milestoneHash: 4, ...reward(true, true) },
            },
            progressions: {
              "1": { progressionHash: 1, level: 42, progressToNextLevel: 8250, nextLevelAt: 10_000 },
              "2": { progressionHash: 2, level: 20, levelCap: 20 },
            },
            factions: { "3": { progressionHash: 9, factionHash: 3, level: 11, currentProgress: 1203 } },
          },
        },
      }),
    ),
};

describe("the card of /progress", () => {
  it("shows what is done, what waits, and the levels nearest to the next one", async () => {
    const cards: Card[] = [];
    const { card } = await cardIn(await run(progress, servicesOf(progression, cards)), cards);
    expect(card).toMatchObject({
      card: "progress",
      name: "Ann",
      ring: { share: 0.5, done: "2", total: "4" },
      waiting: { value: "1", isUrgent: true },
      open: { value: "1" },
      done: { value: "2" },
      tracks: [
        { name: "progression 1", value: "42", share: 0.825, icon: new Uint8Array([7]) },
        { name: "progression 2", value: "20", isHighest: true, icon: undefined },
        { name: "faction 3", value: "11", detail: expect.stringContaining("1,203") },
      ],
    });
  });

  it("shows the pictures of the player's own profile, and none where the platform fails at it", async () => {
    const membershipId = int64("7");
    const account = { name: "Ann", membershipId };
    const userById: PlatformClient["userById"] = async () =>
      dated(
        GeneralUser.parse({
          membershipId,
          displayName: "Ann",
          profilePicturePath: "/1",
          profilePictureWidePath: "/b/1",
        }),
      );
    for (const [ask, avatar] of [
      [userById, new Uint8Array([7])],
      [unavailable, undefined],
    ] as const) {
      const cards: Card[] = [];
      const platform = fakePlatform({ userById: ask }, [...OFFERED, "user.byId"]);
      const services = { ...servicesOf({ ...own, ...progression, account }, cards), platform };
      await cardIn(await run(progress, services), cards);
      await cardIn(await run(stats, services), cards);
      expect(cards).toMatchObject([
        { card: "progress", avatar, banner: avatar },
        { card: "stats", avatar, banner: avatar },
      ]);
    }
  });

  it("is said in words, number by number, in alt text and twin", async () => {
    const cards: Card[] = [];
    const { card, picture } = await cardIn(await run(progress, servicesOf(progression, cards)), cards);
    for (const words of [picture.alt, picture.twin.toString()]) {
      expect(
        ["42", "8,250", "10,000", "20", "11", "1,203"].filter((number) => !words.includes(number)),
      ).toEqual([]);
    }
    expect(numbersIn(card).filter((shown) => !isSaid(shown, picture.alt))).toEqual([]);
    expect(picture.alt.length).toBeLessThanOrEqual(1024);
  });

  it("counts milestones alone: its lines don't add how many rewards each has", async () => {
    const two = reward(true, false).rewards.flatMap((category) => [category, category]);
    const data = { "5": { milestones: { "2": { milestoneHash: 2, rewards: two } } } };
    const services = servicesOf(
      { progression: async () => dated(CharacterProgressions.parse({ data })) },
      [],
    );
    const shown = markdownIn(await run(progress, services));
    expect(shown).toContain("reward to claim");
    expect(shown).not.toContain("2 rewards");
  });

  it("has a language's own line for how many milestones are done: what is counted has a colon there too", async () => {
    const reply = await run(progress, servicesOf(progression), {}, { locale: "pl" });
    expect(pictureIn(reply).alt).toContain("Kamienie milowe – zrobione:");
    expect(pictureIn(reply).twin.toString()).toContain("Kamienie milowe – zrobione:");
  });

  it("is not there where nothing is known, on later views, and where pictures are off", async () => {
    const empty = { progression: async () => dated({ data: { "5": {} } }) };
    expect(() => pictureIn({ blocks: [] })).toThrow("no picture");
    const { pictures: _, ...off } = servicesOf(progression);
    const replies = [
      await run(progress, servicesOf(empty)),
      await run(progress, servicesOf(progression), { view: "factions" }),
      await run(progress, off),
    ];
    for (const reply of replies) expect(reply.blocks.map(({ type }) => type)).not.toContain("picture");
  });

  it.each([
    {
      of: "the member's own choice where they read alone",
      isPrivate: true,
      mine: { cardMode: "light" },
      ofServer: "dark",
      mode: "light",
    },
    {
      of: "the server's where they chose nothing",
      isPrivate: true,
      mine: {},
      ofServer: "light",
      mode: "light",
    },
    {
      of: "the server's where others read too",
      isPrivate: false,
      mine: { cardMode: "light" },
      ofServer: "dark",
      mode: "dark",
    },
  ] as const)("is dark or light by $of", async ({ isPrivate, mine, ofServer, mode }) => {
    const cards: Card[] = [];
    const services = servicesOf(progression, cards);
    const chosen: Services = {
      ...services,
      memberSettings: { ...services.memberSettings, of: async () => mine },
      guilds: { ...services.guilds, of: (id) => ({ ...defaultGuildSettings(id), cardMode: ofServer }) },
    };
    const { card } = await cardIn(await run(progress, chosen, {}, { isPrivate }), cards);
    expect(card?.mode).toBe(mode);
  });

  it("has less under it than a list has without it: what comes first, and pages of the rest", async () => {
    const milestones = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [
        String(index + 1),
        { milestoneHash: index + 1, ...reward(true, false) },
      ]),
    );
    const waiting = {
      progression: async () => dated(CharacterProgressions.parse({ data: { "5": { milestones } } })),
    };
    const { pictures: _, ...off } = servicesOf(waiting);
    const replies = [await run(progress, servicesOf(waiting)), await run(progress, off)];
    const rows = replies.map((reply) => seen(reply).match(/milestone \d/g)?.length);
    expect(rows).toEqual([4, 8]);
  });

  it("is never the only one to say it: what it shows stands in the reply too", async () => {
    const reply = await run(progress, servicesOf(progression), { view: "overview" });
    expect(seen(reply)).toMatch(/42[^]*8,250 of 10,000/);
  });
});

const value = (total: number, perGame?: number) => ({
  basic: { value: total, displayValue: String(total) },
  ...(perGame !== undefined && { pga: { value: perGame, displayValue: String(perGame) } }),
});
const allTime = { opponentsDefeated: value(1203, 14.3), gamesWon: value(40, 0.48), bestStreak: value(23) };
const day = (offset: number) => new Date(NOW - offset * DAY).toISOString();

function daily(values: readonly number[]) {
  const periods = values.map((total, index) => ({
    period: day(values.length - 1 - index),
    values: { opponentsDefeated: value(total, total) },
  }));
  return GameHistoricalStatsResults.parse({ control: { daily: periods } });
}

const character = (id: string, label: string) => ({ id: int64(id), label });
const own: Partial<PrivateData> = {
  characters: async () => dated([character("5", "Warden"), character("6", "Strider")]),
  statsAccount: async () =>
    dated(GameHistoricalStatsWithMerged.parse({ merged: { allTime }, results: { control: { allTime } } })),
  statsCharacter: async ({ character: id, period }) =>
    dated(
      period === "daily"
        ? daily([3, 0, 93, 12])
        : GameHistoricalStatsResults.parse({
            control: { allTime: id === "5" ? allTime : { ...allTime, opponentsDefeated: value(984, 12) } },
          }),
    ),
};

describe("the cards of /stats", () => {
  it("of all time show the first that adds up, and others beside it", async () => {
    const cards: Card[] = [];
    const { card, picture } = await cardIn(await run(stats, servicesOf(own, cards)), cards);
    expect(card).toMatchObject({
      card: "stats",
      name: "Ann",
      label: "Opponents defeated",
      value: "1,203",
      facts: [{ value: "14.3" }, { value: "84" }],
      chart: undefined,
      others: [{ value: "40", label: "Games won" }, { value: "23" }],
    });
    expect(numbersIn(card).filter((shown) => !isSaid(shown, picture.alt))).toEqual([]);
    expect(picture.alt).toContain("Opponents defeated: 1,203. 14.3 per game. 84 games. Games won: 40.");
  });

  it("over time show every day as a bar, with the highest one named and the mean", async () => {
    const cards: Card[] = [];
    const { card, picture } = await cardIn(
      await run(stats, servicesOf(own, cards), { period: "week" }),
      cards,
    );
    expect(card).toMatchObject({
      card: "stats",
      trend: { direction: "up" },
      chart: { peak: "186", mean: { value: 216 / 7 } },
      others: [],
    });
    const chart = card?.card === "stats" ? card.chart : undefined;
    expect(chart?.bars.slice(-4)).toEqual([6, 0, 186, 24]);
    // Four with weekdays touch in languages with long dates.
    expect(chart?.ticks).toEqual(["May 14", "May 16", "May 18", "May 20"]);
    expect(picture.alt).toContain("186");
    expect(picture.alt).toContain("30.86");
  });

  it("compare two characters number for number, and say who is higher in how many", async () => {
    const cards: Card[] = [];
    const services = servicesOf(own, cards);
    const compared = await press(stats, services, callOf(await run(stats, services), "Compare characters"));
    const { card, picture } = await cardIn(compared, cards);
    expect(card).toMatchObject({
      card: "compare",
      sides: [
        { name: "Warden", detail: expect.stringContaining("1") },
        { name: "Strider", detail: expect.stringContaining("0") },
      ],
      rows: [
        {
          values: [
            { text: "1,203", share: 1 },
            { text: "984", share: 984 / 1203 },
          ],
          ahead: 0,
        },
        { ahead: undefined },
        { ahead: undefined },
      ],
    });
    expect(numbersIn(card).filter((shown) => !isSaid(shown, picture.alt))).toEqual([]);
  });

  it("go along when statistics are shared", async () => {
    const cards: Card[] = [];
    const services = servicesOf(own, cards);
    const ask = await press(stats, services, callOf(await run(stats, services), "Share"));
    const shared = await press(stats, services, callOf(ask, "Post in this channel"));
    expect(pictureIn(ask).alt).toBe(pictureIn(shared.post ?? { blocks: [] }).alt);
  });
});

/** Its digits stand in the words, in whatever sentence. */
function isSaid(shown: string, words: string): boolean {
  return (shown.match(/[\d.,]*\d/g) ?? []).every((number) => words.includes(number));
}
