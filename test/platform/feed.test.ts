import { describe, expect, it } from "vitest";

import { readFeed } from "../../src/platform/feed.ts";
import { connect, failureOf, serve } from "./support/served.ts";
import { parseProfile } from "../../src/platform/profile/load.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";

const FROM = "https://guild.example/feed.xml";

const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
  <title>News</title><link>https://guild.example</link><description>All of it</description>
  <item>
    <title>Longbows &amp; lifts</title><link>https://guild.example/news/12</link><guid isPermaLink="false">post-12</guid>
    <description>&lt;p&gt;What is &lt;b&gt;new&lt;/b&gt;&lt;/p&gt;</description>
    <pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate><enclosure url="https://guild.example/12.jpg" type="image/jpeg" length="9"/>
  </item>
  <item><title>Only an address</title><link>https://guild.example/news/11</link><pubDate>soon</pubDate></item>
  <item><title>Nothing to open</title></item>
</channel></rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><id>urn:12</id><title>Longbows</title>
  <link rel="alternate" href="https://guild.example/news/12"/><link rel="self" href="https://guild.example/12.xml"/>
  <summary>What is new</summary><updated>2026-11-21T10:00:00Z</updated></entry></feed>`;

const BOMB = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c
  "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY x SYSTEM "file:///etc/hostname">]><rss version="2.0"><channel><title>t</title>
  <item><title>&c;&c;&c;&c;&x;</title><link>https://guild.example/1</link></item></channel></rss>`;

describe("a feed of news", () => {
  it("is read as RSS, each item under its id or its address", async () => {
    expect(await readFeed(RSS, FROM)).toEqual([
      {
        identifier: "post-12",
        displayName: "Longbows & lifts",
        tagline: "<p>What is <b>new</b></p>",
        link: "https://guild.example/news/12",
        startDate: "2026-11-21T10:00:00.000Z",
        image: "https://guild.example/12.jpg",
      },
      expect.objectContaining({ identifier: "https://guild.example/news/11", startDate: undefined }),
    ]);
  });

  it("is read as Atom", async () => {
    expect(await readFeed(ATOM, FROM)).toEqual([
      expect.objectContaining({
        identifier: "urn:12",
        displayName: "Longbows",
        tagline: "What is new",
        link: "https://guild.example/news/12",
        startDate: "2026-11-21T10:00:00Z",
      }),
    ]);
  });

  it.each([
    ["a page", "<html><body>Back soon</body></html>"],
    ["nothing", ""],
    ["a list", "[1]"],
  ])("is not %s", async (_, text) => {
    await expect(readFeed(text, FROM)).rejects.toBeInstanceOf(Error);
  });

  it("neither grows by entities nor reads files", async () => {
    const read = await readFeed(BOMB, FROM).catch(() => []);
    expect(JSON.stringify(read).length).toBeLessThan(BOMB.length);
  });
});

