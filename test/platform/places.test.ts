import { describe, expect, test } from "vitest";

import { toArticle } from "../../src/game/article.ts";
import { int64 } from "../../src/base/int64.ts";
import { parseProfile } from "../../src/platform/profile/load.ts";
import { answering, otherProfile } from "./support/other-service.ts";
import { connect } from "./support/served.ts";

const places = (origin: string) =>
  otherProfile(origin, {
    operations: {
      "user.byId": { path: "/users/{membershipId}" },
      "trending.list": { path: "/news", gives: "stubs", type: "News" },
      "content.byId": { path: "/news/{id}" },
      "definitions.one": { path: "/defs/{table}/{hash}" },
    },
    renames: {
      GeneralUser: {
        membershipId: ["puuid", "accounts.0.id"],
        displayName: ["{gameName}#{tagLine}", "names.en.full", "login"],
      },
      TrendingStub: {
        identifier: "id",
        displayName: ["title", "post.topic.title"],
        image: "/pictures/{id}-{post.shots.0.file}",
      },
      ContentItemPublicContract: { contentId: "id", properties: "" },
      Definition: { displayProperties: "" },
    },
    definitions: { tables: { item: "items" }, paths: { name: ["title", "text.1.name"] } },
    article: {
      title: "post.topic.title",
      body: "stream.posts.0.cooked",
      summary: "{post.by} in {post.forum}",
    },
  });

describe("a place in a profile", () => {
  test.each([
    [{ puuid: 7, gameName: "Ann", tagLine: "EUW" }, "7", "Ann#EUW"],
    [{ accounts: [{ id: 8 }], gameName: "Ann", tagLine: "", names: { en: { full: "Ann B" } } }, "8", "Ann B"],
    [{ puuid: null, accounts: [{ id: "9" }], names: null, login: "ann" }, "9", "ann"],
  ])("is a text of several paths, or the first that holds something, as in %j", async (answer, has, name) => {
    await using served = await answering(() => answer);
    await using client = connect(served.origin, () => places(served.origin));
    const { data } = await client.userById({ membershipId: int64("42") });
    expect(data).toMatchObject({ membershipId: has, displayName: name });
  });

  test("of an id that no answer has is filled with what was asked by", async () => {
    await using served = await answering(() => ({ login: "ann" }));
    await using client = connect(served.origin, () => places(served.origin));
    expect((await client.userById({ membershipId: int64("42") })).data).toMatchObject({ membershipId: "42" });
  });

  test("leads into nested records and lists of list entries", async () => {
    await using served = await answering(() => [
      { id: 1, post: { topic: { title: "Storm" }, shots: [{ file: "a.png" }] } },
      { id: 2, title: "Calm", post: { topic: { title: "no" } } },
    ]);
    await using client = connect(served.origin, () => places(served.origin));
    const { entries } = (await client.trendingList({})).data;
    expect(entries).toMatchObject([
      { displayName: "Storm", image: "/pictures/1-a.png" },
      { displayName: "Calm" },
    ]);
    expect(entries[1]).not.toHaveProperty("image");
  });

  test("leads into an article's nested members", async () => {
    const post = { topic: { title: "Storm" }, by: "Ann", forum: "News" };
    await using served = await answering(() => ({
      id: 3,
      post,
      stream: { posts: [{ cooked: "<p>Rain</p>" }] },
    }));
    const profile = places(served.origin);
    await using client = connect(served.origin, () => profile);
    const article = toArticle((await client.contentById({ id: int64("3") })).data, profile.article);
    expect(article).toMatchObject({ title: "Storm", body: "<p>Rain</p>", summary: "Ann in News" });
  });

  test.each([
    ["a..b", "not a path"],
    ["{name", "not a path"],
    ["{na me}", "not a path"],
    [["name", "a.*"], "not a path"],
    [[], "too small, or empty"],
    [["name", ""], "empty"],
  ])("that is %j is a fault", (place, problem) => {
    const { faults } = parseProfile(
      JSON.stringify({
        ...base,
        renames: { GeneralUser: { displayName: place } },
      }),
    );
    expect(faults.map((fault) => fault.problem)).toEqual([expect.stringContaining(problem)]);
  });
});

test("a place that is no place, of any length, is a fault at once", () => {
  for (const place of ["a.".repeat(50_000) + "a", "{a}".repeat(50_000) + "{", "{".repeat(150_000)]) {
    const { faults } = parseProfile(
      JSON.stringify({ ...base, renames: { GeneralUser: { displayName: place } } }),
    );
    expect(faults.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/too long|too large|more than 10000/),
    ]);
  }
});

const base = {
  id: "other",
  name: "Other",
  hosts: { portal: "https://other.example" },
  locale: { default: "en" },
  operations: { "user.byId": { path: "/users/{membershipId}" } },
};

test("sizes in a picture's address are filled in, with those of the profile first", async () => {
  await using served = await answering(() => ({}));
  const url = (values: Record<string, string>) => {
    const client = connect(served.origin, () =>
      otherProfile(served.origin, { operations: base.operations, images: { values } }),
    );
    return client.imageUrl("/shot-{width}x{height}-%{size}-{odd}.png");
  };
  expect(url({})).toBe(`${served.origin}/shot-640x360-256-%7Bodd%7D.png`);
  expect(url({ size: "512" })).toBe(`${served.origin}/shot-640x360-512-%7Bodd%7D.png`);
});
