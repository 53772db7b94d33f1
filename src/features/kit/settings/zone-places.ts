import { readFileSync } from "node:fs";

import { languageOf } from "../../../messages/languages.ts";
import { KNOWN_AS, RENAMED } from "./time-zone-names.ts";

/** City names of zones by language. `also`: other cities in the same zone. */
interface ZoneCities {
  readonly [language: string]: Readonly<Record<string, string>>;
}

type Fold = (text: string) => string;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

let cities: ZoneCities | undefined;
let others: Readonly<Record<string, readonly string[]>> = {};
let zonesByCity: ReadonlyMap<string, readonly string[]> | undefined;

/** Loaded when first needed. */
function zoneCities(): ZoneCities {
  if (cities !== undefined) return cities;
  const file = new URL("zone-cities.json", import.meta.url);
  // Tests check its shape.
  const { also, ...named } = JSON.parse(readFileSync(file, "utf8")) as ZoneCities & { also: typeof others };
  others = also;
  return (cities = named);
}

/** Returns a language's name for a zone's city; undefined where it is the tz database's or unknown. */
export function cityOf(zone: string, language: string): string | undefined {
  const { [language]: named } = zoneCities();
  if (named !== undefined) return Object.hasOwn(named, zone) ? named[zone] : undefined;
  const parent = languageOf(language)?.parent;
  return parent === undefined ? undefined : cityOf(zone, parent);
}

/** Returns the zones of a city in any language, or of a country in this language or English. */
export function zonesOfPlace(wanted: string, locale: string, fold: Fold): readonly string[] {
  zonesByCity ??= citiesBy(fold);
  return zonesByCity.get(wanted) ?? zonesOfCountry(wanted, locale, fold);
}

function citiesBy(fold: Fold): ReadonlyMap<string, readonly string[]> {
  const named = Object.values(zoneCities()).flatMap((ofLanguage) => Object.entries(ofLanguage));
  const more = Object.entries(others).flatMap(([zone, names]) => names.map((name) => [zone, name] as const));
  const zones = new Map<string, readonly string[]>();
  for (const [zone, name] of [...named, ...more]) {
    const key = fold(name);
    const known = zones.get(key) ?? [];
    if (!known.includes(zone)) zones.set(key, [...known, zone]);
  }
  return zones;
}

function zonesOfCountry(wanted: string, locale: string, fold: Fold): readonly string[] {
  const [inEnglish, ...more] = ["en", locale].flatMap((language) =>
    (["long", "short"] as const).map(
      (style) => new Intl.DisplayNames([language, "en"], { type: "region", style, fallback: "none" }),
    ),
  );
  for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
    const english = fold(inEnglish?.of(code) ?? "");
    if (english === "") continue;
    if (english !== wanted && more.every((named) => fold(named.of(code) ?? "") !== wanted)) continue;
    if (Object.hasOwn(KNOWN_AS, english)) return KNOWN_AS[english] ?? [];
    return timeZonesOf(code).map((zone) => RENAMED[zone] ?? zone);
  }
  return [];
}

/** TypeScript has no type for this part of Intl yet. */
function timeZonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?: () => string[] };
  return locale.getTimeZones?.() ?? [];
}
