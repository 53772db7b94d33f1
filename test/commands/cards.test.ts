import { describe, expect, it } from "vitest";

import milestones from "../../commands/milestones.ts";
import profile from "../../commands/profile.ts";
import trending from "../../commands/trending.ts";
import type { DefinitionName } from "../../src/platform/resources/definitions.ts";
import type { Services } from "../../src/features/services.ts";
import { GeneralUser } from "../../src/platform/resources/user.ts";
import { drawOnly, picturesIn, withCards } from "../support/drawn-cards.ts";
import { dated, fakePlatform, fakeServices, listing } from "../support/fake-services.ts";
import { NOW, markdownIn, press, run, selectIn } from "../support/run-command.ts";
import { DAY, HOUR } from "../support/time.ts";
import { openTable } from "./platform-harness.ts";

const iso = (at: number) => new Date(at).toISOString();

const ritual = {
  identifier: "vigil",
  entityType: 2,
  gameRitual: {
    title: "The Weekly Vigil",
    subtitle: "Lanterns until dawn.",
    image: "/vigil.png",
    dateStart: iso(NOW - DAY),
    dateEnd: iso(NOW + 2 * DAY),
    eventContent: { itemCategories: [{ title: "Rewards", itemHashes: [1, 2, 3, 4, 5] }] },
  },
};
const item = { identifier: "7", entityType: 1, gameItem: { itemHash: 7 } };
const things = new Map<number, DefinitionName>(
  [1, 2, 3, 4, 5, 7].map((hash) => [
    hash,
    {
      name: `Thing ${hash}`,
      ...(hash === 7 && { description: "A sling." }),
      iconUrl: `https://content.example/${hash}.png`,
    },
  ]),
);

function trendingServices(): Services {
  const platform = fakePlatform({ trendingList: listing("details", [ritual, item]) }, ["trending.list"]);
  return fakeServices({ platform, definitions: { search: async () => [], lookUp: async () => things } });
}

describe("/trending with cards", () => {
  it("is a mosaic that names every entry; their pictures are asked for when it is drawn", async () => {
    const { services, cards, asked } = withCards(trendingServices());
    const reply = await run(trending, services);
    expect(asked).toEqual([]);
    const { alt, twin } = await drawOnly(reply);
    expect(cards).toMatchObject([
      {
        card: "trending",
        entries: [
          { title: "The Weekly Vigil", tagline: "Lanterns until dawn.", isIcon: false },
          { title: "Thing 7", isIcon: true },
        ],
      },
    ]);
    expect(asked.toSorted()).toEqual(["https://content.example/7.png", "https://content.example/vigil.png"]);
    for (const title of ["The Weekly Vigil", "Thing 7"]) {
      expect(alt).toContain(title);
      expect(twin.toString()).toContain(title);
    }
  });

  it.each([
    ["fr", "Événement\u00A0: The Weekly Vigil. ", "Récompenses\u00A0: Thing 1, "],
    ["zh-CN", "活动：The Weekly Vigil。", "奖励：Thing 1、"],
  ])("sets labels off as %s does", async (locale, label, rewards) => {
    const { services } = withCards(trendingServices());
    const shown = await run(trending, services, {}, { locale });
    const list = selectIn(shown);
    const chosen = list.entries[0]?.value ?? "";
    const opened = await press(trending, services, { ...list.choose, chosen }, { locale });
    expect((await drawOnly(shown)).alt).toContain(label);
    expect((await drawOnly(opened)).alt).toContain(label);
    expect((await drawOnly(opened)).alt).toContain(rewards);
  });

  it("still counts down in words: a picture can't", async () => {
    const { services } = withCards(trendingServices());
    expect(markdownIn(await run(trending, services))).toContain(`<t:${(NOW + 2 * DAY) / 1_000}:R>`);
  });

  it("opens an event as a card with its days, zone and rewards, which its alt text says too", async () => {
    const { services, cards, asked } = withCards(trendingServices());
    const list = selectIn(await run(trending, services));
    const reply = await press(trending, services, { ...list.choose, chosen: list.entries[0]?.value ?? "" });
    const { alt, twin } = await drawOnly(reply);
    expect(cards).toMatchObject([
      {
        card: "event",
        title: "The Weekly Vigil",
        when: expect.stringMatching(/May 19.*May 22/),
        whenDetail: "12:00 PM UTC",
        moreRewards: "+2",
      },
    ]);
    expect(asked).toHaveLength(4);
    for (const said of ["The Weekly Vigil", "Lanterns until dawn.", "12:00 PM UTC", "Thing 1", "Thing 5"]) {
      expect(alt).toContain(said);
    }
    // A title is never in a picture alone, and stands once where words take the picture's place.
    expect(markdownIn(reply)).toContain("**The Weekly Vigil**");
    expect(twin.toString()).not.toContain("The Weekly Vigil");
    expect(twin.toString()).toContain("Lanterns until dawn.");
  });

  it("is drawn around the icon of an item, and what stands on it isn't said again", async () => {
    const { services, cards } = withCards(trendingServices());
    const list = selectIn(await run(trending, services));
    const opened = await press(trending, services, { ...list.choose, chosen: list.entries[1]?.value ?? "" });
    const { alt, twin } = await drawOnly(opened);
    expect(cards).toMatchObject([
      { card: "event", title: "Thing 7", tagline: "A sling.", isIcon: true, rewards: [] },
    ]);
    expect(alt).toContain("A sling.");
    expect(twin.toString()).toContain("A sling.");
    expect(markdownIn(opened)).toContain("**Thing 7**");
    expect(markdownIn(opened)).not.toContain("A sling.");
  });

  it("is words alone where pictures are off", async () => {
    expect(picturesIn(await run(trending, trendingServices()))).toEqual([]);
  });
});

