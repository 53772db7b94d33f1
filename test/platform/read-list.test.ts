import { describe, expect, test } from "vitest";
import { z } from "zod";

import { Decoders } from "../../src/platform/decode/decoders.ts";
import { Enums } from "../../src/platform/decode/enums.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { readList } from "../../src/platform/read-list.ts";
import { readManifest } from "../../src/platform/read-definitions.ts";
import { TrendingStub } from "../../src/platform/resources/trending.ts";
import { Character } from "../../src/platform/resources/user.ts";

const profile = loadProfile("neutral");
const decoders = new Decoders(profile, new Enums(profile));
const plain = {
  method: "GET",
  path: "/",
  query: {},
  defaults: {},
  pick: "",
  items: "",
} as const;
const schema = z.array(Character);
const read = (payload: unknown, template: Record<string, unknown> = {}, keyPath = "id") =>
  readList(decoders, payload, {
    operation: "characters",
    template: { ...plain, ...template },
    schema,
    keyPath,
  });

describe("readList", () => {
  test.each([
    ["a list of records", [{ id: "1" }, { id: 2 }], ["1", "2"]],
    ["a list of bare ids", ["1", 2], ["1", "2"]],
    ["a dictionary by id", { "1": { label: "x" }, "2": {} }, ["1", "2"]],
    ["a dictionary whose records have ids of their own", { a: { id: "7" } }, ["7"]],
    ["nothing at all", null, []],
    ["a list that was left out", undefined, []],
  ])("reads %s", (_, payload, ids) => {
    expect(read(payload).entries.map(({ id }) => id)).toEqual(ids);
  });

  // JSON.parse puts such keys in ascending order, whatever the answer's was.
  test.each([
    ["numeric ids", { "9": "9", "10": "10", "3": "3" }, ["10", "9", "3"]],
    ["places", { "0": "9", "1": "10", "2": "3" }, ["9", "10", "3"]],
    ["names", { c: "c", a: "a", b: "b" }, ["c", "a", "b"]],
  ])("has the newest news first in a dictionary by ids alone, not by places: %s", (_, by, ids) => {
    const news = Object.fromEntries(
      Object.entries(by).map(([key, identifier]) => [key, { identifier, entityType: 0 }]),
    );
    const { entries } = readList(decoders, news, {
      operation: "trending.list",
      template: plain,
      schema: z.array(TrendingStub),
      keyPath: undefined,
    });
    expect(entries.map(({ identifier }) => identifier)).toEqual(ids);
  });

  test("a star joins the lists of every group", () => {
    const payload = { groups: [{ list: [{ id: "1" }] }, { other: 1 }, { list: [{ id: "2" }, { id: "3" }] }] };
    expect(read(payload, { items: "groups.*.list" }).entries.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  });

  test("the dictionaries a star finds keep their keys", () => {
    const payload = { groups: [{ by: { "1": {}, "2": { id: "7" } } }, { by: { "3": {} } }] };
    expect(read(payload, { items: "groups.*.by" }).entries.map(({ id }) => id)).toEqual(["1", "7", "3"]);
  });

  test("a key goes where the profile says the wire has the field, however deep", () => {
    const renamed = { ...profile, renames: { Character: { id: "who.id" } } };
    const { entries } = readList(
      new Decoders(renamed, new Enums(renamed)),
      { "1": { who: { rank: 3 } }, "2": {} },
      { operation: "characters", template: plain, schema, keyPath: "who.id" },
    );
    expect(entries.map(({ id }) => id)).toEqual(["1", "2"]);
  });

  test.each([
    [{ more: "next.more" }, { items: [{ id: "1" }], next: { more: true } }, true],
    [{ more: "next.more" }, { items: [{ id: "1" }], next: {} }, false],
    [{ more: "next" }, { items: [{ id: "1" }], next: "/page/2" }, true],
    [{ more: "next" }, { items: [{ id: "1" }], next: { href: "/page/2" } }, true],
    [{ more: "left" }, { items: [{ id: "1" }], left: 3 }, true],
    [{ more: "left" }, { items: [{ id: "1" }], left: 0 }, false],
    [{ more: "next" }, { items: [{ id: "1" }], next: "" }, false],
    [{ more: "next" }, { items: [{ id: "1" }], next: null }, false],
    [{ pageSize: 1 }, { items: [{ id: "1" }] }, true],
    [{ pageSize: 2 }, { items: [{ id: "1" }] }, false],
    [{}, { items: [{ id: "1" }] }, false],
  ])("with %o and %o more is %s", (template, payload, hasMore) => {
    expect(read(payload, { items: "items", ...template }).hasMore).toBe(hasMore);
  });

  test("what is no list is one error with its path", () => {
    expect(() => read({ a: { b: 5 } }, { pick: "a", items: "b" })).toThrow(/platform-answer.*path=a\.b/);
    expect(() => read({ a: { b: [{ id: "x" }] } }, { pick: "a", items: "b" })).toThrow(
      /path=a\.b, .*Character\.id: not a 64-bit integer/,
    );
  });
});

describe("readManifest", () => {
  test("names the files of the languages and tables there are", () => {
    const manifest = readManifest(profile, {
      version: 17,
      files: {
        en: { InventoryItem: "/i.json", Activity: "", Faction: 5 },
        fr: { Vendor: "/v.json" },
        xx: { Vendor: "/x" },
      },
    });
    expect(manifest).toEqual({
      version: "17",
      files: { en: { item: "/i.json" }, fr: { vendor: "/v.json" } },
    });
  });

  test.each([[{}], [{ version: "1" }], [{ version: "1", files: { fr: { Vendor: "/v" } } }], [null], ["x"]])(
    "%o is no manifest",
    (payload) => {
      expect(() => readManifest(profile, payload)).toThrow(/platform-answer/);
    },
  );
});
