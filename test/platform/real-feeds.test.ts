import { describe, expect, it } from "vitest";

import { readFeed } from "../../src/platform/feed.ts";

const ADDRESS = "https://guild.example/news/feed.xml";
const TEN = "2026-11-21T10:00:00.000Z";

/** A channel as most generators write it; `open` is its first tag's attributes. */
const rss = (item: string, channel = "<link>https://guild.example/</link>", open = "") =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" ${open}>
  <channel><title>Guild news</title>${channel}<description>All of it</description>${item}</channel></rss>`;

const atom = (entry: string, head = "", open = "") =>
  `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"
  xmlns:media="http://search.yahoo.com/mrss/" xmlns:yt="http://www.youtube.com/xml/schemas/2015" ${open}>
  <title>Guild news</title><id>https://guild.example/</id><updated>2026-11-21T10:00:00Z</updated>${head}${entry}</feed>`;

const rdf = (item: string) =>
  `<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel rdf:about="https://guild.example/"><title>Guild</title><link>https://guild.example/</link>
  <description>All of it</description></channel>${item}</rdf:RDF>`;

const json = (item: object, head: object = {}) =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "Guild news",
    home_page_url: "https://guild.example/",
    items: [item],
    ...head,
  });

interface Expected {
  readonly identifier?: unknown;
  readonly displayName?: string;
  readonly tagline?: unknown;
  readonly link?: string | undefined;
  readonly startDate?: string | undefined;
  readonly image?: string | undefined;
}

