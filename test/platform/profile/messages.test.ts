import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseProfile, readProfile } from "../../../src/platform/profile/load.ts";

const small = {
  id: "guildhall",
  name: "Guildhall",
  hosts: { portal: "https://guildhall.example" },
  locale: { default: "en" },
  operations: { "user.byId": { path: "/users/{membershipId}" } },
};
const operation = (id: string, value: unknown) => ({ operations: { ...small.operations, [id]: value } });
const byId = (more: object) => operation("user.byId", { path: "/users/{membershipId}", ...more });
const search = (more: object) =>
  operation("user.search", { path: "/users", query: { q: "{name}" }, ...more });

/** The faults of a profile, one line each. */
function faultsOf(text: string): readonly string[] {
  return parseProfile(text).faults.map(({ path, problem, fix }) => `${path} | ${problem} | ${fix}`);
}

describe("a text that is no JSON", () => {
  test.each([
    ["", "the file | empty"],
    [" \n ", "the file | empty"],
    ["id: guildhall\nname: Guildhall", "the file | this looks like YAML"],
    ["---\nid: x", "the file | this looks like YAML"],
    ['{\n  // my service\n  "id": "x"\n}', "line 2, column 3 | a comment | take it out: JSON has none"],
    ['{"id": "x" /* here */}', "line 1, column 12 | a comment"],
    ['{"id": "x", # here\n}', "line 1, column 13 | a comment"],
    ["{'id': 'x'}", "line 1, column 2 | quotes that JSON doesn't know"],
    ["{“id”: 1}", "line 1, column 2 | quotes that JSON doesn't know"],
    ['{"id": "x",}', "line 1, column 12 | a comma before the closing bracket"],
    ['{"id": ["x",]}', "line 1, column 13 | a comma before the closing bracket"],
    ['{"id": "x",, "name": "y"}', "line 1, column 12 | a comma too many"],
    ['{\n  "id": "x"\n  "name": "y"\n}', "line 3, column 3 | a missing comma"],
    ["{id: 1}", "line 1, column 2 | a key without quotes"],
    ['{"id" "x"}', "line 1, column 7 | a missing colon"],
    ['{"id": guildhall}', "line 1, column 8 | a value that JSON can't read"],
    ['{"id": "x', "line 1, column 8 | a text that isn't closed on its line"],
    ['{"id": "x\n"}', "line 1, column 8 | a text that isn't closed on its line"],
    [String.raw`{"id": "C:\games"}`, "line 1, column 8 | a text with a character that JSON can't hold"],
    ['{"id": {"a": 1}', "line 1, column 16 | the file ends too early"],
    ['{"id": 1} {"id": 2}', "line 1, column 11 | something after the profile's end"],
    ["[".repeat(100_000), "line 1, column 33 | nested too deep"],
    [
      `{"id": "${"/".repeat(20_000)}"}`,
      "line 1, column 8 | a text of more than 10000 characters | shorten it",
    ],
    [`{"hosts": {"allow": [${"1,".repeat(2_000)}1]}}`, "column 4021 | more than 2000 members in one place"],
    ['{"id": "x", "id": "y"}', "id | given twice | keep one of the two"],
    ['{"hosts": {"allow": [{"a": 1, "a": 2}]}}', "hosts.allow[0].a | given twice"],
  ])("%j", (text, fault) => {
    expect(faultsOf(text)[0]).toContain(fault);
  });

  test("finds a fault exactly where JSON.parse does", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b"',
      "1",
      "-0.5e3",
      "null",
      " ",
      "\n",
      "x",
      '"',
      "01",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join("");
        const isJson = parses(text);
        const syntax = faultsOf(text).filter((fault) =>
          /^(?:line|the file \| (?:empty|this looks))/.test(fault),
        );
        expect(syntax.length === 0).toBe(isJson);
      }),
      { numRuns: 2_000 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("a profile with a mistake", () => {
  test.each<[object, string]>([
    [{ host: {} }, "host | unknown key | did you mean hosts?"],
    [
      { colour: 1 },
      "colour | unknown key | take it out, or correct its spelling; the keys here are id, name",
    ],
    [
      operation("user.byid", { path: "/" }),
      'operations["user.byid"] | unknown key | did you mean user.byId?',
    ],
    [
      search({ more: "next_cursor" }),
      'operations["user.search"].more | further pages, though nothing asks for them | put {page}, {offset} or {cursor}',
    ],
    [byId({ methd: "GET" }), 'operations["user.byId"].methd | unknown key | did you mean method?'],
    [byId({ method: "get" }), "none of what may stand here | write one of GET, POST"],
    [
      { limits: { rate: "12" } },
      "limits.rate | a text in quotes stands here | a number without quotes belongs here",
    ],
    [{ limits: { rate: 0 } }, "limits.rate | too small, or empty | something above 0"],
    [{ name: "x".repeat(61) }, "name | too large, or too long | at most 60"],
    [{ id: "My Guild" }, "id | not an id | lower-case letters, digits and hyphens, at most 40"],
    [
      { envelope: { okCodes: "OK" } },
      "envelope.okCodes | a text in quotes stands here | a list in [ ] belongs here",
    ],
    [{ envelope: { okCodes: [true] } }, "envelope.okCodes[0] | of the wrong kind | a number or a text"],
    [{ envelope: { classes: { not_found: [1] } } }, "unknown key | did you mean notFound?"],
    [{ headers: { apiKey: "X Key" } }, "headers.apiKey | not a header name | letters, digits and hyphens"],
    [{ headers: { more: { "X-A": "a\r\nHost: b" } } }, 'headers.more["X-A"] | not a header value'],
    [{ headers: { more: { Host: "x" } } }, "headers.more.Host | a header that Milepost sets itself"],
    [{ headers: { more: { "x-api-key": "x" } } }, "given twice | leave it to headers.apiKey"],
    [{ headers: { more: { "X-csrf": "x" } } }, "given twice | leave it to headers.csrf"],
    [{ headers: { apiKey: "Cookie" } }, "headers.apiKey | a header that Milepost sets itself"],
    [{ headers: { csrf: "user-agent" } }, "headers.csrf | a header that Milepost sets itself"],
    [{ headers: { apiKeyValue: "Bearer {token}" } }, "headers.apiKeyValue | unknown parameter {token}"],
    [{ headers: { apiKeyValue: "Bearer {key}\r\nx: y" } }, "headers.apiKeyValue | not a header value"],
    [{ headers: { apiKeyValue: "Bearer" } }, "headers.apiKeyValue | {key} is missing"],
    [{ headers: { userAgent: "Bot/{verison}" } }, "headers.userAgent | unknown parameter {verison}"],
    [{ headers: { csrf: "x-api-key" } }, "headers.csrf | the same as headers.apiKey"],
    [
      { hosts: { ...small.hosts, api: "{content}/a" } },
      "hosts.api | unknown parameter {content} | it may use {portal}",
    ],
    [
      { links: { profile: "{portal}/@{nick}" } },
      "links.profile | unknown parameter {nick} | it may use {locale}, {membershipId}, {portal}, {api}, {content}",
    ],
    [{ hosts: { portal: "guildhall.example" } }, "hosts.portal | not a whole address"],
    [{ renames: { GeneralUser: { ref: "membershipId" } } }, 'our field comes first: "membershipId": "ref"'],
    [{ renames: { GeneralUser: { displayname: "n" } } }, "no such field | did you mean displayName?"],
    [{ renames: { GenralUser: {} } }, "renames.GenralUser | no such record | did you mean GeneralUser?"],
    [
      { renames: { Definition: { hash: "" } } },
      "renames.Definition.hash | empty | name the member that holds it (only a record or dictionary may stand in its " +
        "own record), or write a `read` in TypeScript",
    ],
    [byId({ path: "/../admin/{membershipId}" }), "a path with . or .. in it"],
    [byId({ path: "/%2E%2e/{membershipId}" }), "a path with . or .. in it"],
    [byId({ path: String.raw`/a\{membershipId}` }), "a space, # or"],
    [byId({ path: "/users#{membershipId}" }), "a space, # or"],
    [byId({ path: "/users/{{membershipId}" }), "a brace that belongs to no {parameter}"],
    [search({ query: { q: "{name}", from: "{offset}" } }), "pageSize | missing, though {offset} is used"],
    [
      operation("trending.list", { path: "/t/{category}" }),
      "categories | missing, though {category} is used",
    ],
    [
      operation("definitions.one", { path: "/d/{table}/{hash}" }),
      "definitions | missing, though an operation names",
    ],
    [
      {
        providers: {
          ProviderA: {
            signInId: "a",
            membershipType: 1,
            authorizeUrl: "{portal}/authorize",
            loginUrl: "{portal}/login",
          },
        },
      },
      "hosts.providers.ProviderA | missing, though providers.ProviderA is described",
    ],
    [
      { enums: { PeriodType: [{ value: 10, name: "DAY" }] } },
      "enums.PeriodType | nothing says which period a value is",
    ],
    [{ operations: {} }, "operations | empty | describe one operation at least"],
  ])("%j", (change, fault) => {
    const faults = faultsOf(JSON.stringify({ ...small, ...change }));
    expect(faults).toEqual([expect.stringContaining(fault)]);
  });

  test("a misspelt parameter is said once, not also as missing", () => {
    expect(faultsOf(JSON.stringify({ ...small, ...byId({ path: "/users/{memberId}" }) }))).toEqual([
      'operations["user.byId"].path | unknown parameter {memberId} | parameters of user.byId: {membershipId}, {locale}',
    ]);
  });

  test.each([
    { enums: { PeriodType: [{ value: 1, name: "DAY" }] } },
    { enums: { PeriodType: [{ value: 10, name: "DAY", field: "daily" }] } },
  ])("%j is fine", (change) => {
    expect(faultsOf(JSON.stringify({ ...small, ...change }))).toEqual([]);
  });

  test("a manifest's fault is said once, however many operations there are", () => {
    const manifest = { path: "/m", file: "{lang}" };
    const faults = faultsOf(JSON.stringify({ ...small, ...operation("definitions.manifest", manifest) }));
    expect(faults).toHaveLength(1);
  });

  test("no value of the profile is quoted", () => {
    const secret = "canary-secret";
    const text = JSON.stringify({
      ...small,
      id: secret.toUpperCase(),
      headers: { more: { "X-A": `${secret}\n` } },
    });
    expect(faultsOf(text).join("\n").toLowerCase()).not.toContain(secret);
  });
});

describe("a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "profiles-"));
  const read = (name: string, content: string | Buffer) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return readProfile(file);
  };

  test("may begin with a byte order mark", () => {
    expect(read("bom.json", `\uFEFF${JSON.stringify(small)}`).faults).toEqual([]);
  });

  test("in UTF-16 is told so", () => {
    const { faults } = read("wide.json", Buffer.from(`\uFEFF${JSON.stringify(small)}`, "utf16le"));
    expect(faults).toMatchObject([{ problem: "written as UTF-16", fix: "save it as UTF-8" }]);
  });

  test("that is no profile is not read whole", () => {
    expect(read("large.json", "x".repeat(1024 * 1024 + 1)).faults).toMatchObject([
      { problem: "larger than 1 MB" },
    ]);
    expect(readProfile(folder).faults).toMatchObject([{ problem: "a folder" }]);
    rmSync(folder, { recursive: true });
  });
});
