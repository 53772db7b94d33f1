import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import milestones from "../../commands/milestones.ts";
import profile from "../../commands/profile.ts";
import trending from "../../commands/trending.ts";
import { int64 } from "../../src/base/int64.ts";
import { GeneralUser } from "../../src/platform/resources/user.ts";
import { TrendingEntry } from "../../src/platform/resources/trending.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { dated, fakePlatform, fakeServices, listing } from "../support/fake-services.ts";
import { markdownIn, press, run, seen, selectIn } from "../support/run-command.ts";

const HOSTILE = [
  "@everyone **bold** [click](https://evil.example) <@1> <@&2> </trending:1>",
  "# heading\n- list\n> quote\n||spoiler|| ```code```",
  "<script>alert(1)</script><img src=x onerror=alert(1)><b>x</b>",
  "\u202Ereversed\u200B\u2066isolated\uFEFF",
  "x".repeat(10_000),
  "*".repeat(10_000),
  "&lt;@everyone&gt; &#64;everyone",
  "<a href='javascript:alert(1)'>go</a> <a href='https://evil.example/)'>https://good.example</a>",
  "\uD800 lone \uDC00",
  "\n\n\n",
  "",
];

/** What would do something in Discord if it came from the platform. */
function harmIn(reply: Reply): readonly string[] {
  const text = markdownIn(reply);
  const all = seen(reply);
  return [
    ...(text.match(/(?<!\\)@everyone|(?<!\\)<@[&!]?\d|(?<!\\)<\/\w+:1>/) ?? []),
    ...(text.match(/\]\(<?(?:javascript|data):/i) ?? []),
    ...(all.match(/[\u202A-\u202E\u2066-\u2069\uFEFF]/) ?? []),
    ...(all.isWellFormed() ? [] : ["a lone surrogate"]),
  ];
}

function everyEntry(text: string): readonly object[] {
  return [
    {
      entityType: 0,
      news: {
        article: { contentId: "1", properties: { title: text, summary: text, body: text, image: text } },
      },
    },
    {
      entityType: 3,
      gameRitual: {
        title: text,
        subtitle: text,
        image: text,
        icon: text,
        dateStart: text,
        dateEnd: text,
        eventContent: {
          about: text,
          status: text,
          tips: [text, text],
          itemCategories: [{ title: text, itemHashes: [1] }],
        },
      },
    },
    { entityType: 5, creation: { title: text, author: text, body: text, media: text, upvotes: -1 } },
    { entityType: 6, stream: { title: text, partnershipIdentifier: text, image: text } },
    { entityType: 1, gameItem: { itemHash: 1 } },
    {
      entityType: 2,
      gameActivity: {
        activityHash: 2,
        status: {
          challengeObjectiveHashes: [3],
          modifierHashes: [4],
          rewardTooltipItems: [{ itemHash: 1, quantity: 3 }],
        },
      },
    },
    { entityType: 99, displayName: text, tagline: text, image: text, link: text },
  ].map((entry, index) => ({ identifier: `e${index}`, ...entry }));
}

async function everything(text: string): Promise<readonly Reply[]> {
  const entries = everyEntry(text);
  const user = GeneralUser.parse({
    membershipId: "5",
    ...Object.fromEntries(
      [
        "displayName",
        "uniqueName",
        "about",
        "statusText",
        "userTitleDisplay",
        "profileThemeName",
        "consoleADisplayName",
        "profilePicturePath",
        "statusDate",
        "firstAccess",
        "profileBanExpire",
      ].map((name) => [name, text]),
    ),
  });
  const definitions = {
    search: async () => [],
    lookUp: async (_: string, hashes: readonly number[]) =>
      new Map(hashes.map((hash) => [hash, { name: text, description: text, goal: 7 }])),
  };
  const platform = fakePlatform(
    {
      trendingList: listing("details", entries),
      trendingEntry: async ({ identifier }) =>
        dated(
          TrendingEntry.parse(
            entries.find((entry) => "identifier" in entry && entry.identifier === identifier),
          ),
        ),
      userById: async () => dated(user),
      userSearch: async () =>
        dated({ entries: [user, { ...user, membershipId: int64("6") }], hasMore: true }),
      milestonesPublic: async () =>
        dated({
          "9": {
            milestoneHash: 9,
            startDate: text,
            vendorHashes: [8],
            availableQuests: [{ questItemHash: 1, challenges: [{ objectiveHash: 3 }] }],
          },
        }),
      milestonesContent: async () => dated({ about: text, status: text, tips: [text] }),
    },
    [
      "trending.list",
      "trending.entry",
      "user.byId",
      "user.search",
      "milestones.public",
      "milestones.content",
    ],
  );
  const services = fakeServices({ platform, definitions, operator: { name: text, contact: text } });
  const pages = await Promise.all(
    [0, 1].map((page) => press(trending, services, { command: "trending", action: "page", state: { page } })),
  );
  const values = pages.flatMap((page) => selectIn(page).entries.map(({ value }) => value));
  const opened = await Promise.all(
    values.map((chosen) => press(trending, services, { command: "trending", action: "open", chosen })),
  );
  const others = await Promise.all([
    run(trending, services, { search: text }),
    run(profile, services, { player: "5" }),
    run(profile, services, { player: text === "" ? "x" : text }),
    run(profile, services, { player: "5", compare: "6" }),
    press(profile, services, { command: "profile", action: "report", state: { player: "5" } }),
    run(milestones, services),
    press(milestones, services, { command: "milestones", action: "open", chosen: "9" }),
  ]);
  expect(values.length).toBe(7);
  return [...pages, ...opened, ...others];
}

describe("text of the platform", () => {
  it.each(HOSTILE)("%# can't break out of any view", async (text) => {
    expect((await everything(text)).flatMap(harmIn)).toEqual([]);
  });

  it("may be anything", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (text) => {
        expect((await everything(text)).flatMap(harmIn)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