const FEEDS: readonly (readonly [kind: string, feed: string, expected: Expected])[] = [
  [
    "a static site whose page has no date, which is written as year 1",
    rss(`<item><title>About us</title><link>https://guild.example/about/</link>
      <pubDate>Mon, 01 Jan 0001 00:00:00 +0000</pubDate><guid>https://guild.example/about/</guid>
      <description>&lt;p&gt;Who we are&lt;/p&gt;</description></item>`),
    {
      identifier: "https://guild.example/about/",
      tagline: "<p>Who we are</p>",
      link: "https://guild.example/about/",
      startDate: undefined,
    },
  ],
  [
    "a static site whose post was only ever updated",
    atom(`<entry xml:lang="en"><title>Lifts</title><published>0001-01-01T00:00:00+00:00</published>
      <updated>2026-11-21T11:00:00+01:00</updated><author><name>Ada</name></author>
      <link rel="alternate" type="text/html" href="https://guild.example/lifts/"/><id>https://guild.example/lifts/</id>
      <content type="html" xml:base="https://guild.example/lifts/">&lt;p&gt;Up&lt;/p&gt;&lt;img src="lift.png"&gt;</content></entry>`),
    {
      tagline: '<p>Up</p><img src="lift.png">',
      startDate: "2026-11-21T11:00:00+01:00",
      image: "https://guild.example/lifts/lift.png",
    },
  ],
  [
    "a blog engine with summary, thumbnail and picture",
    atom(
      `<entry><title type="html">Longbows &amp;amp; lifts</title><id>https://guild.example/2026/longbows</id>
      <link href="https://guild.example/2026/longbows.html" rel="alternate" type="text/html" title="Longbows"/>
      <published>2026-11-21T10:00:00+00:00</published><updated>2026-11-22T10:00:00+00:00</updated>
      <content type="html" xml:base="https://guild.example/2026/longbows.html"><![CDATA[<p>Long text</p>]]></content>
      <summary type="html"><![CDATA[Short text]]></summary>
      <media:content medium="image" url="https://guild.example/assets/bow.png"/></entry>`,
      `<link href="https://guild.example/feed.xml" rel="self"/><link href="https://guild.example/" rel="alternate"/>`,
    ),
    {
      identifier: "https://guild.example/2026/longbows",
      tagline: "Short text",
      link: "https://guild.example/2026/longbows.html",
      startDate: "2026-11-21T10:00:00+00:00",
      image: "https://guild.example/assets/bow.png",
    },
  ],
  [
    "a generator that leaves everything relative to xml:base",
    atom(
      `<entry><title>Lifts</title><link href="posts/lifts/"/><id>tag:guild.example,2026:lifts</id>
      <updated>2026-11-21T10:00:00Z</updated>
      <content type="html">&lt;img src="../lift.jpg" alt=""&gt;&lt;p&gt;Up and down&lt;/p&gt;</content></entry>`,
      "",
      'xml:base="https://guild.example/blog/"',
    ),
    {
      identifier: "tag:guild.example,2026:lifts",
      link: "https://guild.example/blog/posts/lifts/",
      image: "https://guild.example/lift.jpg",
    },
  ],
  [
    "entries relative to the feed itself, one base inside another",
    atom(
      `<entry xml:base="archive/"><title>Lifts</title><link href="lifts.html"/><id>urn:lifts</id>
      <updated>2026-11-21T10:00:00Z</updated></entry>`,
      "",
      'xml:base="../posts/"',
    ),
    { link: "https://guild.example/posts/archive/lifts.html" },
  ],
  [
    "a video site, which puts everything in a group",
    atom(`<entry><id>yt:video:q1w2e3</id><yt:videoId>q1w2e3</yt:videoId><title>The longbow in 60 seconds</title>
      <link rel="alternate" href="https://videos.example/watch?v=q1w2e3"/><author><name>Guild</name></author>
      <published>2026-11-21T10:00:00+00:00</published><updated>2026-11-22T08:00:00+00:00</updated>
      <media:group><media:title>The longbow</media:title>
      <media:content url="https://videos.example/v/q1w2e3?version=3" type="application/x-shockwave-flash" width="640"/>
      <media:thumbnail url="https://i.videos.example/q1w2e3/hq.jpg" width="480" height="360"/>
      <media:description>How to hold it.</media:description></media:group></entry>`),
    {
      identifier: "yt:video:q1w2e3",
      tagline: "How to hold it.",
      link: "https://videos.example/watch?v=q1w2e3",
      image: "https://i.videos.example/q1w2e3/hq.jpg",
    },
  ],
  [
    "a code host's releases",
    atom(`<entry><id>tag:code.example,2008:Repository/12/v1.2.0</id><updated>2026-11-21T10:00:00Z</updated>
      <link rel="alternate" type="text/html" href="https://code.example/guild/bot/releases/tag/v1.2.0"/>
      <title>v1.2.0</title><content type="html">&lt;h2&gt;Fixes&lt;/h2&gt;</content>
      <media:thumbnail height="30" width="30" url="https://avatars.code.example/u/1?s=60"/></entry>`),
    {
      identifier: "tag:code.example,2008:Repository/12/v1.2.0",
      tagline: "<h2>Fixes</h2>",
      startDate: "2026-11-21T10:00:00Z",
      image: "https://avatars.code.example/u/1?s=60",
    },
  ],
  [
    "a forum with smileys before the picture",
    rss(`<item><title>Screenshots</title><dc:creator><![CDATA[ada]]></dc:creator><category>General</category>
      <description><![CDATA[<p><img src="/images/emoji/grin.png?v=12" class="emoji" width="20" height="20">
      Look:</p><img src="/uploads/gate.jpeg" width="690" height="388">]]></description>
      <link>https://guild.example/t/screenshots/12</link><pubDate>Sat, 21 Nov 2026 10:00:00 +0000</pubDate>
      <guid isPermaLink="false">guild.example-topic-12</guid></item>`),
    {
      identifier: "guild.example-topic-12",
      startDate: TEN,
      image: "https://guild.example/uploads/gate.jpeg",
    },
  ],
  [
    "a content system with the whole text beside an excerpt, and a counting pixel",
    rss(`<item><title>Longbows</title><link>https://guild.example/2026/11/longbows/</link>
      <dc:creator><![CDATA[Ada]]></dc:creator><pubDate>Sat, 21 Nov 2026 10:00:00 +0000</pubDate>
      <guid isPermaLink="false">https://guild.example/?p=12</guid>
      <description><![CDATA[What is new [&#8230;]]]></description><content:encoded><![CDATA[<p>What is new</p>
      <img decoding="async" width="1" height="1" src="https://stats.example/p.gif">
      <figure><img loading="lazy" width="1024" src="https://guild.example/wp/bow-1024.jpg" srcset="a 1x"></figure>]]>
      </content:encoded></item>`),
    {
      identifier: "https://guild.example/?p=12",
      tagline: "What is new [&#8230;]",
      link: "https://guild.example/2026/11/longbows/",
      image: "https://guild.example/wp/bow-1024.jpg",
    },
  ],
  [
    "a content system whose base stands at the very top",
    rss(
      `<item><title>Longbows</title><link>/node/12</link><pubDate>Sat, 21 Nov 2026 11:00:00 +0100</pubDate>
      <description>&lt;img src="files/bow.png"&gt; What is new</description>
      <guid isPermaLink="false">12 at https://guild.example</guid></item>`,
      "<link>https://guild.example/news</link>",
      'xml:base="https://guild.example/community/"',
    ),
    {
      identifier: "12 at https://guild.example",
      link: "https://guild.example/node/12",
      startDate: TEN,
      image: "https://guild.example/community/files/bow.png",
    },
  ],
  [
    "a publishing platform with its picture as a medium",
    rss(`<item><title><![CDATA[Longbows]]></title><description><![CDATA[What is new]]></description>
      <link>https://guild.example/longbows/</link><guid isPermaLink="false">65a1f0c2e4b0</guid>
      <pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate>
      <media:content url="https://guild.example/content/bow.jpg" medium="image"/>
      <content:encoded><![CDATA[<img src="https://guild.example/content/other.jpg"><p>Text</p>]]></content:encoded></item>`),
    { identifier: "65a1f0c2e4b0", image: "https://guild.example/content/bow.jpg" },
  ],
  [
    "a microblog, without titles, whose only link is its guid",
    rss(`<item><guid isPermaLink="true">https://social.example/@guild/113</guid>
      <pubDate>Sat, 21 Nov 2026 10:00:00 +0000</pubDate><description>&lt;p&gt;Servers are back&lt;/p&gt;</description>
      <media:content url="https://files.social.example/a.mp4" type="video/mp4" medium="video"/>
      <media:content url="https://files.social.example/b.png" type="image/png" fileSize="9" medium="image">
      <media:rating scheme="urn:simple">nonadult</media:rating></media:content></item>`),
    {
      identifier: "https://social.example/@guild/113",
      link: "https://social.example/@guild/113",
      tagline: "<p>Servers are back</p>",
      image: "https://files.social.example/b.png",
    },
  ],
  [
    "a podcast in Eastern time",
    rss(
      `<item><title>Episode 12</title><guid>8f14e45f-ceea-4d1b</guid><pubDate>Sat, 21 Nov 2026 05:00:00 EST</pubDate>
      <enclosure url="https://audio.example/12.mp3" length="9" type="audio/mpeg"/>
      <itunes:summary>With Ada</itunes:summary><itunes:image href="https://audio.example/12.jpg"/></item>`,
      '<link>https://audio.example</link><itunes:image href="https://audio.example/all.jpg"/>',
    ),
    {
      identifier: "8f14e45f-ceea-4d1b",
      link: undefined,
      tagline: "With Ada",
      startDate: TEN,
      image: "https://audio.example/12.jpg",
    },
  ],
  [
    "a blog host with replies and an enclosure of its own",
    atom(`<entry><id>tag:blog.example,1999:blog-1.post-2</id><published>2026-11-21T02:00:00.000-08:00</published>
      <updated>2026-11-21T02:00:00.001-08:00</updated><title type="text">Longbows</title>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>What is <b>new</b></p></div></content>
      <link rel="replies" type="application/atom+xml" href="https://guild.example/feeds/2/comments"/>
      <link rel="enclosure" type="image/jpeg" href="/bow.jpg" length="9"/>
      <link rel="alternate" type="text/html" href="/2026/11/longbows.html"/></entry>`),
    {
      tagline: "<p>What is <b>new</b></p>",
      link: "https://guild.example/2026/11/longbows.html",
      startDate: "2026-11-21T02:00:00.000-08:00",
      image: "https://guild.example/bow.jpg",
    },
  ],
  [
    "a picture as the whole content, which is no text",
    atom(`<entry><id>urn:12</id><title>Gate</title><updated>2026-11-21T10:00:00Z</updated>
      <content type="image/png">iVBORw0KGgo=</content></entry>`),
    { tagline: undefined },
  ],
  [
    "RDF with a date of Dublin Core",
    rdf(`<item rdf:about="https://guild.example/12"><title>弓</title><link>https://guild.example/12</link>
      <dc:date>2026-11-21T19:00:00+09:00</dc:date>
      <content:encoded><![CDATA[<p>新着</p><img src="/12.png">]]></content:encoded></item>`),
    {
      identifier: "https://guild.example/12",
      tagline: '<p>新着</p><img src="/12.png">',
      startDate: "2026-11-21T19:00:00+09:00",
      image: "https://guild.example/12.png",
    },
  ],
  [
    "RSS whose only date is one of Dublin Core",
    rss(`<item><title>Lifts</title><link>https://guild.example/12</link><pubDate>today</pubDate>
      <dc:date>2026-11-21 10:00:00</dc:date></item>`),
    { startDate: "2026-11-21T10:00:00Z" },
  ],
  [
    "RSS by hand, with a year of two digits and Central Europe's time",
    rss(
      `<item><title>Season 12</title><link>12.html</link><pubDate>Sat, 21 Nov 26 11:00:00 CET</pubDate>
      <enclosure url="bow.PNG" type="IMAGE/PNG" length="9"/></item>`,
      "<link>https://guild.example/news/</link>",
    ),
    {
      identifier: "12.html",
      link: "https://guild.example/news/12.html",
      startDate: TEN,
      image: "https://guild.example/news/bow.PNG",
    },
  ],
  [
    "a game's patches, whose date is a season",
    rss("<item><title>Patch</title><guid>patch-4</guid><pubDate>Season 12</pubDate></item>"),
    { identifier: "patch-4", startDate: undefined, link: undefined },
  ],
  [
    "JSON with a page elsewhere, HTML and an attachment",
    json({
      id: 12,
      external_url: "https://elsewhere.example/12",
      title: "Longbows",
      content_html: "<p>What is <b>new</b></p>",
      date_modified: "2026-11-21T10:00:00Z",
      attachments: [
        { url: "/12.mp3", mime_type: "audio/mpeg" },
        { url: "/12.webp", mime_type: "image/webp" },
      ],
    }),
    {
      identifier: "12",
      tagline: "<p>What is <b>new</b></p>",
      link: "https://elsewhere.example/12",
      startDate: "2026-11-21T10:00:00Z",
      image: "https://guild.example/12.webp",
    },
  ],
  [
    "JSON of a microblog, relative and in Unix time",
    json({ id: "/12", url: "/12", content_text: "Servers are back", date_published: "1795255200" }),
    {
      identifier: "/12",
      tagline: "Servers are back",
      link: "https://guild.example/12",
      startDate: TEN,
    },
  ],
];

