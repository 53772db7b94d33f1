import { describe, expect, it } from "vitest";

import { header, type Values, wanted } from "./forms.ts";
import { each, plain, read } from "./support.ts";

const own = { portald: "d", portalatk: "k", portaldid: "i" };
const foreign = { portald: "no", portalatk: "no", portaldid: "no", portalme: "no" };

const record = (cookies: Values, domain: string) =>
  Object.entries(cookies).map(([name, value]) => ({ domain, name, value, path: "/" }));
const request = (cookies: Values, url: string) => ({
  request: { method: "GET", url, headers: [{ name: "Cookie", value: header(cookies) }] },
});
const har = (...entries: readonly object[]) =>
  JSON.stringify({ log: { version: "1.2", creator: { name: "WebInspector" }, entries } });
const fetched = (cookies: Values, url: string) =>
  `fetch(${JSON.stringify(url)}, {"headers": {"cookie": ${JSON.stringify(header(cookies))}}});`;
const netscape = (cookies: Values, domain: string, subdomains = "TRUE") =>
  each(cookies, (name, value) => `${domain}\t${subdomains}\t/\tTRUE\t1900000000\t${name}\t${value}`);
const rows = (cookies: Values, domain: string) =>
  each(cookies, (name, value) => `${name}\t${value}\t${domain}\t/\tSession\t30`);

describe("cookies of another site, behind the platform's own", () => {
  it.each([
    [
      "an extension's JSON",
      JSON.stringify([...record(own, ".portal.test"), ...record(foreign, ".ads.test")]),
    ],
    [
      "JSON by host",
      JSON.stringify({
        "portal.test": own,
        "ads.test": Object.entries(foreign).map(([name, value]) => ({ name, value })),
      }),
    ],
    [
      "maps of records",
      JSON.stringify(
        [own, foreign].map((cookies, at) =>
          Object.fromEntries(
            Object.entries(cookies).map(([name, value]) => [
              name,
              { value, domain: at === 0 ? "portal.test" : "ads.test" },
            ]),
          ),
        ),
      ),
    ],
    [
      "lists of rows",
      JSON.stringify([
        ...Object.entries(own).map((row) => [...row, "/", ".portal.test"]),
        ...Object.entries(foreign).map((row) => [...row, "/", "2027-01-01 1.5", "1.5", ".ads.test"]),
      ]),
    ],
    [
      "lists of Set-Cookie texts",
      JSON.stringify([
        ...Object.entries(own).map(([name, value]) => `${name}=${value}; Domain=portal.test; Path=/`),
        ...Object.entries(foreign).map(([name, value]) => `${name}=${value}; Domain=ads.test; Path=/`),
      ]),
    ],
    ["a HAR", har(request(own, "https://portal.test/en/"), request(foreign, "https://ads.test/pixel"))],
    [
      "a HAR, with long addresses",
      har(
        request(own, "https://portal.test/en/"),
        request(foreign, `https://ads.test/pixel?of=${"x".repeat(2_500)}`),
      ),
    ],
    ["calls of fetch", fetched(own, "https://portal.test/en/") + fetched(foreign, "https://ads.test/pixel")],
    [
      "requests",
      `curl 'https://portal.test/en/' -b '${header(own)}' ;\ncurl 'https://ads.test/' -b '${header(foreign)}'`,
    ],
    ["cookies.txt", `${netscape(own, ".portal.test")}\n${netscape(foreign, ".ads.test")}`],
    [
      "cookies.txt, for one host",
      `${netscape(own, "portal.test", "FALSE")}\n${netscape(foreign, "ads.test", "FALSE")}`,
    ],
    [
      "cookies.txt with #HttpOnly_",
      `${netscape(own, "#HttpOnly_.portal.test")}\n${netscape(foreign, "#HttpOnly_.ads.test")}`,
    ],
    ["a table", `${rows(own, ".portal.test")}\n${rows(foreign, ".ads.test")}`],
    [
      "a table with headings",
      `Name\tValue\tPath\tDomain\n${each(own, (n, v) => `${n}\t${v}\t/\tportal.test`)}\n_ga\tGA1\t/\tads.test\n` +
        each(foreign, (n, v) => `${n}\t${v}\t/\tads.test`),
    ],
    [
      "Set-Cookie lines",
      `${each(own, (n, v) => `Set-Cookie: ${n}=${v}; Domain=.portal.test`)}\n` +
        each(foreign, (n, v) => `Set-Cookie: ${n}=${v}; Domain=ads.test`),
    ],
  ])("are not taken: %s", (_name, text) => {
    expect(plain(text)).toEqual(own);
  });

  it("are not taken where it came first, and had one more", () => {
    const text = `curl 'https://ads.test/' -b '${header(foreign)}' ;\ncurl 'https://portal.test/en/' -b '${header(own)}'`;
    expect(plain(text)).toEqual(own);
  });

  it("are not taken one by one", () => {
    const text = `curl 'https://ads.test/' -b 'portalme=no' ;\ncurl 'https://portal.test/en/' -b '${header(own)}'`;
    expect(plain(text)).toEqual(own);
  });

  it("are not what an address in a request names", () => {
    const text = `curl 'https://portal.test/en/' -e 'https://search.test/' -b '${header(own)}'`;
    expect(read(text)).not.toHaveProperty("otherHost");
  });

  it("don't fill what the platform's own request in a HAR lacks", () => {
    const { portaldid: _, ...some } = own;
    const page = { response: { content: { text: "var portaldid = 7;" } } };
    expect(plain(har(request(some, "https://portal.test/en/"), page))).toEqual(some);
  });
});

