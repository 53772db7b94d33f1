import { createPageLinks } from "../../src/features/kit/command/services.ts";
import { describe, expect, it } from "vitest";

import trending from "../../commands/trending.ts";
import type { Services } from "../../src/features/services.ts";
import { MilepostError } from "../../src/base/errors.ts";
import { ContentItemPublicContract } from "../../src/platform/resources/content.ts";
import { TrendingEntry } from "../../src/platform/resources/trending.ts";
import { dated, fakePlatform, fakeServices, listing } from "../support/fake-services.ts";
import {
  buttonsIn,
  callOf,
  contextOf,
  markdownIn,
  press,
  run,
  seen,
  selectIn,
} from "../support/run-command.ts";
import { english } from "../../src/messages/en.ts";

const over = (trendingList: ReturnType<typeof listing>, offered: readonly string[] = []) =>
  fakeServices({ platform: fakePlatform({ trendingList }, ["trending.list", ...offered]) });
const creations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    identifier: `c${index}`,
    entityType: 5,
    creation: { title: `Creation ${index}`, author: "Ann", upvotes: index },
  }));

const labels = async (entries: readonly object[]) =>
  buttonsIn(await run(trending, over(listing("details", entries)))).map(({ label }) => label);

const lookUpSome: Services["definitions"]["lookUp"] = async (table) =>
  new Map(table === "modifier" ? [[8, { name: "Headwind" }]] : [[7, { name: "Patrol" }]]);
const entry = (identifier: string, title: string) => ({
  identifier,
  entityType: 5,
  creation: { title, body: "Told at length." },
});
const linkTo = (link: string) =>
  listing("stubs", [{ identifier: "x", entityType: 8, displayName: "Link", link }]);

