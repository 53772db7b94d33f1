import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  exactZone,
  findZones,
  usualZones,
  wallClock,
  zoneLabel,
  zoneName,
} from "../../../src/features/shared/time-zones.ts";
import { anyText } from "../../support/any-text.ts";

const NOON = Date.UTC(2026, 5, 1, 12);

describe("a zone is found", () => {
  it.each([
    ["Berlin", "Europe/Berlin"],
    ["europe/berlin", "Europe/Berlin"],
    ["new york", "America/New_York"],
    ["São Paulo", "America/Sao_Paulo"],
    ["Kolkata", "Asia/Kolkata"],
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["cet", "Europe/Berlin"],
    ["jerus", "Asia/Jerusalem"],
    ["PST", "America/Los_Angeles"],
    ["Germany", "Europe/Berlin"],
    ["Roma", "Europe/Rome"],
    ["Türkiye", "Europe/Istanbul"],
    ["UTC", "UTC"],
    ["UTC+2", "Etc/GMT-2"],
    ["gmt -5", "Etc/GMT+5"],
    ["+10:00", "Etc/GMT-10"],
    ["UTC+5:30", "Asia/Kolkata"],
    ["gmt +0545", "Asia/Kathmandu"],
    ["-3:30", "America/St_Johns"],
    ["US/Eastern", "America/New_York"],
    ["York", "America/New_York"],
  ])("by %s", (typed, zone) => {
    expect(findZones(typed, NOON)[0]).toBe(zone);
  });

  it.each([
    ["uk", ["Europe/London"]],
    ["India", ["Asia/Kolkata"]],
    ["usa", ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"]],
    ["est", ["America/New_York", "America/Toronto"]],
    ["Mexico", ["America/Mexico_City"]],
  ])("by %s as what it is known as, whatever other names hold these letters", (typed, zones) => {
    expect(findZones(typed, NOON)).toEqual(zones);
  });

  it("by what the clock there shows", () => {
    const found = findZones("14:01", NOON);
    expect(found[0]).toBe("Europe/Berlin");
    for (const zone of found) expect(wallClock(zone, NOON)).toBe("14:00");
  });

  it.each(["", "  ", "Atlantis", "25:99", "UTC+99", "UTC+5:40", "UTC+19:30", "../../etc"])(
    "not by %j",
    (typed) => {
      expect(findZones(typed, NOON)).toEqual([]);
    },
  );
});

it("gives only zones this system knows, 25 at most, whatever is typed", () => {
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.constantFrom("constructor", "a/b", "e", "Etc/GMT+99")), (typed) => {
      const found = findZones(typed, NOON);
      expect(found.length).toBeLessThanOrEqual(25);
      for (const zone of found) expect(() => new Intl.DateTimeFormat("en", { timeZone: zone })).not.toThrow();
    }),
  );
});

it("offers where a language is at home first", () => {
  expect(usualZones("de")[0]).toBe("Europe/Berlin");
  for (const zone of usualZones("ja")) expect(exactZone(zone)).toBe(zone);
  expect(new Set(usualZones("de")).size).toBe(usualZones("de").length);
  expect(usualZones("tlh").length).toBeGreaterThan(10);
});

it("names zones as people say them", () => {
  expect(zoneName("America/Argentina/Buenos_Aires")).toBe("Buenos Aires (America, Argentina)");
  expect(zoneName("Etc/GMT-2")).toBe("UTC+2");
  expect(zoneName("UTC")).toBe("UTC");
});

it.each([
  ["Etc/GMT-2", "UTC+2"],
  ["Etc/GMT+11", "UTC-11"],
  ["Europe/Berlin", "Europe/Berlin"],
  ["UTC", "UTC"],
])("says %s in a sentence so that it is found again", (zone, label) => {
  expect(zoneLabel(zone)).toBe(label);
  expect(findZones(label, NOON)[0]).toBe(zone);
});
