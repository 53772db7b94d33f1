import { DAY_MS, MINUTE_MS } from "../../../base/duration.ts";
import { clockTime, localOf } from "../../../base/wall-time.ts";
import {
  ALSO_HOME,
  AMERICAN,
  BETWEEN_HOURS,
  COMMON,
  HOME,
  KNOWN_AS,
  RENAMED,
  SPREAD,
} from "./time-zone-names.ts";
import { cityOf, zonesOfPlace } from "./zone-places.ts";
import type { ViewContext } from "../view/view-context.ts";

/** Discord's limit for selects and suggestions. */
const MOST = 25;
const LONGEST_TYPED = 60;
const BETWEEN = /^(?:utc|gmt)?\s*([+-])\s*(\d{1,2}):?(30|45)$/;
const OFFSET = /^(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?::?00)?$/;
const CLOCK = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/;

/** Returns the zones offered before anything is typed, the language's home first. */
export function usualZones(locale: string): readonly string[] {
  const home = Object.hasOwn(HOME, locale) ? HOME[locale] : undefined;
  return home === undefined ? COMMON : [home, ...COMMON.filter((zone) => zone !== home)];
}

/** Returns the zone nearly all speakers of the language live in; undefined where there is none. */
export function homeZone(locale: string): string | undefined {
  return Object.hasOwn(HOME, locale) && !SPREAD.has(locale) ? HOME[locale] : undefined;
}

/** Returns the few zones that speakers of these languages most likely live in, those of the first language first. */
export function likelyZones(locales: readonly (string | undefined)[]): readonly string[] {
  const all = locales.flatMap((locale = "") => {
    const home = Object.hasOwn(HOME, locale) ? HOME[locale] : undefined;
    const others = Object.hasOwn(ALSO_HOME, locale) ? ALSO_HOME[locale] : undefined;
    return [...(home === undefined ? [] : [home]), ...(others ?? [])];
  });
  return [...new Set(all)];
}

/**
 * Returns up to 25 zones for a typed city, name, abbreviation, country, "UTC+2" or current clock time ("14:35"), best
 * first. Large cities are known in all languages, countries in theirs.
 */
export function findZones(typed: string, now: number, locale = "en"): readonly string[] {
  const wanted = fold(typed.slice(0, LONGEST_TYPED));
  if (wanted === "") return [];
  const exact = exactZone(typed.trim());
  const offset = offsetZone(wanted);
  const known = knownAs(wanted) ?? zonesOfPlace(wanted, locale, fold);
  const found = [
    ...(offset === undefined ? [] : [offset]),
    ...known,
    ...betweenHours(wanted),
    ...(exact === undefined ? [] : [exact]),
    ...otherZones(wanted, now, known.length > 0),
  ];
  return [...new Set(found)].slice(0, MOST);
}

/** Returns the zone of a word beside a time: `EST`, `UTC+2`, `Europe/Berlin`; undefined for other words. */
export function zoneNamed(word: string): string | undefined {
  if (word.includes("/")) return exactZone(word);
  const wanted = fold(word);
  return knownAs(wanted)?.[0] ?? offsetZone(wanted) ?? betweenHoursZone(wanted);
}

function knownAs(wanted: string): readonly string[] | undefined {
  return Object.hasOwn(KNOWN_AS, wanted) ? KNOWN_AS[wanted] : undefined;
}

function betweenHours(wanted: string): readonly string[] {
  const [, sign, hours, minutes] = BETWEEN.exec(wanted) ?? [];
  const away = `${sign === "-" ? "-" : ""}${Number(hours) * 60 + Number(minutes)}`;
  return sign !== undefined && Object.hasOwn(BETWEEN_HOURS, away) ? (BETWEEN_HOURS[away] ?? []) : [];
}

/** Returns a distance of half or quarter hours as Intl names it: `-03:30`. A place there may have summer time. */
function betweenHoursZone(wanted: string): string | undefined {
  const [, sign, hours = "", minutes] = BETWEEN.exec(wanted) ?? [];
  return sign === undefined || Number(hours) > 14 ? undefined : `${sign}${hours.padStart(2, "0")}:${minutes}`;
}

/** Returns zones by clock time or part of a name; none where one has exactly that name. */
function otherZones(wanted: string, now: number, isKnown: boolean): readonly string[] {
  if (CLOCK.test(wanted)) return zonesWhereItIs(wanted, now);
  return isKnown ? [] : zonesNamed(wanted);
}