const milestone = (hash: number, starts?: number, ends?: number) => ({
  milestoneHash: hash,
  ...(starts !== undefined && { startDate: iso(starts) }),
  ...(ends !== undefined && { endDate: iso(ends) }),
});

describe("/milestones with cards", () => {
  const listed = [
    milestone(1, NOW - 3 * DAY, NOW + 5 * HOUR),
    milestone(2, NOW + 2 * DAY, NOW + 30 * DAY),
    milestone(3),
    milestone(4, NOW + 9 * DAY, NOW + 10 * DAY),
    milestone(5, NOW - 9 * DAY, NOW - DAY),
  ];
  const answers = {
    milestonesPublic: async () =>
      dated(Object.fromEntries(listed.map((one) => [String(one.milestoneHash), one]))),
  };
  const services = () =>
    fakeServices({
      platform: fakePlatform(answers, ["milestones.public"]),
      definitions: { search: async () => [], lookUp: async () => things },
    });

  it("are a week from today on, with what ends today marked; what is not in it stays in words", async () => {
    const { services: drawing, cards } = withCards(services());
    const reply = await run(milestones, drawing);
    const { alt } = await drawOnly(reply);
    const half = 0.5;
    expect(cards).toMatchObject([
      {
        card: "week",
        now: half,
        days: [{ day: "20" }, { day: "21" }, {}, {}, {}, {}, { day: "26" }],
        rows: [
          {
            name: "Thing 1",
            from: half - 3,
            to: half + 5 / 24,
            until: expect.stringContaining("5:00 PM"),
            isUrgent: true,
          },
          { name: "Thing 3", to: 8, isUrgent: false },
          { name: "Thing 2", from: half + 2, isUrgent: false },
        ],
      },
    ]);
    for (const said of ["Thing 1", "5:00 PM", "Thing 2", "12:00 PM", "Thing 3", "(UTC)"])
      expect(alt).toContain(said);
    const words = markdownIn(reply);
    expect(words).toContain("Thing 4");
    expect(words).toContain("Thing 5");
    expect(words).toContain(`<t:${(NOW + 5 * HOUR) / 1_000}:R>`);
  });

  it("open as a card around their icon, with the time that counts on beside it", async () => {
    const { services: drawing, cards } = withCards(services());
    const list = selectIn(await run(milestones, drawing));
    const opened = await press(milestones, drawing, { ...list.choose, chosen: "1" });
    const { alt, twin } = await drawOnly(opened);
    expect(markdownIn(opened)).toContain("**Thing 1**");
    // What stands beside the picture anyway isn't said again by the words in its place.
    expect(twin.toString()).toBe("-# Event");
    expect(cards).toMatchObject([
      {
        card: "event",
        title: "Thing 1",
        isIcon: true,
        picture: Buffer.from("https://content.example/1.png"),
      },
    ]);
    expect(alt).toContain("Thing 1");
    expect(opened.again).toMatchObject({ action: "open" });
    expect(markdownIn(opened)).toContain(`<t:${(NOW + 5 * HOUR) / 1_000}:R>`);
  });

  it("name the day of an end that isn't today, and show what returns", async () => {
    const before = listed.splice(0, listed.length);
    listed.push(milestone(1, NOW - 5 * DAY, NOW + 2 * DAY), milestone(2, NOW - DAY, NOW + DAY));
    const { services: drawing, cards } = withCards(services());
    const { alt } = await drawOnly(await run(milestones, drawing));
    listed.splice(0, 2, ...before);
    const rows = cards.flatMap((card) => (card.card === "week" ? card.rows : []));
    expect(rows).toMatchObject([
      { name: "Thing 2", until: expect.stringMatching(/[A-Z][a-z]+,? 12:00/), returns: false },
      {
        name: "Thing 1",
        until: expect.stringMatching(/[A-Z][a-z]+,? 12:00/),
        untilTime: "until 12:00 PM",
        returns: true,
      },
    ]);
    expect(alt.match(/then again/g)).toHaveLength(1);
  });

  it("are words alone where none of them is in this week", async () => {
    listed.splice(0, 3);
    const { services: drawing } = withCards(services());
    expect(picturesIn(await run(milestones, drawing))).toEqual([]);
  });
});

