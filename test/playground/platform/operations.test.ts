import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

import { answers } from "../../../src/platform/resources/answers.ts";
import type { ArticleRef } from "../../../src/playground/platform/game-data/articles.ts";
import { type Running, somebody, start } from "./support.ts";

/** The contract's lists of fields, copied by hand: all of them are present in the neutral shape. */
const LISTED = {
  user: "membershipId uniqueName normalizedName displayName profilePicture profileTheme userTitle successMessageFlags isDeleted about firstAccess lastUpdate legacyPortalUID context consoleADisplayName consoleBDisplayName socialDisplayName showActivity locale localeInheritDefault lastBanReportId showGroupMessaging profilePicturePath profilePictureWidePath profileThemeName userTitleDisplay statusText statusDate profileBanExpire pcDisplayName",
  entry: "identifier entityType news support gameItem gameActivity gameRitual creation stream",
  article:
    "contentId cType cmsPath creationDate modifyDate allowComments hasAgeGate minimumAge ratingImagePath author autoEnglishPropertyFallback properties representations tags commentSummary",
  period: "allTime allTimeTier1 allTimeTier2 allTimeTier3 daily monthly",
  component: "progressions factions milestones quests uninstancedItemObjectives",
};

describe.each(["neutral", "real"] as const)("the neutral profile in the %s shape", (shape) => {
  let platform: Running;
  let paths: readonly (readonly [keyof typeof answers, string, ...string[]])[];

  beforeAll(async () => {
    platform = await start("neutral", { shape });
    const { member, account, type, character } = somebody(platform);
    const article = platform.world.articles.id({ kind: "support", number: 3 });
    const [milestone] = Object.keys(platform.world.milestones.all());
    const [item] = platform.world.lexicon.table("item").keys();
    const stats = `/Platform/Game/${String(type)}/Account/${account}/Character/${character}/Stats/`;
    paths = [
      ["trending.entry", `/Platform/Trending/Details/4/${article}/`],
      ["content.byId", `/Platform/Content/GetContentById/${article}/de/`],
      ["user.byId", `/Platform/User/GetUserById/${member}/`],
      ["accounts.of", `/Platform/User/GetMembershipsById/${member}/`, "accounts"],
      ["characters", `/Platform/Game/${String(type)}/Profile/${account}/Characters/`, "characters"],
      [
        "progression",
        `/Platform/Game/${String(type)}/Profile/${account}/?components=CharacterProgressions`,
        "characterProgressions",
      ],
      ["stats.account", `/Platform/Game/${String(type)}/Account/${account}/Stats/`],
      ["stats.character", `${stats}?periodType=1&daystart=2026-10-20&dayend=2026-11-18`],
      ["stats.character", `${stats}?periodType=2&modes=5`],
      ["stats.character", `${stats}?periodType=3&modes=10`],
      ["milestones.public", "/Platform/Game/Milestones/"],
      ["milestones.content", `/Platform/Game/Milestones/${milestone ?? ""}/Content/`],
      ["definitions.one", `/Platform/Game/Manifest/InventoryItem/${String(item)}/`],
    ];
  });
  afterAll(() => platform.close());

  test("answers every operation with what the contract's schema accepts", async () => {
    for (const [operation, path, ...pick] of paths) {
      const got = await platform.get(path);
      expect([path, got.status]).toEqual([path, 200]);
      expect(got.at("ErrorCode")).toBe(1);
      const value = got.at("Response", ...pick);
      const schema: z.ZodType = answers[operation];
      const read = (Array.isArray(value) ? z.array(schema).min(1) : schema).safeParse(value);
      expect([path, read.error?.issues]).toEqual([path, undefined]);
    }
  });

  test("lists every page of trending entries, each of which can be opened and has its sub-object", async () => {
    const fields = ["news", "gameItem", "gameActivity", "gameRitual", "support", "creation", "stream"];
    const types = new Set<number>();
    for (let page = 0, hasMore = true; hasMore; page += 1) {
      const got = await platform.get(`/Platform/Trending/Categories/all/${String(page)}/`);
      hasMore = got.at("Response", "hasMore") === true;
      const entries = z.array(answers["trending.entry"]).parse(got.at("Response", "results"));
      for (const entry of entries) {
        const filled = fields.filter((field) => entry[field] !== null && entry[field] !== undefined);
        expect(filled).toEqual(fields.filter((_, type) => type === entry.entityType));
        types.add(entry.entityType);
        const one = await platform.get(
          `/Platform/Trending/Details/${String(entry.entityType)}/${entry.identifier}/`,
        );
        expect(one.at("Response")).toEqual(got.at("Response", "results", entries.indexOf(entry)));
      }
    }
    expect([...types].sort((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test("searches members by the start of their name, and articles by words in the language asked for", async () => {
    const people = await platform.get("/Platform/User/Search/Prefix/%E6%98%A5/0/");
    expect(people.at("Response", "results", 0, "displayName")).toBe("春風ひなた");
    const german = await platform.get("/Platform/Content/Search/de/?searchtext=anmelden&currentpage=1");
    expect(german.at("Response", "results", 0, "properties", "title")).toBe("Anmelden");
    const none = await platform.get("/Platform/User/Search/Prefix/qqqq/0/");
    expect(none.at("Response", "results")).toEqual([]);
    expect(none.at("Response", "hasMore")).toBe(false);
  });

  test("dates a status only where there is one", async () => {
    const { players } = platform.world;
    const all = Array.from({ length: 40 }, (_, player) => players.user(player));
    const dateOf = async (isSilent: boolean) => {
      const found = all.find(({ statusText }) => (statusText === "") === isSilent)?.membershipId ?? "";
      return (await platform.get(`/Platform/User/GetUserById/${found}/`)).at("Response", "statusDate");
    };
    expect(await dateOf(true)).toBe("0001-01-01T00:00:00Z");
    expect(await dateOf(false)).toMatch(/^202\d-/);
  });

  test("gives private players no data and says so", async () => {
    const { players } = platform.world;
    for (const player of [5, 42]) {
      const account = players.accounts(player)[0];
      const path = `/Platform/Game/${String(account?.membershipType)}/Profile/${account?.id ?? ""}/?components=CharacterProgressions`;
      const got = await platform.get(path);
      expect(got.at("Response", "characterProgressions", "privacy")).toBe(2);
      expect(Object.keys(Object(got.at("Response", "characterProgressions", "data")))).toEqual([]);
    }
  });
});

describe("the neutral shape", () => {
  test("holds every listed field, empty ones as null, or as nothing of their kind where the contract has no null", async () => {
    const platform = await start("neutral");
    const { member, account, type, character } = somebody(platform);
    const stats = `/Platform/Game/${String(type)}/Account/${account}/Character/${character}/Stats/?periodType=2&modes=5`;
    const user = await platform.get(`/Platform/User/GetUserById/${member}/`);
    const trending = await platform.get("/Platform/Trending/Categories/news/0/");
    const progress = await platform.get(
      `/Platform/Game/${String(type)}/Profile/${account}/?components=CharacterProgressions`,
    );
    const entry = trending.at("Response", "results", 0);
    const held: Record<keyof typeof LISTED, unknown> = {
      user: user.at("Response"),
      entry,
      article: trending.at("Response", "results", 0, "news", "article"),
      period: (await platform.get(stats)).at("Response", "allContests"),
      component: progress.at("Response", "characterProgressions", "data", character),
    };
    for (const [name, fields] of Object.entries(LISTED)) {
      expect([name, ...Object.keys(Object(Reflect.get(held, name)))]).toEqual([name, ...fields.split(" ")]);
    }
    const { players } = platform.world;
    const all = Array.from({ length: 300 }, (_, player) => players.user(player));
    const gone = all.find(({ isDeleted }) => isDeleted === true)?.membershipId ?? "";
    const deleted = await platform.get(`/Platform/User/GetUserById/${gone}/`);
    const texts = LISTED.user.match(/\w+Name|about|locale(?!\w)|\w+Path|\w+Display|statusText/g) ?? [];
    expect(texts).toHaveLength(14);
    for (const name of texts) {
      for (const one of [user, deleted])
        expect([name, typeof one.at("Response", name)]).toEqual([name, "string"]);
    }
    expect(Reflect.get(Object(held.period), "daily")).toEqual([]);
    const total = await platform.get(`/Platform/Game/${String(type)}/Account/${account}/Stats/`);
    expect(total.at("Response", "merged", "allTimeTier2")).toEqual({});
    expect(entry).toMatchObject({ support: null, stream: null });
    expect(user.at("Response", "normalizedName")).toBe(
      String(user.at("Response", "displayName")).toLowerCase(),
    );
    expect(user.at("Response", "membershipId")).toBe(member);
    expect(BigInt(member)).toBeGreaterThan(2n ** 53n);
    await platform.close();
  });
});

describe("the real shape", () => {
  test("omits nulls and some lists, adds unknown members and leaves some means away", async () => {
    const platform = await start("neutral", { shape: "real" });
    const { member, account, type } = somebody(platform);
    const user = Object(
      JSON.parse((await platform.get(`/Platform/User/GetUserById/${member}/`)).text).Response,
    );
    expect(Object.values(user)).not.toContain(null);
    expect(Object.keys(user)).toContain("crossSaveOverride");
    expect(user["profileBanExpire"]).toBe("0001-01-01T00:00:00Z");
    const milestones = Object.values(
      Object((await platform.get("/Platform/Game/Milestones/")).at("Response")),
    );
    const withQuests = milestones.filter((one) => "availableQuests" in Object(one));
    expect(withQuests.length).toBeGreaterThan(0);
    expect(withQuests.length).toBeLessThan(milestones.length);
    expect(milestones.some((one) => "vendors" in Object(one))).toBe(false);
    const stats = (await platform.get(`/Platform/Game/${String(type)}/Account/${account}/Stats/`)).text;
    expect(stats).toContain('"pga"');
    expect(stats).not.toContain('"weighted"');
    await platform.close();
  });
});

describe("what other people's clients of the service ask", () => {
  let platform: Running;
  beforeAll(async () => {
    platform = await start("neutral");
  });
  afterAll(() => platform.close());

  test.each(["", "lc=de"])("trending categories, each with its first page (%s)", async (query) => {
    const got = await platform.get(`/Platform/Trending/Categories/?${query}`);
    const categories = z
      .array(z.object({ categoryId: z.string(), categoryName: z.string(), entries: z.unknown() }))
      .parse(got.at("Response", "categories"));
    expect(categories.map(({ categoryId }) => categoryId)).toEqual(["all", "news", "game", "community"]);
    for (const { categoryId, entries } of categories) {
      const alone = await platform.get(`/Platform/Trending/Categories/${categoryId}/0/?${query}`);
      expect(entries).toEqual(alone.at("Response"));
    }
  });

  test.each([
    ["components=CharacterProgressions", "characterProgressions"],
    ["components=characterprogressions", "characterProgressions"],
    ["components=202", "characterProgressions"],
    ["components=100,202", "characterProgressions"],
    ["components=Profiles,%20characterProgressions", "characterProgressions"],
    ["components=Characters", "characters"],
    ["components=100,200,202", "characterProgressions characters"],
    ["components=200&components=202", "characterProgressions characters"],
    ["components=CHARACTERS,CharacterEquipment,characterprogressions", "characterProgressions characters"],
  ])("a profile by %s", async (query, components) => {
    const { type, account, character } = somebody(platform);
    const got = await platform.get(`/Platform/Game/${String(type)}/Profile/${account}/?${query}`);
    expect(Object.keys(Object(got.at("Response"))).sort()).toEqual(components.split(" "));
    for (const component of components.split(" ")) {
      expect(got.at("Response", component, "privacy")).toBe(1);
      expect(got.at("Response", component, "data", character)).toBeInstanceOf(Object);
    }
  });

  test.each([
    ["200", "character", "characters"],
    ["Characters,characterProgressions", "progressions", "characterProgressions"],
    ["202", "progressions", "characterProgressions"],
  ])("a character by id with components %s", async (components, one, all) => {
    const { type, account, character } = somebody(platform);
    const profile = `/Platform/Game/${String(type)}/Profile/${account}/`;
    const got = await platform.get(`${profile}Character/${character}/?components=${components}`);
    const whole = await platform.get(`${profile}?components=${components}`);
    expect(got.at("Response", one, "data")).toEqual(whole.at("Response", all, "data", character));
    expect(got.at("Response", one, "privacy")).toBe(1);
    const nobody = await platform.get(`${profile}Character/1/?components=${components}`);
    expect(nobody.at("ErrorCode")).toBe(1620);
  });

  test("a private player's character: only that it is private", async () => {
    const { players } = platform.world;
    const [account] = players.accounts(5);
    const kind = players.hasKind(5, 0) ? 0 : 1;
    const [character] = players.characters({ player: 5, kind });
    const path = `/Platform/Game/${String(account?.membershipType)}/Profile/${account?.id ?? ""}/Character/${character?.id ?? ""}/`;
    const got = await platform.get(`${path}?components=202`);
    expect(got.at("Response")).toEqual({ progressions: { data: null, privacy: 2 } });
  });

  test("memberships by an id and its type: the member's own, or an account's", async () => {
    const { member, type, account } = somebody(platform);
    const path = "/Platform/User/GetMembershipsById";
    const plain = await platform.get(`${path}/${member}/`);
    for (const asked of [`${member}/-1`, `${member}/254/`, `${account}/${String(type)}/`])
      expect((await platform.get(`${path}/${asked}`)).at("Response")).toEqual(plain.at("Response"));
    expect((await platform.get(`${path}/${account}/254/`)).at("ErrorCode")).toBe(217);
  });

  test("statistics of the mode None, which are those of all", async () => {
    const { type, account, character } = somebody(platform);
    const path = `/Platform/Game/${String(type)}/Account/${account}/Character/${character}/Stats/`;
    const named = await platform.get(`${path}?periodType=AllTime&groups=1,2,3&modes=None`);
    expect(named.at("Response")).toEqual((await platform.get(`${path}?periodType=2`)).at("Response"));
    expect(named.status).toBe(200);
  });
});

describe("statistics", () => {
  test("hold days, months and totals, keep to 31 days, and say an empty stretch as the wire does", async () => {
    const platform = await start("neutral");
    const { account, type, character } = somebody(platform);
    const stats = `/Platform/Game/${String(type)}/Account/${account}/Character/${character}/Stats/`;
    const days = await platform.get(`${stats}?periodType=1&modes=7&daystart=2026-10-19&dayend=2026-11-18`);
    const periods = z
      .array(z.looseObject({ period: z.string() }))
      .parse(days.at("Response", "allVentures", "daily"));
    expect(periods.length).toBeGreaterThan(5);
    for (const { period } of periods) expect(period).toMatch(/^2026-1[01]-\d\dT00:00:00Z$/);
    const all = await platform.get(`${stats}?periodType=2&modes=7`);
    expect(all.at("Response", "allVentures", "monthly", "length")).toBe(12);
    const oneMore = await platform.get(`${stats}?periodType=1&daystart=2026-10-18&dayend=2026-11-18`);
    expect(oneMore.at("ErrorCode")).toBe(21);
    const tooLong = await platform.get(`${stats}?periodType=1&daystart=2026-08-01&dayend=2026-11-18`);
    expect(tooLong.at("ErrorCode")).toBe(21);
    const future = await platform.get(`${stats}?periodType=1&modes=10&daystart=2027-01-01&dayend=2027-01-31`);
    expect(future.at("Response")).toEqual({ control: {} });
    await platform.close();
  });
});

describe("the texts of statistics", () => {
  test("are in the language asked for, with two digits where a number isn't whole", async () => {
    const platform = await start("neutral");
    const { account, type } = somebody(platform);
    const path = `/Platform/Game/${String(type)}/Account/${account}/Stats/`;
    const texts = async (locale: string) => {
      const got = await platform.get(`${path}?lc=${locale}`);
      const shown = (stat: string, pair: string) =>
        got.at("Response", "merged", "allTime", stat, pair, "displayValue");
      return [shown("score", "basic"), shown("score", "pga"), shown("secondsPlayed", "basic")];
    };
    const one = (await platform.get(path)).at("Response", "merged", "allTime", "score");
    expect(one).toMatchObject({ weighted: { displayValue: expect.any(String) as unknown } });
    expect(await texts("en")).toEqual(texted(/^\d,\d{3},\d{3}$/, /^\d,\d{3}\.\d\d$/, /^\d{3}h \d\d?m$/));
    expect(await texts("de")).toEqual(
      texted(/^\d\.\d{3}\.\d{3}$/, /^\d\.\d{3},\d\d$/, /^\d{3} Std\. \d\d? Min\.$/),
    );
    expect(await texts("fr")).toEqual(
      texted(/^\d\s\d{3}\s\d{3}$/, /^\d\s\d{3},\d\d$/, /^\d{3}\sh \d\d?\smin$/),
    );
    await platform.close();
  });
});

function texted(...patterns: readonly RegExp[]) {
  return patterns.map((pattern) => expect.stringMatching(pattern) as unknown);
}

describe("who asks", () => {
  let platform: Running;
  beforeAll(async () => {
    platform = await start("neutral");
  });
  afterAll(() => platform.close());

  test("is told how they stand to a person wherever that person is shown, and nobody else is", async () => {
    const { cookies } = platform.signIn.issue(0);
    const mine = {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      "x-csrf": cookies[0]?.value ?? "",
    };
    const [news] = platform.world.articles.list();
    const id = news === undefined ? "" : platform.world.articles.id(news);
    const { member, name } = somebody(platform);
    const places: readonly (readonly [string, ...(string | number)[]])[] = [
      [`/Platform/User/GetUserById/${member}/`],
      [`/Platform/User/Search/Prefix/${encodeURIComponent(name)}/0/`, "results", 0],
      [`/Platform/Content/GetContentById/${id}/en/`, "author"],
      ["/Platform/Content/Search/en/?currentpage=1", "results", 0, "author"],
      [`/Platform/Trending/Details/0/${id}/`, "news", "article", "author"],
      ["/Platform/Trending/Categories/all/0/", "results", 0, "news", "article", "author"],
    ];
    for (const [path, ...at] of places) {
      const [own, others] = [await platform.get(path, mine), await platform.get(path)];
      expect([path, own.at("Response", ...at, "context", "isFollowing")]).toEqual([
        path,
        expect.any(Boolean),
      ]);
      expect([path, others.at("Response", ...at, "context")]).toEqual([path, null]);
    }
  });

  test.each([
    ["en", false, false],
    ["de", false, true],
    ["pl", true, true],
  ])("in %s is told what fell back to English", async (locale, news, support) => {
    const fallback = async (ref: ArticleRef) => {
      const path = `/Platform/Content/GetContentById/${platform.world.articles.id(ref)}/${locale}/`;
      return (await platform.get(path)).at("Response", "autoEnglishPropertyFallback");
    };
    const [newest] = platform.world.articles.news(1);
    expect(await fallback(newest ?? { kind: "news", number: 0 })).toBe(news);
    expect(await fallback({ kind: "support", number: 3 })).toBe(support);
  });
});
