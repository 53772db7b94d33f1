import { describe, expect, it } from "vitest";

import { readPaste } from "../../../src/sessions/paste/read-paste.ts";
import { wanted } from "./forms.ts";
import { each, missing, plain, read } from "./support.ts";

const own = { portald: "d", portalatk: "k", portaldid: "i" };
const pairs = Object.entries(own);
const json = JSON.stringify(own);
const cookies = pairs.map(([name, value]) => ({ name, value, domain: "portal.test" }));

describe("JSON and what looks like it", () => {
  it.each([
    ["in a fence with a language", `\`\`\`json\n${json}\n\`\`\``],
    ["quoted in a mail", JSON.stringify(own, null, 2).replaceAll(/^/gm, "> ")],
    ["without its braces", json.slice(1, -1)],
    ["behind an apostrophe", `I don't know:\n${JSON.stringify(cookies)}`],
    ["as an array of PHP", `[${each(own, (name, value) => `'${name}' => '${value}'`, ", ")}];`],
    ["as a hash of Ruby", `{${each(own, (name, value) => `"${name}"=>"${value}"`, ", ")}}`],
    [
      "with lists of one value",
      JSON.stringify(Object.fromEntries(pairs.map(([name, value]) => [name, [value]]))),
    ],
    [
      "with its values before its names",
      pairs.map(([name, value]) => `- value: ${value}\n  name: ${name}`).join("\n"),
    ],
    ["without its beginning", `null, "value": "x"}, ${JSON.stringify(cookies).slice(1)}`],
    [
      "as a text of cookies on lines",
      JSON.stringify({ cookies: `_ga=1\n${each(own, (n, v) => `${n}=${v}`)}\nlang=en` }),
    ],
    [
      "with fields that hold more",
      JSON.stringify(cookies.map((one) => ({ host: { a: 1 }, cookie: { b: 2 }, ...one }))),
    ],
  ])("is read %s", (_name, text) => {
    expect(plain(text)).toEqual(own);
  });

  it.each([
    ["json-map", `\`\`\`json\n${json}\n\`\`\``],
    ["json-map", `[${each(own, (name, value) => `'${name}' => '${value}'`, ", ")}];`],
    ["cookie-list", JSON.stringify(cookies)],
    ["storage-state", JSON.stringify({ cookies, origins: [] })],
    ["json-map", JSON.stringify({ cookies: own })],
  ])("is called %s: %s", (form, text) => {
    expect(read(text)).toMatchObject({ form });
  });

  it("keeps what a value has escaped, where nothing else has an equals sign", () => {
    expect(plain('{"portald":"1%2B","portalatk":"k","portaldid":"i"}')).toEqual({ ...own, portald: "1%2B" });
  });

  it("gives no value that is none", () => {
    const text = JSON.stringify(pairs.map(([name, value]) => [name, { value }]));
    expect(missing(text)).toEqual({ portald: "absent", portalatk: "absent", portaldid: "absent" });
    expect(plain('{"portald": {"path": "/"}}')).toEqual({});
    expect(plain('[{"name":"portald","value":{"raw":"x"}},{"name":"portalatk","value":"k"}]')).toEqual({
      portalatk: "k",
    });
  });

  it("takes for a value what a record calls so, and nothing beside it", () => {
    const records = pairs.map(([name, value]) => ({ name, sameSite: "lax", value }));
    expect(plain(JSON.stringify(records))).toEqual(own);
  });

  it("of two accounts is not mixed, where the second is cut short", () => {
    const two = [...pairs, ["portald", "d2"], ["portalatk", "k2"]];
    expect(plain(JSON.stringify(two))).toEqual(own);
  });

  it("says when a cookie ends in a map of records", () => {
    const records = Object.fromEntries(
      pairs.map(([name, value]) => [name, { value, expires: "2037-01-01T00:00:00.000Z" }]),
    );
    const reading = read(JSON.stringify(records));
    expect(reading.kind === "cookies" && [...reading.ends.values()]).toEqual(
      pairs.map(() => Date.UTC(2037, 0, 1)),
    );
  });
});

const row = (name: string, value: string) => `${name}\t${value}\t.portal.test\t/\tSession\t30`;

const cell = (name: string, value: string) => `.portal.test TRUE / TRUE 0 ${name} ${value}`;
const netscape = (name: string, value: string) => `.portal.test\tTRUE\t/\tTRUE\t0\t${name}\t${value}`;

