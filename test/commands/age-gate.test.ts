import { describe, expect, it } from "vitest";

import trending from "../../commands/trending.ts";
import type { Services } from "../../src/features/services.ts";
import { MilepostError } from "../../src/base/errors.ts";
import type { Suggestion } from "../../src/discord/command/options.ts";
import type { Reply, ActionState } from "../../src/discord/reply/reply.ts";
import { ContentItemPublicContract } from "../../src/platform/resources/content.ts";
import { TrendingEntry } from "../../src/platform/resources/trending.ts";
import { dated, fakePlatform, fakeServices, listing } from "../support/fake-services.ts";
import { type Asking, contextOf, press, run, seen, selectIn } from "../support/run-command.ts";
import { english } from "../../src/messages/en.ts";

const SECRET = /secret|gated|hush/i;
const RESTRICTED: Asking = { place: { isAgeRestricted: true } };

const article = (contentId: string, title: string, fields: object = {}) => ({
  contentId,
  properties: { title, summary: `${title} summary`, body: `<p>${title} body</p>`, image: `/${title}.png` },
  ...fields,
});
const GATED = article("100", "Secret article", { hasAgeGate: true, minimumAge: 18 });
const OPEN = article("101", "Open article");

const details = [
  { identifier: "100", entityType: 0, news: { article: GATED } },
  { identifier: "101", entityType: 0, news: { article: OPEN } },
  { identifier: "7", entityType: 3, gameRitual: { title: "The ritual" } },
];
const stubs = [
  { identifier: "100", entityType: 0, displayName: "Secret article", tagline: "hush", image: "/gated.png" },
  { identifier: "101", entityType: 0, displayName: "Open article" },
  { identifier: "102", entityType: 0, displayName: "Secret lost article" },
  { identifier: "103", entityType: 77, displayName: "Secret of a new type", image: "/gated.png" },
  { identifier: "104", entityType: 78, displayName: "New thing" },
  { identifier: "7", entityType: 3, displayName: "The ritual" },
  {
    identifier: "9",
    entityType: 10,
    displayName: "The collection",
    items: [
      { identifier: "100", entityType: 0, displayName: "Secret article" },
      { identifier: "101", entityType: 0, displayName: "Open article" },
    ],
  },
];
const known: Record<string, object> = {
  "0:100": { news: { article: GATED } },
  "0:101": { news: { article: OPEN } },
  "77:103": { news: { article: GATED } },
  "3:7": { gameRitual: { title: "The ritual" } },
  "10:9": {},
};

const searchable = [
  GATED,
  OPEN,
  article("109", "Secret older", { minimumAge: 16 }),
  article("105", "Older article"),
];
const search = {
  contentSearch: async ({ text }: { text: string }) =>
    dated({
      entries: searchable
        .filter(({ properties }) => properties.title.toLowerCase().includes(text))
        .map((item) => ContentItemPublicContract.parse(item)),
      hasMore: false,
    }),
  contentById: async ({ id }: { id: string }) =>
    dated(ContentItemPublicContract.parse(id === "100" ? GATED : OPEN)),
};

const services = {
  details: fakeServices({
    platform: fakePlatform({ trendingList: listing("details", details), ...search }, [
      "trending.list",
      "content.search",
      "content.byId",
    ]),
  }),
  stubs: fakeServices({
    platform: fakePlatform(
      {
        trendingList: listing("stubs", stubs),
        ...search,
        async trendingEntry({ type, identifier }) {
          const found = known[`${type}:${identifier}`];
          if (found === undefined) throw new MilepostError("not-found");
          return dated(TrendingEntry.parse({ identifier, entityType: type, ...found }));
        },
      },
      ["trending.list", "trending.entry", "content.search", "content.byId"],
    ),
  }),
};

const suggest = async (
  from: Services,
  typed: string,
  asking: Asking = {},
): Promise<readonly Suggestion[]> => {
  const { search: option } = trending.options;
  return (await option.autocomplete?.({ ...contextOf(from, asking), typed })) ?? [];
};

