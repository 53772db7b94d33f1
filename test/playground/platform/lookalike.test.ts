import { afterAll, beforeAll, expect, test } from "vitest";

import { type Running, somebody, start } from "./support.ts";

let platform: Running;
beforeAll(async () => {
  platform = await start("lookalike");
});
afterAll(() => platform.close());

test("serves its own paths, envelope, nesting and renamed members, dotted ones too", async () => {
  const { member, name } = somebody(platform);
  const got = await platform.get(`/svc/v3/people/${member}`);
  expect(got.at("meta", "code")).toBe("OK");
  expect(got.at("payload", "person", "names", "shown")).toBe(name);
  expect(got.at("payload", "person", "art", "square")).toBe("/img/avatars/0.png");
});

test("sends 64-bit integers as bare digits, whole", async () => {
  const { member } = somebody(platform);
  const got = await platform.get(`/svc/v3/people/${member}`);
  expect(got.text).toContain(`"id":${member},`);
});

test("lists stubs spread over sections, by offset and count, with enumerations by name", async () => {
  const page = (from: number) =>
    platform.get(`/svc/v3/hot?section=everything&from=${String(from)}&count=4&lang=de_DE`);
  const [first, second] = [await page(0), await page(4)];
  const kinds = [0, 1].flatMap((at) => [
    first.at("payload", "hot", "sections", "first", "entries", at, "kind"),
    first.at("payload", "hot", "sections", "second", "entries", at, "kind"),
  ]);
  expect(kinds).toEqual(["ARTICLE", "MADE_BY_PLAYER", "RITUAL", "ITEM"]);
  expect(first.at("payload", "hot", "further")).toBe(true);
  expect(second.text).not.toBe(first.text);
  const reference = String(first.at("payload", "hot", "sections", "first", "entries", 0, "ref"));
  const entry = await platform.get(`/svc/v3/hot/ARTICLE/${reference}?lang=de_DE`);
  expect(entry.at("payload", "entry", "parts", "news", "article", "fields", "headline")).toBeTypeOf("string");
});

test("reads the parameters of a POST from its body", async () => {
  const got = await platform.send("POST", "/svc/v3/people/find", { startsWith: "ma", page: 1 });
  expect(String(got.at("payload", "people", 0, "names", "shown")).toLowerCase()).toMatch(/^ma/);
  const help = await platform.send("POST", "/svc/v3/articles/find", {
    query: { words: "サインイン" },
    page: 1,
    language: "ja_JP",
  });
  expect(help.at("payload", "found", "articles", 0, "fields", "headline")).toBe("サインイン");
});

test("tells two operations on one path apart by their fixed query", async () => {
  const { account, character } = somebody(platform);
  const heroes = await platform.get(`/svc/v3/play?kind=CONSOLE&player=${account}&parts=heroes`);
  const journeys = await platform.get(`/svc/v3/play?kind=CONSOLE&player=${account}&parts=journeys`);
  expect(Object.keys(Object(heroes.at("payload", "parts", "heroes", "byId")))).toContain(character);
  expect(journeys.at("payload", "parts", "journeys", "visibility")).toBe("EVERYONE");
});

test("refuses a key in another form than its header's, and names the trouble in its own words", async () => {
  const got = await platform.get("/svc/v3/calendar", { authorization: "playground" });
  expect(got.status).toBe(401);
  expect(got.at("meta", "code")).toBe("BAD_KEY");
  const missing = await platform.get("/svc/v3/people/123");
  expect(missing.at("meta", "code")).toBe("NOTHING_THERE");
});

test("asks for a session on what is private", async () => {
  const got = await platform.get("/svc/v3/me");
  expect(got.at("meta", "code")).toBe("NO_SESSION");
});