function profileOf(
  origin: string,
  list: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Profile {
  const { profile, faults } = parseProfile(
    JSON.stringify({
      id: "guildhall",
      name: "Guildhall",
      hosts: { portal: origin, api: "{portal}" },
      locale: { default: "en" },
      envelope: { kind: "wrapped" },
      operations: { "trending.list": { path: "/news", ...list } },
      ...more,
    }),
  );
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  return profile;
}

const titled = (title: string, declared?: string) =>
  `${
    declared === undefined ? "" : `<?xml version='1.0' encoding='${declared}'?>`
  }<rss version="2.0"><channel><title>News</title><item><title>${title}</title><link>https://guild.example/1</link></item></channel></rss>`;
const latin = (text: string) => Buffer.from(text, "latin1");

describe("a feed's letters are read", () => {
  it.each<[string, string, Buffer, string]>([
    ["as it declares", "application/rss+xml", latin(titled("Bögen", "ISO-8859-1")), "Bögen"],
    ["as it declares after white space", "text/xml", latin(`\n ${titled("Bögen", "latin1")}`), "Bögen"],
    [
      "as it declares in a language of many letters",
      "text/xml",
      Buffer.concat([
        Buffer.from(titled("|", "Shift_JIS").split("|")[0] ?? ""),
        Buffer.of(0x8b, 0x7c),
        Buffer.from(titled("|", "Shift_JIS").split("|")[1] ?? ""),
      ]),
      "弓",
    ],
    [
      "as HTTP says, whatever it declares",
      "text/xml; charset=utf-8",
      Buffer.from(titled("Bögen", "ISO-8859-1")),
      "Bögen",
    ],
    [
      "by its mark, whatever HTTP says",
      "text/xml; charset=ISO-8859-1",
      Buffer.from(`\uFEFF${titled("Bögen", "ISO-8859-1")}`),
      "Bögen",
    ],
    [
      "in UTF-16 by its mark",
      "text/xml; charset=utf-8",
      Buffer.from(`\uFEFF${titled("Bögen", "UTF-16")}`, "utf16le"),
      "Bögen",
    ],
    [
      "as UTF-8 where a declaration in it says UTF-16",
      "text/xml",
      Buffer.from(titled("Bögen", "UTF-16")),
      "Bögen",
    ],
    [
      "as UTF-8 where the declared one is unknown",
      "text/xml",
      Buffer.from(titled("Bögen", "x-own")),
      "Bögen",
    ],
    ["as UTF-8 where nobody says", "text/xml", Buffer.from(titled("Bögen")), "Bögen"],
  ])("%s", async (_, type, body, title) => {
    await using served = await serve((_request, response) =>
      response.writeHead(200, { "content-type": type }).end(body),
    );
    await using client = connect(served.origin, () => profileOf(served.origin, { format: "feed" }));
    const { entries } = (await client.trendingList({})).data;
    expect(entries.map(({ displayName }) => displayName)).toEqual([title]);
  });

  it("only where it is a feed: JSON declares nothing", async () => {
    const list = { gives: "stubs", type: "News", pick: "" };
    const entry = { identifier: "1", displayName: "<?xml version='1.0' encoding='latin1'?>Bögen" };
    await using served = await serve((_, response) => response.end(JSON.stringify([entry])));
    const profile = () => profileOf(served.origin, list, { envelope: { kind: "bare" } });
    await using client = connect(served.origin, profile);
    expect((await client.trendingList({})).data.entries[0]).toMatchObject(entry);
  });
});

describe("a service with news alone", () => {
  it("lists a feed as stubs of news, whatever its envelope", async () => {
    await using served = await serve((_, response) => response.end(RSS));
    await using client = connect(served.origin, () => profileOf(served.origin, { format: "feed" }));
    const { data } = await client.trendingList({});
    expect(data.gives).toBe("stubs");
    expect(data.entries.map(({ identifier, entityType }) => [identifier, entityType])).toEqual([
      ["post-12", 0],
      ["https://guild.example/news/11", 0],
    ]);
  });

  it("may have its feed at the portal, where no key goes", async () => {
    await using portal = await serve((_, response) => response.end(RSS));
    await using api = await serve((_, response) => response.end("{}"));
    const list = { format: "feed", path: "{portal}/rss" };
    const hosts = { portal: portal.origin, api: api.origin };
    const headers = { apiKey: "X-Key" };
    const profile = profileOf(portal.origin, list, { hosts, headers });
    await using client = connect(portal.origin, () => profile);
    expect((await client.trendingList({})).data.entries).toHaveLength(2);
    expect(portal.seen.map(({ url, headers: sent }) => [url, sent["x-key"]])).toEqual([["/rss", undefined]]);
    expect(api.seen).toEqual([]);
  });

  it.each([
    ["a list that is no feed", { path: "{portal}/news" }],
    ["another host", { path: "https://elsewhere.example/rss", format: "feed" }],
    ["a name of no host", { path: "{elsewhere}/rss", format: "feed" }],
  ])("has to be at the API with %s", (_, list) => {
    expect(() => profileOf("https://guild.example", list)).toThrow("trending.list");
  });

  it("lists plain JSON whose entries say no type", async () => {
    const answer = JSON.stringify({ articles: [{ slug: "longbows", title: "Longbows" }] });
    await using served = await serve((_, response) => response.end(answer));
    const list = { items: "articles", gives: "stubs", type: "News" };
    const renames = { TrendingStub: { identifier: "slug", displayName: "title" } };
    const profile = profileOf(served.origin, list, { envelope: { kind: "bare" }, renames });
    await using client = connect(served.origin, () => profile);
    const { data } = await client.trendingList({});
    expect(data.entries).toMatchObject([{ identifier: "longbows", displayName: "Longbows", entityType: 0 }]);
  });

  it("fails by its status, and where a page came instead", async () => {
    let status = 503;
    await using served = await serve((_, response) => {
      response.statusCode = status;
      response.end("<html></html>");
    });
    await using client = connect(served.origin, () => profileOf(served.origin, { format: "feed" }));
    expect((await failureOf(client.trendingList({}))).code).toBe("platform-unavailable");
    status = 200;
    expect((await failureOf(client.trendingList({}))).code).toBe("platform-answer");
  });

  it("is told that its type is none of its own", () => {
    const enums = { TrendingEntryType: [{ value: 1, name: "Post" }] };
    expect(() => profileOf("https://guild.example", { format: "feed" }, { enums })).toThrow("operations");
  });
});