describe("cookies of another site alone", () => {
  it.each([
    ["a request's headers", `GET / HTTP/1.1\nHost: ads.test\nCookie: ${header(own)}`],
    ["headers in a list", `Headers:\n- Host: ads.test\n- Cookie: ${header(own)}`],
    ["headers of HTTP/2", `:method: GET\n:authority: ads.test\n${each(own, (n, v) => `cookie: ${n}=${v}`)}`],
    ["cookies.txt, for one host", netscape(own, "#HttpOnly_ads.test", "FALSE")],
    ["a HAR", har(request(own, "https://ads.test/pixel"))],
    ["a row", rows(own, "ads.test")],
    ["JSON by host", JSON.stringify({ "ads.test": own })],
    [
      "a Set-Cookie's domain",
      each(own, (n, v) => `Set-Cookie: ${n}=${v}; Domain=ads.test`).replaceAll("=ads", "=.ads"),
    ],
  ])("are taken, and the site is told: %s", (_name, text) => {
    expect(plain(text)).toEqual(own);
    expect(read(text)).toMatchObject({ otherHost: expect.stringMatching(/^\.?ads\.test$/) });
  });
});

describe("cookies of a site's other hosts", () => {
  const below = { ...wanted, hosts: ["www.portal.test"] };

  it.each([
    [".portal.test", below],
    ["www.portal.test", wanted],
    [".www.portal.test", below],
  ])("are the platform's own: %s", (domain, of) => {
    const text = `${rows(own, domain)}\n${rows(foreign, "ads.test")}`;
    expect(plain(text, of)).toEqual(own);
    expect(read(text, of)).not.toHaveProperty("otherHost");
  });

  it("are not those of everything that ends like it", () => {
    expect(read(netscape(own, ".test"), below)).toMatchObject({ otherHost: ".test" });
  });

  it("are those of the table where it names no host", () => {
    const text = `Name\tValue\tDomain\n${each(own, (n, v) => `${n}\t${v}\t`)}\nportalme\t7\t(this site)`;
    expect(plain(text)).toEqual({ ...own, portalme: "7" });
    expect(read(text)).not.toHaveProperty("otherHost");
  });
});

it("shows no value for the name of a site", () => {
  const text = JSON.stringify([["portalatk", "canary.value", "portald", "canary.value"]]);
  expect(plain(text)).toEqual({ portalatk: "canary.value" });
  expect(JSON.stringify(read(text))).not.toContain("canary");
});