describe("/trending", () => {
  it("reads no more of the platform's list than a page needs", async () => {
    const asked: number[] = [];
    const list = listing("details", creations(200), 10);
    const services = over(async (query) => {
      asked.push(query.page ?? 0);
      return list(query);
    });
    await run(trending, services);
    expect(asked).toEqual([0]);
  });

  it("calls an entry without a title by its kind, never by an identifier, and says the kind once", async () => {
    const untitled = [{ identifier: "winter-update", entityType: 8 }];
    const services = over(listing("stubs", untitled));
    const list = await run(trending, services);
    const [entry] = selectIn(list).entries;
    const opened = await press(trending, services, { ...selectIn(list).choose, chosen: entry?.value ?? "" });
    for (const reply of [list, opened]) {
      expect(markdownIn(reply)).not.toMatch(/winter.update/i);
      expect(markdownIn(reply).match(/Link/g)).toHaveLength(1);
    }
  });

  it("ends at a bound where a platform never stops listing", async () => {
    let calls = 0;
    const services = over(async () => {
      calls += 1;
      return dated({
        gives: "stubs" as const,
        entries: [{ identifier: `x${calls}`, entityType: 3 }],
        hasMore: true,
      });
    });
    await run(trending, services, { search: "nothing" });
    expect(calls).toBeLessThanOrEqual(12);
  });

  it("goes on past an empty page where the platform says that there is more", async () => {
    const list = listing("details", creations(3), 1);
    const filled = [1, 3, 4];
    const services = over(async (query) => {
      const { data, ...rest } = await list({ ...query, page: filled.indexOf(query.page ?? 0) });
      return { ...rest, data: { ...data, hasMore: true } };
    });
    const text = markdownIn(await run(trending, services));
    for (const title of ["Creation 0", "Creation 1", "Creation 2"]) expect(text).toContain(title);
  });

  it("takes a page beyond the last for the end, where a service calls it not found", async () => {
    const list = listing("details", creations(6), 6);
    const services = over(async (query) => {
      if ((query.page ?? 0) > 0) throw new MilepostError("not-found");
      const page = await list(query);
      return { ...page, data: { ...page.data, hasMore: true } };
    });
    const reply = await press(trending, services, {
      command: "trending",
      action: "page",
      state: { page: 1 },
    });
    expect(seen(reply)).toContain("Page 2 of 2");
  });

  it("keeps kind and search when a page is turned or an entry opened and left", async () => {
    const services = over(listing("details", creations(12)));
    const reply = await run(trending, services, { kind: "creation", search: "creation" });
    expect(callOf(reply, "Next").state).toEqual({ kind: "creation", search: "creation", page: 1 });
    const { choose, entries } = selectIn(reply);
    const opened = await press(trending, services, { ...choose, chosen: entries[0]?.value });
    expect(callOf(opened, "Back").state).toEqual({ kind: "creation", search: "creation", page: 0 });
  });

  it("shows a long article in parts", async () => {
    const paragraphs = Array.from(
      { length: 60 },
      (_, index) => `<p>Paragraph ${index} ${"word ".repeat(30)}</p>`,
    );
    const article = {
      contentId: "1",
      properties: { title: "Long", summary: "Short", body: paragraphs.join("") },
    };
    const services = over(listing("details", [{ identifier: "1", entityType: 0, news: { article } }]));
    let reply = await press(trending, services, { command: "trending", action: "open", chosen: "0:1" });
    let read = markdownIn(reply);
    expect(read).toMatch(/Short[^]*Part 1 of \d+/);
    for (let part = 1; part < 20; part += 1) {
      const isLast = buttonsIn(reply).some(
        (one) => one.type === "action" && one.label === "Next" && one.disabled,
      );
      if (isLast) break;
      reply = await press(trending, services, callOf(reply, "Next"));
      read += markdownIn(reply);
    }
    for (let index = 0; index < 60; index += 1) expect(read).toContain(`Paragraph ${index} `);
  });

  it("still shows what the list says of an entry whose details are gone", async () => {
    const stub = {
      identifier: "x",
      entityType: 42,
      displayName: "New thing",
      tagline: "Of a new type",
      link: "https://x.example/y",
    };
    const services = over(listing("stubs", [stub]), ["trending.entry"]);
    const platform = {
      ...services.platform,
      trendingEntry: async () => {
        throw new MilepostError("not-found");
      },
    };
    const reply = await press(
      { ...trending },
      { ...services, platform },
      { command: "trending", action: "open", chosen: "42:x" },
    );
    expect(seen(reply)).toMatch(/New thing[^]*Of a new type[^]*Open on x\.example/);
  });

  it("says of each entry what is worth knowing before it is opened", async () => {
    const services = over(
      listing("details", [
        {
          identifier: "c",
          entityType: 5,
          creation: { title: "A map", body: "<p>Print on A3</p>", author: "Ann", upvotes: 1830 },
        },
        { identifier: "s", entityType: 6, stream: { title: "Slowly", partnershipIdentifier: "harbour_51" } },
        {
          identifier: "a",
          entityType: 2,
          gameActivity: { activityHash: 7, status: { modifierHashes: [8, 9, 0] } },
        },
      ]),
    );
    const text = seen(
      await run(trending, { ...services, definitions: { search: async () => [], lookUp: lookUpSome } }),
    );
    expect(text).toMatch(/A map[^]*Print on A3[^]*Creation · by Ann · 1,830 votes/);
    expect(text).toMatch(/Slowly[^]*Stream · Channel: harbour/);
    expect(text).toMatch(/Patrol[^]*Modifiers: Headwind\n[^]*Activity/);
  });

  it("leads to the profile's hosts alone, and names the host on the button", async () => {
    const { profile } = over(linkTo(""));
    const pageLinks = createPageLinks({
      ...profile,
      hosts: { ...profile.hosts, links: ["https://music.example"] },
    });
    const opened = async (link: string) => {
      const services = { ...over(linkTo(link)), pageLinks };
      const call = { command: "trending", action: "open", chosen: "8:x" };
      return buttonsIn(await press(trending, services, call)).map(({ label }) => label);
    };
    const { portal } = profile.hosts;
    expect(await opened(`${portal}/read/1`)).toContain(`Open on ${new URL(portal).host}`);
    expect(await opened("https://music.example/read/1")).toContain("Open on music.example");
    for (const link of ["https://elsewhere.example/read/1", `${portal}.evil.example/read/1`]) {
      expect((await opened(link)).join()).not.toContain("Open on");
    }
  });

  it("passes on why an entry could not be opened", async () => {
    const services = over(listing("stubs", []), ["trending.entry"]);
    const platform = {
      ...services.platform,
      trendingEntry: async () => {
        throw new MilepostError("platform-unavailable");
      },
    };
    const call = { command: "trending", action: "open", chosen: "3:x" };
    await expect(press(trending, { ...services, platform }, call)).rejects.toMatchObject({
      code: "platform-unavailable",
    });
    await expect(press(trending, services, { ...call, chosen: "rubbish" })).rejects.toMatchObject({
      code: "bad-input",
    });
  });

  it("shows what it found while older articles can't be searched, and says so", async () => {
    const services = over(listing("details", creations(3)), ["content.search"]);
    const reply = seen(await run(trending, services, { search: "creation" }));
    expect(reply).toContain("Creation 2");
    expect(reply).toContain(english.trending.olderUnsearched);
  });

  it("says what to do when nothing is found, or nothing trends", async () => {
    expect(seen(await run(trending, over(listing("details", []))))).toContain(english.trending.nothing.next);
    expect(seen(await run(trending, over(listing("details", creations(1))), { kind: "stream" }))).toContain(
      "another kind",
    );
  });

  it("gives every page Report where it shows what players made, and nowhere else", async () => {
    expect(await labels(creations(1))).toEqual(["Report", "Hide"]);
    expect(await labels([{ identifier: "7", entityType: 3, gameRitual: { title: "R" } }])).toEqual([]);
  });

  it("opens the entry a suggested title belongs to, and lists where several are called so", async () => {
    const services = over(
      listing("details", [entry("1", "Word of mouth"), entry("2", "Word"), entry("3", "Last word")]),
    );
    const suggest = trending.options.search.autocomplete;
    const [first] = (await suggest?.({ ...contextOf(services), typed: "word" })) ?? [];
    expect(first?.value).toBe("Word");
    const opened = await run(trending, services, { search: first?.value });
    expect(seen(opened)).toContain("Told at length.");
    expect(seen(opened)).not.toContain("Last word");
    expect(seen(await press(trending, services, callOf(opened, "Back")))).toContain("Last word");
    const twins = over(listing("details", [entry("1", "Word"), entry("2", "word")]));
    expect(selectIn(await run(trending, twins, { search: "Word" })).entries).toHaveLength(2);
  });

  it.each([
    ["one article", "2026-05-01T10:00:00Z", false],
    ["another of the same title", "2026-04-01T10:00:00Z", true],
  ])("finds news whose article has an id of its own once: %s", async (_, creationDate, isList) => {
    const news = { identifier: "patch", entityType: 0, displayName: "Patch" };
    const item = { contentId: "100", creationDate, properties: { title: "Patch" } };
    const services = fakeServices({
      platform: fakePlatform(
        {
          trendingList: listing("stubs", [{ ...news, startDate: "2026-05-01T10:00:00Z" }]),
          trendingEntry: async () => dated(TrendingEntry.parse({ ...news, news: { article: item } })),
          contentSearch: async () =>
            dated({ entries: [ContentItemPublicContract.parse(item)], hasMore: false }),
        },
        ["trending.list", "trending.entry", "content.search"],
      ),
    });
    const reply = await run(trending, services, { search: "patch" });
    // The only one is opened at once.
    expect(seen(reply).includes("Trending:")).toBe(isList);
  });

  it("answers a search that finds nothing only to whoever searched", async () => {
    const services = over(listing("details", creations(2)));
    expect(await run(trending, services, { search: "nothing like it" })).toMatchObject({ isForAsker: true });
    expect((await run(trending, services, { search: "Creation" })).isForAsker).toBeUndefined();
  });

  it("suggests whole titles and cuts values at Discord's bound", async () => {
    const long = "word ".repeat(40).trim();
    const services = over(
      listing("details", [{ identifier: "1", entityType: 5, creation: { title: long } }]),
    );
    const suggest = trending.options.search.autocomplete;
    const [first] = (await suggest?.({ ...contextOf(services), typed: "wor" })) ?? [];
    expect(first?.value.length).toBeLessThanOrEqual(100);
    expect(seen(await run(trending, services, { search: first?.value }))).toContain("word word");
  });
});