describe("feeds as sites write them", () => {
  it.each(FEEDS)("%s", async (_, feed, expected) => {
    const [item, ...more] = await readFeed(feed, ADDRESS);
    expect(more).toEqual([]);
    expect(item).toMatchObject(expected);
  });
});

const idsOf = async (items: string) =>
  (await readFeed(rss(items), ADDRESS)).map(({ identifier }) => identifier);
const item = (title: string, guid?: string, link?: string) =>
  `<item><title>${title}</title>${guid === undefined ? "" : `<guid isPermaLink="false">${guid}</guid>`}${
    link === undefined ? "" : `<link>https://guild.example/${link}</link>`
  }</item>`;

it("an article in a feed is told by its beginning, however long it is", async () => {
  const whole = "<p>What is new</p>".repeat(2_000);
  const entry = atom(`<entry><id>urn:12</id><title>Gate</title><updated>2026-11-21T10:00:00Z</updated>
    <content type="html"><![CDATA[${whole}]]></content></entry>`);
  const [item] = await readFeed(entry, ADDRESS);
  expect(item?.tagline?.length).toBeGreaterThan(7_000);
  expect(item?.tagline?.length).toBeLessThanOrEqual(8_000);
});

describe("an item of a feed can be opened", () => {
  it("by its link where items share a guid", async () => {
    expect(await idsOf(item("A", "0", "a") + item("B", "0", "b"))).toEqual([
      "https://guild.example/a",
      "https://guild.example/b",
    ]);
  });

  it.each([
    ["a link", item("A", undefined, "") + item("B", undefined, "")],
    ["a guid", item("A", "0") + item("B", "0")],
  ])("by its title too where items share %s and have nothing else", async (_, items) => {
    const ids = await idsOf(items);
    expect(new Set(ids).size).toBe(2);
    expect(await idsOf(items)).toEqual(ids);
  });

  it("once where it is listed twice, with another title or not", async () => {
    expect(await idsOf(item("A", "1", "a") + item("A, corrected", "1", "a"))).toEqual(["1"]);
    expect(await idsOf(item("A", undefined, "a") + item("A", undefined, "a"))).toEqual([
      "https://guild.example/a",
    ]);
  });

  it("however long its guid is", async () => {
    const long = "x".repeat(99);
    const ids = await idsOf(
      item("A", `${long}a`, "a") + item("B", `${long}b`, "b") + item("C", "c".repeat(97)),
    );
    expect(ids.map(({ length }) => length)).toEqual([43, 43, 97]);
    expect(new Set(ids).size).toBe(3);
    expect(await idsOf(item("A", `${long}a`, "a"))).toEqual([ids[0]]);
  });
});
