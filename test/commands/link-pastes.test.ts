import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { english } from "../../src/messages/en.ts";
import { seen } from "../support/run-command.ts";
import { type LinkTable, openLinkTable } from "./link-harness.ts";

const MEMBER = "900000000000000001";
type Pairs = readonly (readonly [name: string, value: string])[];
let table: LinkTable;

beforeAll(async () => {
  table = await openLinkTable("neutral");
});
afterAll(() => table.close());

const pairsOf = (player: number): Pairs =>
  table
    .headerOf(player)
    .split("; ")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
const each = (pairs: Pairs, write: (name: string, value: string) => string, between = "\n") =>
  pairs.map(([name, value]) => write(name, value)).join(between);
const header = (pairs: Pairs) => each(pairs, (n, v) => `${n}=${v}`, "; ");
const broken = (text: string) => text.replaceAll(/(.{60})(?=.)/g, "$1\n");
const json = (pairs: Pairs) => JSON.stringify(pairs.map(([name, value]) => ({ name, value })));

const written: readonly (readonly [name: string, write: (pairs: Pairs) => string])[] = [
  ["a header above thanks", (p) => `${header(p)}\nthanks`],
  ["a panel of headers", (p) => `:authority\nportal.test\ncookie\nlang=en; ${header(p)}\npriority\nu=0, i`],
  ["a header in brackets, in a sentence", (p) => `My cookies (${header(p)}) of today`],
  ["lines in bold", (p) => each(p, (n, v) => `- **${n}:** \`${v}\``)],
  ["lines that a terminal broke", (p) => each(p, (n, v) => broken(`${n}=${v}`))],
  [
    "Set-Cookie lines that a terminal broke",
    (p) => each(p, (n, v) => broken(`set-cookie: ${n}=${v}; path=/`)),
  ],
  ["lines with notes", (p) => each(p, (n, v) => `${n} \u2014 ${v} (of Firefox)`)],
  ["spoilers in a quote", (p) => each(p, (n, v) => `> ||${n}=${v}||`)],
  ["names above values", (p) => each(p, (n, v) => `\u2022 ${n}\n   \u201C${v}\u201D`)],
  ["JSON for HTML", (p) => json(p).replaceAll("&", "&amp;").replaceAll('"', "&quot;")],
  ["JSON in base64", (p) => btoa(json(p))],
  ["JSON with quotes in its values", (p) => json(p.map(([n, v]) => [n, `"${v}"`]))],
  ["two accounts", (p) => `alt: ${header(pairsOf(1))}\nmain: ${header(p)}`],
];

describe("a paste", () => {
  it.each(written)("links the account it is of: %s", async (_name, write) => {
    const plain = await table.paste(MEMBER, header(pairsOf(0)));
    const confirm = await table.paste(MEMBER, write(pairsOf(0)));
    expect(seen(plain)).toContain(english.link.confirm.title);
    expect(seen(confirm)).toBe(seen(plain));
    expect(seen(await table.press(MEMBER, confirm, english.link.confirm.keep))).toContain("Linked");
  });

  it.each([
    ["a value is shortened", (p: Pairs) => each(p, (n, v) => `${n}: ${v.slice(0, 9)}...`), "is shortened"],
    [
      "its values are torn",
      (p: Pairs) => each(p, (n, v) => `${n}=${v.slice(0, 9)} ${v.slice(9)}`),
      "characters",
    ],
    ["a sign-out ends them", (p: Pairs) => each(p, (n) => `set-cookie: ${n}=x; max-age=0`), "has no value"],
    [
      "names stand above values",
      (p: Pairs) => `${each(p, (n) => n, "\t")}\n${each(p, (_, v) => v, "\t")}`,
      "No",
    ],
    ["a password stands there", (p: Pairs) => `${header(p)}\npassword: hunter2`, "name and password"],
  ])("says what to do, and shows nothing of it, where %s", async (_name, write, said) => {
    const pairs = pairsOf(0);
    const reply = await table.paste(MEMBER, write(pairs));
    expect(seen(reply)).toContain(said);
    for (const [, value] of pairs)
      expect(JSON.stringify([reply, table.logged])).not.toContain(value.slice(0, 9));
  });
});