describe("/profile with cards", () => {
  const players = {
    "1": {
      displayName: "Ann",
      userTitleDisplay: "Tide Reader",
      firstAccess: "2024-03-05T00:00:00Z",
      profileThemeName: "Winter",
    },
    "2": { displayName: "Bo", profileBanExpire: "9999-12-31T00:00:00Z", profilePicturePath: "/bo.png" },
    "3": { displayName: "", isDeleted: true },
    "4": { displayName: "Cy", firstAccess: "2021-06-05T00:00:00Z" },
  };
  const platform = fakePlatform(
    {
      userById: async ({ membershipId }) => {
        const found = Object.entries(players).find(([id]) => id === membershipId)?.[1];
        return dated(GeneralUser.parse({ membershipId, uniqueName: membershipId, ...found }));
      },
    },
    ["user.byId"],
  );

  it("is a card of what the player shows, all of it in its alt text", async () => {
    const { services, cards } = withCards(fakeServices({ platform }));
    const { alt, twin } = await drawOnly(await run(profile, services, { player: "1" }));
    expect(cards).toMatchObject([
      {
        card: "profile",
        name: "Ann",
        title: "Tide Reader",
        facts: [{ value: "March 2024" }, { value: "Winter" }],
      },
    ]);
    for (const said of ["Ann", "Tide Reader", "March 2024", "Winter"]) expect(alt).toContain(said);
    for (const said of ["Ann", "Tide Reader", "Winter"]) expect(twin.toString()).toContain(said);
    const beside = markdownIn(await run(profile, services, { player: "1" }));
    expect(beside).toContain("**Ann**");
    expect(beside).not.toContain("Winter");
    expect(markdownIn(await run(profile, fakeServices({ platform }), { player: "1" }))).toContain("Winter");
  });

  it("has the best numbers of the game in its tiles, and not once more below it", async () => {
    const table = await openTable("neutral");
    const { services, cards } = withCards(table.services);
    const player = table.platform.world.players.membershipId(7);
    const reply = await run(profile, services, { player });
    const { alt, twin } = await drawOnly(reply);
    const values = cards.flatMap((card) =>
      card.card === "profile" ? card.facts.map(({ value }) => value) : [],
    );
    expect(values).toHaveLength(3);
    expect(values.some((value) => /\d h/.test(value))).toBe(true);
    for (const value of values) {
      expect(alt).toContain(value);
      expect(twin.toString()).toContain(value);
      expect(markdownIn(reply)).not.toContain(value);
    }
    await table.close();
  });

  it("compares two of them as a card, and says no more of it beside what no picture can", async () => {
    const { services, cards } = withCards(fakeServices({ platform }));
    const reply = await run(profile, services, { player: "1", compare: "4" });
    const { alt, twin } = await drawOnly(reply);
    expect(cards).toMatchObject([
      {
        card: "compare",
        sides: [
          { name: "Ann", detail: "Tide Reader" },
          { name: "Cy", detail: "" },
        ],
        rows: [
          { values: [{ text: "March 2024" }, { text: "June 2021", share: 1 }], ahead: 1 },
          { values: [{ text: "Winter" }, { text: "–" }] },
        ],
      },
    ]);
    for (const said of ["Ann", "Cy", "Tide Reader", "March 2024", "June 2021", "Winter"]) {
      expect(alt).toContain(said);
      expect(twin.toString()).toContain(said);
    }
    // Its words are one press away: it can be asked for again.
    expect(reply.again).toMatchObject({ action: "compared", state: { player: "1", other: "4" } });
    expect(markdownIn(reply)).toContain("**Ann** · **Cy**");
    expect(markdownIn(reply)).not.toContain("Winter");
    const plain = markdownIn(await run(profile, fakeServices({ platform }), { player: "1", compare: "4" }));
    expect(plain).toContain("Winter");
  });

  it("compares in words with somebody who is banned or gone", async () => {
    const { services } = withCards(fakeServices({ platform }));
    for (const compare of ["2", "3"])
      expect(picturesIn(await run(profile, services, { player: "1", compare }))).toEqual([]);
  });

  it.each(["2", "3"])("is no card of a player who is banned or gone", async (player) => {
    const { services } = withCards(fakeServices({ platform }));
    expect(picturesIn(await run(profile, services, { player }))).toEqual([]);
  });
});