/** Returns a known zone in its listed spelling; undefined for anything else. */
export function exactZone(typed: string): string | undefined {
  if (/^utc$/i.test(typed)) return "UTC";
  const distance = betweenHoursZone(typed.toLowerCase());
  if (distance !== undefined) return distance;
  const wanted = typed.replaceAll(/\s+/g, "_").toLowerCase();
  const listed = allZones().find((zone) => zone.toLowerCase() === wanted);
  if (listed !== undefined) return listed;
  const isOld = /^[a-z]+\/[\w/+-]+$/.test(wanted);
  if (!isOld) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: wanted }).resolvedOptions();
    return RENAMED[timeZone] ?? timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the zone's clock time, `HH:MM`. */
export function wallClock(zone: string, now: number): string {
  return new Date(localOf(zone, now)).toISOString().slice(11, 16);
}

/** A zone to pick: its IANA name, its name and its clock time. */
export interface NamedZone {
  readonly zone: string;
  readonly name: string;
  readonly clock: string;
}

export function namedZone(
  zone: string,
  { now, locale, texts: { language } }: Pick<ViewContext, "now" | "locale" | "texts">,
): NamedZone {
  return {
    zone,
    name: zoneName(zone, language, now),
    clock: clockTime(wallClock(zone, now), { locale, language }),
  };
}

/** Returns a zone as `findZones` reads it: `Europe/Berlin`, `UTC+2`. */
export function zoneLabel(zone: string): string {
  return distanceOf(zone) ?? zone;
}

/** Returns a zone for a form: its city where `findZones` reads that as the same zone, else `zoneLabel`. */
export function zoneInField(
  typed: string,
  { language, now }: { readonly language: string; readonly now: number },
): string {
  const zone = exactZone(typed);
  if (zone === undefined) return typed;
  const name = cityName(zone, language);
  const [found, ...others] = findZones(name, now, language);
  return found === zone && others.length === 0 ? name : typed;
}

/** Returns a zone as it is always shown: its city and distance from UTC then, `Berlin, UTC+1`; `New York, Eastern Time`. */
export function zoneName(zone: string, language: string, at: number): string {
  if (zone === "UTC" || distanceOf(zone) !== undefined) return cityName(zone, language);
  const american = language === "en" && Object.hasOwn(AMERICAN, zone) ? AMERICAN[zone] : undefined;
  return `${cityName(zone, language)}, ${american ?? distanceAt(zone, at)}`;
}

function distanceAt(zone: string, at: number): string {
  const minutes = Math.round((localOf(zone, at) - at) / MINUTE_MS);
  const away = Math.abs(minutes);
  const rest = away % 60 === 0 ? "" : `:${away % 60}`;
  return `UTC${minutes < 0 ? "-" : "+"}${Math.floor(away / 60)}${rest}`;
}

/** Returns its city: `Berlin`, or `UTC+2`. */
export function cityName(zone: string, language: string): string {
  return distanceOf(zone) ?? cityOf(zone, language) ?? zone.replaceAll("_", " ").split("/").at(-1) ?? zone;
}

/** The signs of Etc/GMT zones are reversed. */
function distanceOf(zone: string): string | undefined {
  if (/^[+-]/.test(zone)) return `UTC${zone.replace(/^(.)0/, "$1")}`;
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(zone) ?? [];
  return hours === undefined ? undefined : `UTC${sign === "-" ? "+" : "-"}${hours}`;
}

let listed: readonly string[] | undefined;

function allZones(): readonly string[] {
  listed ??= ["UTC", ...Intl.supportedValuesOf("timeZone").map((zone) => RENAMED[zone] ?? zone)];
  return listed;
}

/** Returns zones that contain every word; those whose city begins with the text come first. */
function zonesNamed(wanted: string): readonly string[] {
  const words = wanted.split(" ");
  const matching = allZones().filter((zone) => {
    const name = fold(zone);
    return words.every((word) => name.includes(word));
  });
  const rank = (zone: string) => (fold(zone.split("/").at(-1) ?? zone).startsWith(wanted) ? 0 : 1);
  return matching.sort((a, b) => rank(a) - rank(b));
}

/** Returns zones whose clock is within two minutes of this time; common ones first. */
function zonesWhereItIs(wanted: string, now: number): readonly string[] {
  const [, hours = "0", minutes = "0"] = CLOCK.exec(wanted) ?? [];
  const shown = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  const isThere = (zone: string) => {
    const apart = (localOf(zone, now) - shown + DAY_MS) % DAY_MS;
    return Math.min(apart, DAY_MS - apart) <= 2 * MINUTE_MS;
  };
  return [...new Set([...COMMON, ...allZones()])].filter(isThere);
}

function offsetZone(wanted: string): string | undefined {
  const [, sign, hours] = OFFSET.exec(wanted) ?? [];
  const ahead = Number(hours);
  if (sign === undefined || ahead > (sign === "+" ? 14 : 12)) return undefined;
  if (ahead === 0) return "UTC";
  // The signs of Etc/GMT zones are reversed.
  return `Etc/GMT${sign === "+" ? "-" : "+"}${ahead}`;
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[_/,()]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