describe("a table", () => {
  it.each([
    [
      "with other cookies in cookies.txt",
      `.portal.test\tTRUE\t/\tFALSE\t0\t_ga\tGA1.2\n${each(own, (n, v) => `.portal.test\tTRUE\t/\tTRUE\t0\t${n}\t${v}`)}`,
    ],
    ["with an empty first column", each(own, (name, value) => `||${name}|${value}|`)],
    [
      "whose columns were moved, with other cookies",
      `Domain\tValue\tName\nportal.test\tGA1\t_ga\n${each(own, (n, v) => `portal.test\t${v}\t${n}`)}`,
    ],
    ...["Name", "Value"].map((heading) => [
      `whose columns were moved, with "${heading}" above a row`,
      each(own, (n, v) => `${n === "portald" ? "Domain\tValue\tName" : heading}\nportal.test\t${v}\t${n}`),
    ]),
    ["with no more than names and values", each(own, (name, value) => `${name}    ${value}`)],
    ["with bullets", each(own, (name, value) => `- ${name} ${value}`)],
    ["with numbers", each(own, (name, value) => `1) ${name} ${value}`)],
    ["with values as code", each(own, (name, value) => `${name} \`${value}\``)],
    ["with names, values and paths", each(own, (name, value) => `${name}   ${value}   /`)],
    [
      "with an equals sign in its name's cell",
      each(own, (name, value) => `${name}\n${name === "portald" ? "\n" : ""}${value}`),
    ],
    ["of names above values, with spaces between", each(own, (name, value) => `${name}:\n\n${value}`)],
    ["in quotes", each(own, (name, value) => `"${name}","${value}",".portal.test"`)],
  ])("is read %s", (_name, text) => {
    expect(plain(text)).toEqual(own);
  });

  it("of cookies.txt is read from one line, our cookies first, last or alone", () => {
    expect(plain(each(own, cell, " "))).toEqual(own);
    expect(plain(`${cell("_ga", "x")} ${cell("portald", "d")} ${cell("lang", "en")}`)).toEqual({
      portald: "d",
    });
  });

  it.each([
    ["a row", ".portal.test\tTRUE\t/\tTRUE\t0\t_ga\tGA1"],
    ["a comment", "# our own"],
    ["nothing", ""],
  ])("of cookies.txt has no value where %s follows the name", (_name, line) => {
    const text = `${netscape("portald", "")}\n${line}\n${netscape("portalatk", "k")}\n${netscape("portaldid", "i")}`;
    expect(plain(text)).toEqual({ portalatk: "k", portaldid: "i" });
  });

  it("keeps a bar that a value holds", () => {
    const text = "| portald | a|b |\n| portalatk | k |\n| portaldid | i |";
    expect(plain(text)).toEqual({ ...own, portald: "a|b" });
    expect(plain(each({ ...own, portald: "a | b" }, row))).not.toMatchObject({ portald: "a" });
  });

  it("of cookies.txt tells an empty value from the next row", () => {
    const text =
      "portal.test TRUE / TRUE 0 portald portal.test TRUE / TRUE 0 portalatk k portal.test TRUE / TRUE 0 portaldid i";
    expect(plain(text)).toEqual({ portalatk: "k", portaldid: "i" });
  });
});

const at = (time: number) => new Date(time).toISOString();

const ending = (value: string, end: string) => `portalatk\t${value}\tportal.test\t/\t${end}`;

describe("a cookie's end", () => {
  const now = Date.UTC(2026, 10, 21);
  const rest = "portald\td\tportal.test\t/\nportaldid\ti\tportal.test\t/";
  const chosen = (...rows: readonly string[]) => {
    const reading = readPaste([...rows, rest].join("\n"), wanted, { now });
    return reading.kind === "cookies" ? reading.cookies.get("portalatk")?.reveal() : undefined;
  };

  it("is over at its very moment", () => {
    expect(chosen(ending("living", at(now + 1)), ending("over", at(now)))).toBe("living");
  });

  it("is better than no whole value", () => {
    expect(chosen(ending("ended", at(now - 1)), ending("FAKE\u2026", at(now + 1)))).toBe("ended");
  });
});

it("is cut where it reaches the field's end, or nearly", () => {
  const readings = ["z".repeat(3_997), "z".repeat(3_998)].map((text) =>
    readPaste(text, wanted, { cutAt: 4_000 }),
  );
  expect(readings).toEqual([
    { kind: "unreadable", why: "no-cookies" },
    { kind: "unreadable", why: "cut" },
  ]);
});

describe("sealed text", () => {
  const sealed = `milepost1:${"Ab3_-x".repeat(40)}`;
  const armor = "-----BEGIN AGE ENCRYPTED FILE-----\nAbc=\n";

  it.each([
    ["before a longer line", `${sealed.replaceAll(/(.{50})/g, "$1\n").trimEnd()}\n${"x".repeat(80)}`],
    ["alone on its line", `${sealed}\nthanks`],
    ["before words", `${sealed} thanks`],
  ])("ends %s", (_name, text) => {
    expect(read(text)).toMatchObject({ kind: "bundle", bundle: sealed });
  });

  it("that is armored may be cut off", () => {
    expect(read(`x ${armor}`)).toMatchObject({ kind: "bundle", bundle: armor });
  });
});