it("an alt text is never longer than Discord takes", async () => {
  const title = "A title that goes on and on ".repeat(40);
  const entries = Array.from({ length: 5 }, (_, index) => ({
    ...ritual,
    identifier: String(index),
    gameRitual: { ...ritual.gameRitual, title, subtitle: title },
  }));
  const platform = fakePlatform({ trendingList: listing("details", entries) }, ["trending.list"]);
  const { services } = withCards(
    fakeServices({ platform, definitions: { search: async () => [], lookUp: async () => things } }),
  );
  const list = await run(trending, services);
  const select = selectIn(list);
  const opened = await press(trending, services, {
    ...select.choose,
    chosen: select.entries[0]?.value ?? "",
  });
  for (const reply of [list, opened]) expect((await drawOnly(reply)).alt.length).toBeLessThanOrEqual(1_024);
});

it("what is shown as a card names the action that shows it anew, as text", async () => {
  const services = trendingServices();
  const list = await run(trending, services);
  const opened = await press(trending, services, {
    ...selectIn(list).choose,
    chosen: selectIn(list).entries[0]?.value ?? "",
  });
  for (const reply of [list, opened]) {
    if (reply.again === undefined) throw new Error("nothing shows it anew");
    expect(markdownIn(await press(trending, services, reply.again))).toBe(markdownIn(reply));
  }
});
