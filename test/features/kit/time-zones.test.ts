import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  exactZone,
  findZones,
  usualZones,
  wallClock,
  zoneInField,
  zoneLabel,
  zoneName,
} from "../../../src/features/kit/settings/time-zones.ts";
import { packageRoot } from "../../../src/base/package-root.ts";
import { ENGLISH, languageCodes, languageOf } from "../../../src/messages/languages.ts";
import { anyText } from "../../support/any-text.ts";

const CITIES = join(packageRoot, "src/features/kit/settings/zone-cities.json");
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
    ["AEDT", "Australia/Sydney"],
    ["nzdt", "Pacific/Auckland"],
    ["EEST", "Europe/Helsinki"],
    ["AKST", "America/Anchorage"],
    ["HST", "Pacific/Honolulu"],
    ["SGT", "Asia/Singapore"],
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

  it.each([
    ["Москва", "en-US", "Europe/Moscow"],
    ["Питер", "ru", "Europe/Moscow"],
    ["Wien", "de", "Europe/Vienna"],
    ["Koeln", "de", "Europe/Berlin"],
    ["Zuerich", "de", "Europe/Zurich"],
    ["MEZ", "de", "Europe/Berlin"],
    ["CDMX", "es-419", "America/Mexico_City"],
    ["Rio", "pt-BR", "America/Sao_Paulo"],
    ["Curitiba", "pt-BR", "America/Sao_Paulo"],
    ["horário de Brasília", "pt-BR", "America/Sao_Paulo"],
    ["横浜", "ja", "Asia/Tokyo"],
    ["日本時間", "ja", "Asia/Tokyo"],
    ["LA", "en-US", "America/Los_Angeles"],
    ["上海", "zh-CN", "Asia/Shanghai"],
    ["北京", "zh-CN", "Asia/Shanghai"],
    ["東京", "ja", "Asia/Tokyo"],
    ["大阪", "ja", "Asia/Tokyo"],
    ["서울", "ko", "Asia/Seoul"],
    ["Lisboa", "pt-BR", "Europe/Lisbon"],
    ["Moskau", "de", "Europe/Moscow"],
    ["münchen", "de", "Europe/Berlin"],
    ["Varsovie", "fr", "Europe/Warsaw"],
    ["Brasil", "pt-BR", "America/Sao_Paulo"],
    ["한국", "ko", "Asia/Seoul"],
    ["Österreich", "de", "Europe/Vienna"],
    ["日本", "ja", "Asia/Tokyo"],
    ["中国", "zh-CN", "Asia/Shanghai"],
    ["Польша", "ru", "Europe/Warsaw"],
    ["Türkiye", "tr", "Europe/Istanbul"],
    ["Czechia", "ja", "Europe/Prague"],
  ])("by %s, as it is called in %s", (typed, locale, zone) => {
    expect(findZones(typed, NOON, locale)[0]).toBe(zone);
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

it.each([
  ["Europe/Berlin", "de", "Berlin"],
  ["Europe/Moscow", "de", "Moskau"],
  ["America/Indiana/Knox", "pt-BR", "Knox"],
  ["Asia/Omsk", "de", "Asia/Omsk"],
  ["Europe/Berlin", "en", "Berlin"],
  ["UTC+2", "de", "UTC+2"],
  ["Berlin or so", "de", "Berlin or so"],
])("fills %s into a field in %s: %s", (zone, language, shown) => {
  expect(zoneInField(zone, { language, now: NOON })).toBe(shown);
});

it("fills in what is read again as the same zone, in every language members read", () => {
  for (const language of languageCodes()) {
    for (const zone of usualZones(language)) {
      const shown = zoneInField(zone, { language, now: NOON });
      const read = exactZone(shown) ?? findZones(shown, NOON, language)[0];
      expect([language, shown, read]).toEqual([language, shown, zone]);
    }
  }
});

it.each([
  ["America/Argentina/Buenos_Aires", "en", "Buenos Aires, UTC-3"],
  ["Etc/GMT-2", "en", "UTC+2"],
  ["UTC", "ja", "UTC"],
  ["Asia/Tokyo", "ja", "東京, UTC+9"],
  ["America/New_York", "en", "New York, Eastern Time"],
  ["America/New_York", "de", "New York, UTC-5"],
  ["Asia/Kolkata", "en", "Kolkata, UTC+5:30"],
  ["Europe/London", "en", "London, UTC+0"],
  ["Europe/Moscow", "de", "Moskau, UTC+3"],
  ["Europe/Moscow", "es-419", "Moscú, UTC+3"],
  ["Europe/Berlin", "de", "Berlin, UTC+1"],
  ["America/Indiana/Knox", "pt-BR", "Knox, UTC-6"],
])("names %s in %s as people say it: %s", (zone, language, name) => {
  expect(zoneName(zone, language, Date.UTC(2026, 10, 20))).toBe(name);
});

it("has cities of zones this system knows, in every language members read", () => {
  const { also, ...named } = JSON.parse(readFileSync(CITIES, "utf8")) as Record<string, object>;
  expect(Object.keys(named)).toEqual(
    expect.arrayContaining(
      languageCodes().filter((code) => code !== ENGLISH && languageOf(code)?.parent === undefined),
    ),
  );
  const zones = [also ?? {}, ...Object.values(named)].flatMap((part) => Object.keys(part));
  expect(zones.filter((zone) => exactZone(zone) !== zone)).toEqual([]);
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
