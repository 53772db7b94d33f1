import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { operationParameters } from "../../src/platform/profile/parameters.ts";
import { loadProfile, parseProfile, resolveHosts } from "../../src/platform/profile/load.ts";
import type { OperationId } from "../../src/platform/profile/schema.ts";
import { routeOf } from "../../src/platform/route.ts";
import { anyText } from "../support/any-text.ts";

const neutral = loadProfile("neutral");
const lookalike = loadProfile("lookalike");
const route = (operation: OperationId, given: Record<string, string | undefined>, profile = neutral) => {
  const { method, url, body } = routeOf(profile, resolveHosts(profile), operation, given);
  return [method, url.href, body];
};

const manual = readFileSync(join(packageRoot, "src/platform/profile/README.md"), "utf8");

/** The language the manual's table of operations gives one. */
function manualSays(operation: string): string | undefined {
  const row = manual.split("\n").find((line) => line.startsWith(`| \`${operation}\` | `));
  return row?.split(" | ")[2];
}

describe("routeOf", () => {
  test("E5 is at the address the contract gives it", () => {
    expect(route("vault", { membershipType: "1" })).toEqual([
      "GET",
      "https://portal.example/Platform/Game/1/MyAccount/Vault/",
      undefined,
    ]);
  });

  test("defaults fill in what the caller leaves out, and query members without a value are left out", () => {
    expect(route("trending.list", { page: "2", category: undefined })[1]).toMatch(
      /\/Trending\/Categories\/all\/2\/$/,
    );
    const given = { membershipType: "2", id: "1", character: "3", period: "1", from: "2026-01-01" };
    expect(route("stats.character", given)[1]).toMatch(/\/Stats\/\?periodType=1&daystart=2026-01-01$/);
  });

  test("the language goes into the query only where it counts and no template has it", () => {
    expect(route("milestones.public", { locale: "fr" })[1]).toMatch(/\?lc=fr$/);
    expect(route("content.byId", { id: "1", locale: "fr" })[1]).toMatch(/\/1\/fr\/$/);
    expect(route("user.byId", { membershipId: "1", locale: "fr" })[1]).toMatch(/\/1\/$/);
  });

  test.each(Object.entries(operationParameters))(
    "%s gets the language if the manual says so",
    (id, known) => {
      const given = Object.fromEntries([...known.required, ...known.optional].map((name) => [name, "1"]));
      // The keys are the operations.
      const operation = id as OperationId;
      const operations = { [id]: { ...neutral.operations[operation], path: "/x", query: {}, defaults: {} } };
      const [, address = ""] = route(operation, { ...given, locale: "fr" }, { ...neutral, operations });
      expect(address.endsWith("?lc=fr")).toBe(manualSays(id) === "member's");
    },
  );

  test("a body is filled in, with pages as numbers", () => {
    expect(route("content.search", { text: 'a "b"', page: "1", locale: "en_US" }, lookalike)).toEqual([
      "POST",
      "https://clubhouse.test/svc/v3/articles/find",
      '{"query":{"words":"a \\"b\\""},"page":1,"language":"en_US"}',
    ]);
  });

  test("a body may be a list; an entry whose parameter is missing is left out", () => {
    const { profile } = parseProfile(
      JSON.stringify({
        ...neutral,
        operations: {
          "user.search": { path: "/ids", method: "POST", body: ["{name}", { at: ["{page}", "{locale}"] }] },
        },
      }),
    );
    if (profile === undefined) throw new Error("the profile is refused");
    expect(route("user.search", { name: "Ann", page: "1" }, profile)[2]).toBe('["Ann",{"at":[1]}]');
  });

  test.each(["..", ".", ""])("a part of the path that is %j is refused", (name) => {
    expect(() => route("user.search", { name, page: "0" })).toThrow(/bad-input/);
  });

  test("a missing part of the path is named", () => {
    expect(() => route("trending.entry", { identifier: "x" })).toThrow(/needs type/);
  });

  test("whatever a parameter holds, it stays one part of the path on the API's host", () => {
    fc.assert(
      fc.property(anyText({ minLength: 1 }), (name) => {
        fc.pre(name !== "." && name !== "..");
        const { url } = routeOf(neutral, resolveHosts(neutral), "user.search", { name, page: "0" });
        expect(url.origin).toBe("https://portal.example");
        expect(url.pathname.split("/")).toHaveLength(8);
        expect(url.pathname.startsWith("/Platform/User/Search/Prefix/")).toBe(true);
        expect([url.search, url.hash]).toEqual(["", ""]);
      }),
    );
  });
});
