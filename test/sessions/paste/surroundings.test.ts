import { describe, expect, it } from "vitest";

import { header, values, wanted } from "./forms.ts";
import { each, missing, plain, read } from "./support.ts";

const own = {
  portald: "4611686018467260757",
  portalatk: `wa=${"FAKEatk0-".repeat(9)}==`,
  portaldid: "did%3D",
};
const line = header(own);
const { portalatk, ...others } = own;

describe("a line behind cookies is no part of them", () => {
  it.each(["thanks", "Thanks!", "спасибо", "(edited)", "🙏", "---", "portal.test", "is that it?", "Host"])(
    "%s",
    (after) => {
      expect(plain(`${line}\n${after}`)).toEqual(own);
      expect(plain(`${each(others, (n, v) => `${n}=${v}`)}\nportalatk=${portalatk}\n${after}`)).toEqual(own);
    },
  );

  it("another cookie's", () => {
    expect(plain(`portald=${own.portald}\nportaldid=did%3D\nportalatk=${portalatk}\n_ga=GA1.2`)).toEqual(own);
  });

  it("the next header's name, in a panel that has names above values", () => {
    const long = header({ lang: "en", note: "x".repeat(300), ...own });
    expect(plain(`cookie\n${long}\npriority\nu=0, i`)).toEqual(own);
    expect(plain(`Cookie\n\t\n${line}\nHost\n\t\nportal.test`)).toEqual(own);
  });

  it("the request's first, behind what its answer set", () => {
    const answer = "Set-Cookie: portald=9; path=/; secure; HttpOnly; domain=.portal.test";
    expect(plain(`${answer}\nGET /en/ HTTP/1.1\nHost: portal.test\nCookie: ${line}`)).toEqual({
      ...own,
      portald: "9",
    });
  });
});

const broken = (text: string, at: number) => text.replaceAll(new RegExp(`(.{${at}})(?=.)`, "g"), "$1\n");
const row = (n: string, v: string) => broken(`.portal.test\tTRUE\t/\tTRUE\t1900000000\t${n}\t${v}`, 80);
const html = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

describe("a value that a terminal broke", () => {
  it.each([
    ["pairs", (n: string, v: string, at: number) => broken(`${n}=${v}`, at)],
    ["pairs with a colon", (n: string, v: string, at: number) => broken(`${n}: ${v}`, at)],
    [
      "Set-Cookie lines",
      (n: string, v: string, at: number) => broken(`set-cookie: ${n}=${v}; path=/; x`, at),
    ],
  ])("is put together: %s", (_name, write) => {
    for (const at of [44, 60, 76, 80]) expect(plain(each(own, (n, v) => write(n, v, at)))).toEqual(own);
  });

  it("is put together: cookies.txt", () => {
    expect(plain(each(own, row))).toEqual(own);
  });
});

