import { DAY_MS, MINUTE_MS } from "../../base/duration.ts";
import { localOf } from "../../base/wall-time.ts";
import { BETWEEN_HOURS, COMMON, HOME, KNOWN_AS, RENAMED, SPREAD } from "./time-zone-names.ts";
import { cityOf, zonesOfPlace } from "./zone-places.ts";
import type { ViewContext } from "./view/view-context.ts";

/** Discord's bound on what a select or a list of suggestions holds. */
const MOST = 25;
const LONGEST_TYPED = 60;
const BETWEEN = /^(?:utc|gmt)?\s*([+-])\s*(\d{1,2}):?(30|45)$/;
const OFFSET = /^(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?::?00)?$/;
const CLOCK = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/;

/** Zones to offer before anything was typed: where this language is at home first. */
export function usualZones(locale: string): readonly string[] {
  const home = Object.hasOwn(HOME, locale) ? HOME[locale] : undefined;
  return home === undefined ? COMMON : [home, ...COMMON.filter((zone) => zone !== home)];
}

/** The zone nearly everybody who reads this language lives in; undefined where there is no such one. */
export function homeZone(locale: string): string | undefined {
  return Object.hasOwn(HOME, locale) && !SPREAD.has(locale) ? HOME[locale] : undefined;
}

/**
 * The zones somebody may mean, best first, at most 25: by city, name, abbreviation, country, "UTC+2", or by what
 * their clock shows now ("14:35"). Large cities in all languages, countries in theirs.
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

/** The zone of a word beside a time: `EST`, `UTC+2`, `Europe/Berlin`. Undefined: it names none. */
export function zoneNamed(word: string): string | undefined {
  if (word.includes("/")) return exactZone(word);
  const wanted = fold(word);
  return knownAs(wanted)?.[0] ?? offsetZone(wanted) ?? betweenHours(wanted)[0];
}

function knownAs(wanted: string): readonly string[] | undefined {
  return Object.hasOwn(KNOWN_AS, wanted) ? KNOWN_AS[wanted] : undefined;
}

function betweenHours(wanted: string): readonly string[] {
  const [, sign, hours, minutes] = BETWEEN.exec(wanted) ?? [];
  const away = `${sign === "-" ? "-" : ""}${Number(hours) * 60 + Number(minutes)}`;
  return sign !== undefined && Object.hasOwn(BETWEEN_HOURS, away) ? (BETWEEN_HOURS[away] ?? []) : [];
}

/** What is known by that very name is no part of another one's. */
function otherZones(wanted: string, now: number, isKnown: boolean): readonly string[] {
  if (CLOCK.test(wanted)) return zonesWhereItIs(wanted, now);
  return isKnown ? [] : zonesNamed(wanted);
}

/** A zone this system knows, spelled as it is listed; undefined for anything else. */
export function exactZone(typed: string): string | undefined {
  if (/^utc$/i.test(typed)) return "UTC";
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

/** What the clock on the wall shows there, `HH:MM`. */
export function wallClock(zone: string, now: number): string {
  return new Date(localOf(zone, now)).toISOString().slice(11, 16);
}

/** A zone to choose: its IANA name, as people say it, and what its clock shows. */
export interface NamedZone {
  readonly zone: string;
  readonly name: string;
  readonly clock: string;
}

export function namedZone(zone: string, { now, texts }: Pick<ViewContext, "now" | "texts">): NamedZone {
  return { zone, name: zoneName(zone, texts.language), clock: wallClock(zone, now) };
}

/** A zone in a field, as `findZones` reads it again: `Europe/Berlin`, `UTC+2`. */
export function zoneLabel(zone: string): string {
  return distanceOf(zone) ?? zone;
}

/** A zone within a sentence: its city where the language has a name for it or is not English, else `zoneLabel`. */
export function zoneInSentence(zone: string, language: string): string {
  return language === "en" ? zoneLabel(zone) : zoneName(zone, language);
}

/** What stands in a field, as people say it where `findZones` reads that as the same zone again; else as it is. */
export function zoneInField(
  typed: string,
  { language, now }: { readonly language: string; readonly now: number },
): string {
  const zone = exactZone(typed);
  if (zone === undefined) return typed;
  const name = zoneInSentence(zone, language);
  const [found, ...others] = findZones(name, now, language);
  return found === zone && others.length === 0 ? name : typed;
}

/** A zone as people say it: `Berlin (Europe)`; in other languages than English by its city alone. */
export function zoneName(zone: string, language: string): string {
  const distance = distanceOf(zone);
  if (distance !== undefined) return distance;
  const [area = zone, ...places] = zone.replaceAll("_", " ").split("/");
  const city = places.pop();
  if (city === undefined) return area;
  const around = language === "en" ? [area, ...places] : places;
  const name = cityOf(zone, language);
  return name ?? (around.length === 0 ? city : `${city} (${around.join(", ")})`);
}

/** Its city alone: `Berlin`, `UTC+2`. */
export function cityName(zone: string, language: string): string {
  return distanceOf(zone) ?? cityOf(zone, language) ?? zone.replaceAll("_", " ").split("/").at(-1) ?? zone;
}

/** The tz database counts these the other way round. */
function distanceOf(zone: string): string | undefined {
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(zone) ?? [];
  return hours === undefined ? undefined : `UTC${sign === "-" ? "+" : "-"}${hours}`;
}

let listed: readonly string[] | undefined;

function allZones(): readonly string[] {
  listed ??= ["UTC", ...Intl.supportedValuesOf("timeZone").map((zone) => RENAMED[zone] ?? zone)];
  return listed;
}

/** Of those that have every word: where it begins the city's name first. */
function zonesNamed(wanted: string): readonly string[] {
  const words = wanted.split(" ");
  const matching = allZones().filter((zone) => {
    const name = fold(zone);
    return words.every((word) => name.includes(word));
  });
  const rank = (zone: string) => (fold(zone.split("/").at(-1) ?? zone).startsWith(wanted) ? 0 : 1);
  return matching.sort((a, b) => rank(a) - rank(b));
}

/** Within two minutes: people read their clock, then type. The common zones come first. */
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
  // The tz database counts these the other way round.
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