const open = (from: Services, chosen: string, asking: Asking = {}, state: ActionState = {}): Promise<Reply> =>
  press(trending, from, { command: "trending", action: "open", state, chosen }, asking);

describe.each(["details", "stubs"] as const)("age-gated articles of a list of %s", (kind) => {
  const from = services[kind];

  it("are not shown outside age-restricted channels, only counted", async () => {
    const reply = seen(await run(trending, from));
    expect(reply).not.toMatch(SECRET);
    expect(reply).toContain("Open article");
    expect(reply).toMatch(/not shown. Open (it|them) in an age-restricted channel/);
  });

  it("are shown inside them, with the age they ask for when opened", async () => {
    expect(seen(await run(trending, from, {}, RESTRICTED))).toContain("Secret article");
    const opened = seen(await open(from, "0:100", RESTRICTED));
    expect(opened).toContain("Secret article body");
    expect(opened).toContain("Ages 18 and up");
  });

  it("are not found by searching, and not counted either", async () => {
    const reply = seen(await run(trending, from, { search: "secret" }));
    expect(reply).not.toMatch(/article|hidden/i);
    expect(reply).toContain(english.trending.nothingFound.title);
    expect(seen(await run(trending, from, { search: "older" }))).toMatch(/Older article/);
    const inside = seen(await run(trending, from, { search: "secret" }, RESTRICTED));
    expect(inside).toContain("Secret article");
    expect(inside).toContain("Secret older");
  });

  it("are not suggested", async () => {
    const names = (await suggest(from, "article")).map(({ name }) => name);
    expect(names).toEqual(["Open article"]);
    expect((await suggest(from, "", {})).some(({ name }) => SECRET.test(name))).toBe(false);
    expect((await suggest(from, "secret", RESTRICTED)).length).toBeGreaterThan(0);
  });

  it.each(["0:100", "article:100"])("are not opened by the crafted value %s", async (value) => {
    const reply = seen(await open(from, value));
    expect(reply).not.toMatch(SECRET);
    expect(reply).toContain("age-restricted channel");
  });

  it("are not opened by a crafted state", async () => {
    const state = { entry: "0:100", part: 0 };
    const reply = await press(trending, from, { command: "trending", action: "open", state });
    expect(seen(reply)).not.toMatch(SECRET);
  });

  it("are not in the select", async () => {
    const values = selectIn(await run(trending, from)).entries.map(({ value }) => value);
    expect(values).not.toContain("0:100");
  });
});

describe("stubs whose details can't be had", () => {
  it("hide an article of which nothing is known", async () => {
    expect(seen(await open(services.stubs, "0:102"))).not.toMatch(SECRET);
  });

  it("hide an entry of an unknown type that turns out to be a gated article", async () => {
    const reply = seen(await run(trending, services.stubs, { kind: "other" }));
    expect(reply).not.toMatch(SECRET);
    expect(reply).toContain("New thing");
    expect(seen(await open(services.stubs, "77:103"))).not.toMatch(SECRET);
  });

  it("hide articles where the platform has no details at all", async () => {
    const platform = fakePlatform({ trendingList: listing("stubs", stubs) }, ["trending.list"]);
    const reply = seen(await run(trending, fakeServices({ platform })));
    expect(reply).not.toMatch(/article/i);
    expect(reply).toContain("3 entries not shown");
  });

  it("hide articles while the platform can't tell", async () => {
    const platform = fakePlatform(
      {
        trendingList: listing("stubs", stubs),
        trendingEntry: async () => {
          throw new MilepostError("platform-timeout");
        },
      },
      ["trending.list", "trending.entry"],
    );
    const reply = seen(await run(trending, fakeServices({ platform })));
    expect(reply).not.toMatch(/article|new type/i);
  });

  it("show only what may be seen of a collection", async () => {
    const opened = seen(await open(services.stubs, "10:9"));
    expect(opened).toContain("Open article");
    expect(opened).not.toMatch(SECRET);
  });
});