describe("what is written around a name or a value", () => {
  it.each([
    ["bold, with its colon", each(values, (n, v) => `**${n}:** ${v}`)],
    [
      "a capital a phone put there",
      each(values, (n, v) => `${n.charAt(0).toUpperCase()}${n.slice(1)}: ${v}`),
    ],
    ["bold pairs", each(values, (n, v) => `**${n}=${v}**`)],
    ["italics", each(values, (n, v) => `*${n}*: *${v}*`)],
    ["a spoiler for the value", each(values, (n, v) => `${n}: ||${v}||`)],
    ["a spoiler behind an equals sign", each(values, (n, v) => `${n}=||${v}||`)],
    ["a spoiler in code", each(values, (n, v) => `${n}: ||\`${v}\`||`)],
    ["spoilers on one line", each(values, (n, v) => `||${n}=${v}||`, " ")],
    ["a heading for the name", each(values, (n, v) => `## ${n}\n${v}`)],
    ["a list of names above values", each(values, (n, v) => `\u2022 ${n}\n   ${v}`)],
    ["brackets", each(values, (n, v) => `(${n}: ${v})`, " ")],
    ["brackets around the name", each(values, (n, v) => `[${n}] => ${v}`)],
    ["angles", each(values, (n, v) => `<${n}=${v}>`, " ")],
    ["a hyphen", each(values, (n, v) => `${n} - ${v}`)],
    ["a dash", each(values, (n, v) => `${n} \u2014 ${v}`)],
    ["a dash and notes", each(values, (n, v) => `${n} \u2014 ${v} (${n})`)],
    ["a verb", each(values, (n, v) => `${n} ist ${v}`)],
    ["notes", each(values, (n, v) => `${n}=${v}  # of the browser`)],
    ["notes in brackets", each(values, (n, v) => `${n}=${v} (${n})`)],
    ["an arrow at the end", `${header(values)} <- is that right?`],
    ["an emoji at the end", `${header(values)} \u{1F36A}`],
    ["brackets around all, in a sentence", `My cookies (${header(values)}) of today`],
    ["French marks", each(values, (n, v) => `${n}\u202F: \u00AB\u202F${v}\u202F\u00BB`)],
    ["Japanese marks", `\u3067\u3059\u3002${each(values, (n, v) => `${n}\uFF1A${v}`, "\u3001")}\u3002\u3069`],
    ["corner brackets", each(values, (n, v) => `${n}\uFF1A\u300C${v}\u300D`)],
    ["labels in another language", each(values, (n, v) => `Name: ${n}\nWert: ${v}`, "\n\n")],
    ["the settings' labels", each(values, (n, v) => `Name\n${n}\nInhalt\n${v}\nDomain\n.portal.test`)],
    ["Python's prefix", `{${each(values, (n, v) => `b'${n}': b'${v}'`, ", ")}}`],
    ["quotes inside JSON", JSON.stringify({ ...values, portald: `"${values["portald"]}"` })],
  ])("is left out: %s", (_name, text) => {
    expect(plain(text)).toEqual(values);
  });

  it("is no value", () => {
    expect(missing("portald - http-only\nportalatk is missing\nportaldid")).toEqual({
      kind: "unreadable",
      why: "no-cookies",
    });
    expect(plain("portald\tportalatk\tportaldid\n1\t2\t3")).toEqual({
      kind: "unreadable",
      why: "no-cookies",
    });
  });

  it("is no pair of bars in a value", () => {
    const barred = { portald: "y=||4", portalatk: "a||.b:||c", portaldid: "1||2" };
    for (const text of [header(barred), each(barred, (n, v) => `${n}\t${v}`), JSON.stringify(barred)])
      expect(plain(text)).toEqual(barred);
  });

  it("is no value in a sentence in brackets", () => {
    expect(plain("portald=1\nportaldid=3\n(portalatk isn't there)")).toEqual({
      portald: "1",
      portaldid: "3",
    });
    expect(plain("[portald, portaldid: 3] (portalatk is missing)")).toEqual({ portaldid: "3" });
  });

  it.each(["-", "n/a", "********", "\u2022\u2022\u2022"])("is no value: %s", (word) => {
    expect(missing(`portald=${word}; portalatk=2; portaldid=3`)).toHaveProperty("portald");
  });

  it("is no dot that begins a name", () => {
    const name = ".Portal.Cookies";
    const one = { ...wanted, cookies: [{ name, role: "csrf", isRequired: true }] } as const;
    for (const text of [`${name}=1`, `- **${name}**: 1`, `curl x.test -b '${name}=1'`, `lang=en; ${name}=1`])
      expect(plain(text, one)).toEqual({ [name]: "1" });
  });

  it("is not mixed where it says whose cookies follow", () => {
    const two = { ...own, portald: "2", portalatk: "k2" };
    expect(plain(`main: ${line}\nalt: ${header(two)}`)).toEqual(two);
  });

  it("shortens a value with dots as with an ellipsis", () => {
    expect(missing("portald=12345...; portalatk=2; portaldid=3")).toEqual({ portald: "shortened" });
  });
});

describe("a text that was encoded as a whole", () => {
  const list = Object.entries(values).map(([name, value]) => ({ name, value }));

  it.each([
    ["JSON for HTML", html(JSON.stringify(list))],
    ["a header for HTML", html(`Cookie: "${header(values)}"`)],
    ["JSON for an address", encodeURIComponent(JSON.stringify(list))],
    ["a header for an address, in lower case", encodeURIComponent(header(values)).replaceAll("%3D", "%3d")],
    ["JSON in base64", btoa(JSON.stringify(list))],
    ["a header in base64, on lines", btoa(header(values)).replaceAll(/(.{76})/g, "$1\n")],
    [
      "JSON in base64url",
      btoa(JSON.stringify(list)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
    ],
  ])("is decoded: %s", (_name, text) => {
    expect(plain(text)).toEqual(values);
  });

  it("is judged by what it holds", () => {
    const text = `${header(values)}\npassword=hunter2`;
    expect(read(btoa(text))).toEqual({ kind: "refused", why: "password" });
    expect(read(btoa("no cookies here at all, only words. ".repeat(3)))).toEqual({
      kind: "unreadable",
      why: "no-cookies",
    });
  });
});

describe("an answer", () => {
  const set = "portalatk=new; Domain=.portal.test; Path=/";
  const { portald, portaldid } = own;
  const renewed = { portald, portalatk: "new", portaldid };

  it.each([
    [
      "in headers",
      `GET / HTTP/1.1\nHost: portal.test\nCookie: ${line}\n\nHTTP/1.1 200 OK\nSet-Cookie: ${set}`,
    ],
    [
      "in a HAR",
      JSON.stringify({
        log: {
          version: "1.2",
          entries: [
            {
              request: { url: "https://portal.test/", headers: [{ name: "Cookie", value: line }] },
              response: { headers: [{ name: "Set-Cookie", value: set }] },
            },
          ],
        },
      }),
    ],
  ])("that names a domain renews what its request sent, %s", (_name, text) => {
    expect(plain(text)).toEqual(renewed);
  });

  it("that ends every cookie leaves none", () => {
    const text = each(
      own,
      (n) => `set-cookie: ${n}=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0`,
    );
    expect(missing(text)).toEqual({ portald: "empty", portalatk: "empty", portaldid: "empty" });
  });
});
