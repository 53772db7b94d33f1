import { readFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { packageRoot } from "../../../src/base/package-root.ts";
import { LONGEST_PASTE, type PasteReading, readPaste } from "../../../src/sessions/paste/read-paste.ts";
import { importsOf, reachableFrom } from "../../support/import-graph.ts";
import { isLinear } from "../../support/processor-time.ts";
import { forms, header, type Values, values, wanted } from "./forms.ts";

const FIELD = { cutAt: 4_000 };
const read = (text: string) => readPaste(text, wanted, FIELD);
const plain = (reading: PasteReading) =>
  reading.kind === "cookies"
    ? Object.fromEntries([...reading.cookies].map(([name, value]) => [name, value.reveal()]))
    : {};
const missing = (reading: PasteReading) =>
  reading.kind === "cookies"
    ? Object.fromEntries(reading.missing.map(({ name, why, placeholder }) => [name, placeholder ?? why]))
    : {};
const TOKEN = `${Buffer.from("123456789012345678").toString("base64url")}.GaBcDe.${"x".repeat(38)}`;

describe("what a paste lacks", () => {
  it("is not what is said of it", () => {
    const text = "portald=1; portaldid=3\nportalatk is missing.";
    expect(missing(read(text))).toMatchObject({ portalatk: "absent" });
  });

  it("is told by name, beside what was found", () => {
    const reading = read("curl 'https://portal.test/' -H 'cookie: portald=12; portaldid=34'");
    expect(reading).toMatchObject({ form: "curl", found: ["portald", "portaldid"], isComplete: false });
    expect(missing(reading)).toEqual({ portalatk: "absent", portalme: "absent" });
  });

  it("is told of a form that was recognised though nothing in it is ours", () => {
    const netscape = "# Netscape HTTP Cookie File\n.other.test\tTRUE\t/\tTRUE\t0\tsid\t1";
    expect(read(netscape)).toMatchObject({ kind: "cookies", form: "netscape", found: [], isComplete: false });
    expect(read('[{"name":"sid","value":"1"}]')).toMatchObject({ kind: "cookies", found: [] });
    expect(read("Cookie: sid=1")).toMatchObject({ kind: "cookies", form: "cookie-header", found: [] });
  });

  it.each([
    ["undefined", "undefined"],
    ["null", "null"],
    ["[object Object]", "[object Object]"],
    ["None", "None"],
    ["", "empty"],
    ["FAKE\u2026", "shortened"],
    ["FA KE", "characters"],
    ["f\u00FCr", "characters"],
    ["x".repeat(4_097), "too-long"],
  ])("tells %j apart", (value, why) => {
    const text = `portald=1\nportalatk=${value}\nportaldid=3`;
    const reading = readPaste(text, wanted);
    expect(missing(reading)).toEqual({ portalatk: why, portalme: "absent" });
    expect(plain(reading)).toEqual({ portald: "1", portaldid: "3" });
  });

  it("tells a JSON null from a value", () => {
    expect(missing(read('{"portald": null, "portalatk": undefined, "portaldid": "3"}'))).toMatchObject({
      portald: "null",
      portalatk: "undefined",
    });
  });

  it.each(["undefined", "null", "[object Object]"])("is all of it when the paste is %s", (word) => {
    expect(missing(read(` "${word}" `))).toEqual({
      portald: word,
      portalatk: word,
      portaldid: word,
      portalme: word,
    });
  });

  it("is called cut when the text ends at the field's limit", () => {
    const whole = `portald=1; portaldid=2; portalatk=${"a".repeat(5_000)}`;
    const reading = read(whole.slice(0, 4_000));
    expect(reading).toMatchObject({ isCut: true, isComplete: false });
    expect(missing(reading)).toEqual({ portalatk: "cut", portalme: "cut" });
    expect(missing(readPaste(whole.slice(0, 4_000), wanted))).toEqual({ portalme: "absent" });
    const enough = read(`${header(values)}; x=${"y".repeat(4_000)}`.slice(0, 4_000));
    expect(enough).toMatchObject({ isCut: true, isComplete: true });
    expect(read("z".repeat(4_000))).toEqual({ kind: "unreadable", why: "cut" });
  });

  it("is called empty or unreadable when there is nothing to go by", () => {
    expect(read(" \u200B\n")).toEqual({ kind: "unreadable", why: "empty" });
    expect(read("how does this work?")).toEqual({ kind: "unreadable", why: "no-cookies" });
    expect(readPaste("x".repeat(LONGEST_PASTE + 1), wanted)).toEqual({ kind: "unreadable", why: "too-long" });
  });
});

const row = (domain: string, value: string) => `portald\t${value}\t${domain}\t/`;

describe("two cookies of one name", () => {
  const rest = "\nportalatk\t2\tportal.test\t/\nportaldid\t3\tportal.test\t/";

  it.each([
    ["another host's", [row("other.test", "no"), row(".portal.test", "yes")]],
    ["another host's behind it", [row(".portal.test", "yes"), row("other.test", "no")]],
    ["a parent domain's", [row("portal.test", "yes"), row(".portal.test", "no")]],
    ["a lookalike's", [row("portal.test", "yes"), row("evilportal.test", "no")]],
    ["a host's that only begins like it", [row("portal.test", "yes"), row("portal.test.evil.example", "no")]],
    ["an older one's of its own host", [row("portal.test", "no"), row("portal.test", "yes")]],
  ])("are told apart: the platform's own wins over %s", (_name, rows) => {
    expect(plain(read(rows.join("\n") + rest))).toMatchObject({ portald: "yes" });
  });

  it("take the later one where a header says no host: browsers send the older first", () => {
    expect(plain(read("portald=old; portald=new; portalatk=2; portaldid=3"))).toMatchObject({
      portald: "new",
    });
  });

  it("of another host alone are taken, and the host is told", () => {
    const rows = ["portald", "portalatk", "portaldid"].map((name) => `${name}\t1\t.www.elsewhere.test\t/`);
    expect(read(`portald\t9\tads.test\n${rows.join("\n")}`)).toMatchObject({
      isComplete: true,
      otherHost: ".www.elsewhere.test",
    });
  });

  it("of another host are not mixed with the platform's", () => {
    const reading = read(
      `portald\t1\tportal.test\t/\nportalatk\t2\tother.test\t/\nportaldid\t3\tportal.test\t/`,
    );
    expect(missing(reading)).toMatchObject({ portalatk: "absent" });
  });

  it("are skipped when one of them is being deleted", () => {
    const lines = "Set-Cookie: portald=1\nSet-Cookie: portald=; Max-Age=0\nSet-Cookie: portald=x; Max-Age=0";
    expect(plain(read(lines))).toEqual({ portald: "1" });
  });
});

const tableOf = (cookies: Values) =>
  Object.entries(cookies).map(([name, value]) => `${name}\t${value}\tportal.test\t/`);

describe("cookies of two accounts", () => {
  const one = { portald: "d1", portalatk: "k1", portaldid: "i1", portalme: "1" };
  const two = { portald: "d2", portalatk: "k2", portaldid: "i2" };
  it.each([
    ["headers", `Cookie: ${header(one)}\nCookie: ${header(two)}`, two],
    ["headers, the second cut short", `Cookie: ${header(one)}\nCookie: portald=d2; portalatk=k2`, one],
    ["lines", `${header(one)}\n\n${header(two)}`.replaceAll("; ", "\n"), two],
    [
      "requests",
      `curl 'https://portal.test/' -b '${header(one)}'\ncurl 'https://portal.test/' -b '${header(two)}'`,
      two,
    ],
    ["a map each", JSON.stringify([one, two]), two],
    ["rows, one account's after the other's", [...tableOf(one), ...tableOf(two)].join("\n"), two],
    [
      "rows, sorted by name",
      [...tableOf(one), ...tableOf(two)].toSorted().join("\n"),
      { ...two, portalme: "1" },
    ],
    ["rows, the second cut short", [...tableOf(one), ...tableOf(two).slice(0, 2)].join("\n"), one],
  ])("are not mixed: %s", (_name, text, expected) => {
    expect(plain(read(text))).toEqual(expected);
  });

  it("are told from cookies that an answer renewed", () => {
    const renewed = `Cookie: ${header(one)}\nSet-Cookie: portalatk=k3; Path=/\nSet-Cookie: portald=d3; Path=/`;
    expect(plain(read(renewed))).toEqual({ ...one, portalatk: "k3", portald: "d3" });
  });

  it("are told from one that was corrected", () => {
    expect(plain(read(`${header(one)}; portald=right`))).toEqual({ ...one, portald: "right" });
  });
});

const endingRow = (value: string, end: string) => `portalatk\t${value}\tportal.test\t/\t${end}`;

describe("a cookie that has ended", () => {
  const now = Date.UTC(2026, 10, 21);
  const rest = "portald\t1\tportal.test\t/\nportaldid\t3\tportal.test\t/";
  const living = endingRow("living", "2027-01-01T00:00:00.000Z");
  const ended = endingRow("ended", "2020-01-01T00:00:00.000Z");

  it.each([
    ["before it", [ended, living, rest]],
    ["behind it", [living, ended, rest]],
    ["behind one of a browser's session", [endingRow("living", "Session"), ended, rest]],
  ])("gives way to one that lives, %s", (_name, lines) => {
    expect(plain(readPaste(lines.join("\n"), wanted, { now }))).toMatchObject({ portalatk: "living" });
  });

  it("is taken where there is no other: the platform says whether it works", () => {
    expect(plain(readPaste(`${ended}\n${rest}`, wanted, { now }))).toMatchObject({ portalatk: "ended" });
  });
});

describe("what is shown of a paste", () => {
  it.each([
    ["a row of two cookies", "portald\t1\tportalatk\tcanary.value\nportaldid\t3"],
    ["a row of two cookies, the other way", "portalatk\tcanary.value\tportald\t1\nportaldid\t3"],
    ["a list", '[["portald","1","portalatk","canary.value"],["portalatk","canary.value"],["portaldid","3"]]'],
  ])("is no value that looks like a host: %s", (_name, text) => {
    const reading = read(text);
    expect(JSON.stringify(reading)).not.toContain("canary");
  });
});

describe("names", () => {
  it.each([
    "xportald=1",
    "portald2=1",
    "PORTALD=1",
    "__Host-portald=1",
    "my-portald=1",
    "portald.x=1",
    "a=portald=1",
  ])("are strict: %s is another cookie", (text) => {
    const reading = read(`${text}; portalatk=2; portaldid=3`);
    expect(missing(reading)).toMatchObject({ portald: "absent" });
  });

  it("inside a value are part of the value", () => {
    expect(plain(read("portalatk=a&portald=9; portaldid=3"))).toEqual({
      portalatk: "a&portald=9",
      portaldid: "3",
    });
  });
});

describe("credentials", () => {
  it.each([
    ["password", "user@example.com\nhunter2"],
    ["password", "user@example.com:hunter2"],
    ["password", "user@example.com"],
    ["password", "E-mail: user@example.com\nPassword: hunter2"],
    ["password", "login=user%40example.com&passwd=hunter2&PPFT=x"],
    ["password", "j_username=bob&j_password=hunter2"],
    ["password", '{"username":"bob","password":"hunter2"}'],
    ["password", "username: bob\npass: hunter2"],
    ["password", "my password is hunter2"],
    ["password", "Passwort: hunter2"],
    ["password", `${header(values)}\npassword: hunter2`],
    ["password", `curl 'https://x.test' -b '${header(values)}' --data-raw 'login=a&passwd=hunter2'`],
    ["password", "portald=user@example.com; portalatk=hunter2; portaldid=1"],
    ["discord-token", TOKEN],
    ["discord-token", `Bot ${TOKEN}`],
    ["discord-token", `token="${TOKEN}"; ${header(values)}`],
    ["discord-token", `mfa.${"A".repeat(84)}`],
    ["grant-code", "https://portal.test/en/User/SignIn/ProviderAid?code=v3.AbCd12"],
    ["grant-code", "code=AbCd12"],
    ["grant-code", "x-np-grant-code: AbCd12"],
  ])("are refused and not kept: %s in %j", (why, text) => {
    const reading = read(text);
    expect(reading).toEqual({ kind: "refused", why });
    expect(JSON.stringify(reading)).not.toContain("hunter2");
  });

  it("posted in a HAR are refused; pages that speak of passwords are not", () => {
    const [, writeHar] = forms["HAR"] ?? ["", () => ""];
    const posted = { mimeType: "x", params: [{ name: "j_password", value: "hunter2" }] };
    const har = JSON.parse(writeHar(values)) as { log: { entries: { request: Record<string, unknown> }[] } };
    Object.assign(har.log.entries[1]?.request ?? {}, { postData: posted });
    expect(read(JSON.stringify(har))).toEqual({ kind: "refused", why: "password" });
    expect(read(writeHar(values))).toMatchObject({ isComplete: true });
  });

  it("are not seen where there are none", () => {
    const text = `${header(values)}; password_hint=1; user=a@b.example`;
    expect(read(text)).toMatchObject({ isComplete: true });
    const referer = `curl 'https://portal.test/' -H 'referer: https://x.test/?code=used' -b '${header(values)}'`;
    expect(read(referer)).toMatchObject({ isComplete: true });
    expect(
      read(`portald=1; portalatk=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${"s".repeat(43)}; portaldid=2`),
    ).toMatchObject({
      isComplete: true,
    });
  });
});

describe("a sealed bundle", () => {
  const sealed = `milepost1:${"Ab3_-x".repeat(40)}`;
  it.each([
    ["alone", sealed],
    ["in a sentence", `here: ${sealed}\nthanks`],
    ["in a fence", `\`\`\`\n${sealed}\n\`\`\``],
    ["in quotes", `"${sealed}"`],
    ["with a broken prefix", sealed.replace("milepost1", "Milepost1")],
    ["wrapped", sealed.replaceAll(/(.{64})/g, "$1\n")],
    ["wrapped and quoted", `> ${sealed.replaceAll(/(.{64})/g, "$1\n> ")}`],
  ])("is recognised %s", (_name, text) => {
    expect(read(text)).toEqual({ kind: "bundle", bundle: sealed, isCut: false });
  });

  it("is recognised when it is cut, and as an armored file", () => {
    expect(read(sealed.padEnd(4_000, "A"))).toMatchObject({ kind: "bundle", isCut: true });
    const armor = "-----BEGIN AGE ENCRYPTED FILE-----\nAbc=\n-----END AGE ENCRYPTED FILE-----\n";
    expect(read(`x\n${armor}y`)).toEqual({ kind: "bundle", bundle: armor, isCut: false });
  });
});

/** Letters of cookies, of forms and of trouble. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...Object.keys(values),
      "cookie",
      "Cookie:",
      "Set-Cookie:",
      "curl ",
      "-b ",
      "-H ",
      "{",
      "}",
      "[",
      "]",
    ),
    fc.constantFrom(
      "__proto__",
      "constructor",
      "name",
      "value",
      '"',
      "'",
      "`",
      "\\",
      "^",
      "$'",
      "=",
      ":",
      ";",
      "\t",
      "\n",
    ),
    fc.constantFrom(
      "\r\n",
      "\0",
      "\u200B",
      "\u201C",
      "\uD800",
      "milepost1:",
      "log",
      "request",
      "=>",
      "@{",
      "TRUE",
    ),
    fc.string({ minLength: 1, maxLength: 4, unit: "binary" }),
  ),
  maxLength: 300,
});
const octet = fc.constantFrom(...Array.from("!#$%&()*+-./0123456789:<=>?@ABCxyz[]^_{|}~"));
const value = fc
  .string({ unit: octet, minLength: 1, maxLength: 60 })
  .filter((text) => /^[A-Za-z0-9]/.test(text) && /[A-Za-z0-9=]$/.test(text))
  .filter((text) => !text.includes("@") && !/^(?:null|nan|nil|none)$/i.test(text));
const cookies = fc.record({ portald: value, portalatk: value, portaldid: value });

describe("any paste", () => {
  it("comes back from a header, a request, JSON, a table and cookies.txt as it went in", () => {
    const lossless = [
      "header value",
      "request headers",
      "curl, -H",
      "curl for cmd",
      "JSON of an extension",
      "JSON map",
      "developer tools, Chromium",
      "cookies.txt",
      "HAR",
      "storage state",
      "fetch",
      "name=value lines",
    ];
    fc.assert(
      fc.property(cookies, fc.constantFrom(...lossless), (given, name) => {
        const [, write] = forms[name] ?? ["", header];
        expect(plain(readPaste(write(given), wanted))).toEqual(given);
      }),
      { numRuns: 600 },
    );
  });

  it("never crashes, and gives nothing but wanted names with values that are safe in a header", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const [name, found] of Object.entries(plain(read(text)))) {
          expect(Object.keys(values)).toContain(name);
          expect(found).toMatch(/^[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]{1,4096}$/);
        }
      }),
      { numRuns: 3_000 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("may be broken at any byte", () => {
    const texts = Object.values(forms).map(([, write]) => write(values));
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.integer({ min: 0, max: 0xffff }),
        (text, where, unit) => {
          const at = where % text.length;
          const broken = text.slice(0, at) + String.fromCharCode(unit) + text.slice(at + 1);
          const reading = read(broken);
          expect(["cookies", "bundle", "refused", "unreadable"]).toContain(reading.kind);
          expect(JSON.stringify(reading)).not.toContain("FAKE");
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it("pollutes no prototype", () => {
    const texts = [
      '{"__proto__":{"portald":"1","isAdmin":true}}',
      '[{"name":"__proto__","value":"x"}]',
      "__proto__=1; constructor=2",
    ];
    for (const text of texts) read(text);
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
    expect(({} as Record<string, unknown>)["portald"]).toBeUndefined();
  });

  const repeated: readonly string[] = [
    "portald=",
    "portald ",
    "portald\n",
    "; ",
    ";",
    '"',
    "'",
    "`",
    "\\",
    '^"',
    "$'",
    "{",
    "[",
    "(",
    "}",
    '{"a":',
    "a=b; ",
    "a@",
    "@",
    ".",
    "aaaaaaaaaaaaaaaaaaaaaaaaa.",
    "password ",
    "password=",
    "pass\n",
    "code=",
    "&code",
    "curl ",
    "-b ",
    "cookie: ",
    "Set-Cookie: a; path=/\n",
    "\t",
    "|",
    ",",
    " ",
    "\u200B",
    "\u201C",
    "```",
    "> ",
    '"postData"',
    "milepost1",
    "a;b\n",
    "x".repeat(50) + ";y\n",
    "name:",
    "://",
    "#HttpOnly_",
    "TRUE\t",
    "System.Net.Cookie(",
    "```\n",
    " '",
    " 'portald=1; ",
    "'portald=1' ",
    "portald=\n",
    "portald a .b.c / ",
    "TRUE / TRUE 0 portald ",
    "portald\ta\nb\t.c.d\n",
    "# portald=1\n",
    '\\"',
    "portald%3D",
    "portald is 1",
    "portald is 1;",
    "portald - 1",
    "x: portald=1; ",
    "portald=*",
    "(portald=",
    "portald=1 # ",
    " ||a",
    "&amp;",
    "=\n",
    `portald=${"x".repeat(50)}\n`,
    "password,",
    "\\_",
    "<http://",
    "<http://a|",
    "[a](http://",
    "a<http://a>",
    "<Cookie a=1 for ",
    "</p>",
    "<p ",
    "portald=3D",
    "GET /\n",
    "Host: a\n",
    "\\n",
    "portald=]",
    "cookie\n",
  ];
  it.each(repeated)("takes linear time when it is nothing but %j", (part) => {
    const read = (size: number) => readPaste(part.repeat(Math.ceil(size / part.length)), wanted);
    expect(isLinear(read, 160_000)).toBe(true);
  });

  it("is read by modules that a browser has too", () => {
    const reached = [...reachableFrom("src/sessions/paste/read-paste.ts", () => true)];
    expect(reached.length).toBeGreaterThan(10);
    expect(reached.flatMap(importsOf).filter(({ to }) => !to.startsWith("src/"))).toEqual([]);
    const globals = reached.filter((file) =>
      /\b(?:Buffer|process|require)\b[.(]/.test(readFileSync(path.join(packageRoot, file), "utf8")),
    );
    expect(globals).toEqual([]);
  });
});
