import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { readWhen } from "../../src/schedule/read-when.ts";
import { zoneNamed } from "../../src/features/kit/settings/time-zones.ts";
import { inShort } from "./in-short.ts";

/** A Tuesday. */
const HERE = { now: Date.parse("2026-12-01T17:05:00Z"), zone: "UTC", zoneNamed };

/** What people type, with what is read, by what it is about. */
const groups = JSON.parse(readFileSync(new URL("typed/in-english.json", import.meta.url), "utf8")) as Record<
  string,
  Record<string, string>
>;

describe.each(Object.entries(groups))("%s", (_, phrases) => {
  it.each(Object.entries(phrases))("%s: %s", async (typed, read) =>
    expect(inShort(await readWhen(typed, HERE))).toBe(read),
  );
});
