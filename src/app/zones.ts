import { localOf } from "../reminders/wall-time.ts";

/** Today's names of zones that Intl still lists by an old one. */
const RENAMED: Readonly<Record<string, string>> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Europe/Kiev": "Europe/Kyiv",
};

/** What people type that is no city of the tz database. Lower case, without accents. */
const KNOWN_AS: Readonly<Record<string, readonly string[]>> = {
  utc: ["UTC"],
  gmt: ["UTC", "Europe/London"],
  cet: ["Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome", "Europe/Warsaw"],
  cest: ["Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome", "Europe/Warsaw"],
  eet: ["Europe/Helsinki", "Europe/Athens", "Europe/Kyiv", "Europe/Bucharest"],
  wet: ["Europe/Lisbon"],
  bst: ["Europe/London"],
  msk: ["Europe/Moscow"],
  et: ["America/New_York", "America/Toronto"],
  est: ["America/New_York", "America/Toronto"],
  edt: ["America/New_York", "America/Toronto"],
  ct: ["America/Chicago", "America/Winnipeg"],
  cst: ["America/Chicago", "America/Winnipeg", "Asia/Shanghai"],
  cdt: ["America/Chicago", "America/Winnipeg"],
  mt: ["America/Denver", "America/Edmonton"],
  mst: ["America/Denver", "America/Phoenix", "America/Edmonton"],
  mdt: ["America/Denver", "America/Edmonton"],
  pt: ["America/Los_Angeles", "America/Vancouver"],
  pst: ["America/Los_Angeles", "America/Vancouver"],
  pdt: ["America/Los_Angeles", "America/Vancouver"],
  brt: ["America/Sao_Paulo"],
  ist: ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"],
  jst: ["Asia/Tokyo"],
  kst: ["Asia/Seoul"],
  aest: ["Australia/Sydney", "Australia/Melbourne", "Australia/Brisbane"],
  awst: ["Australia/Perth"],
  nzst: ["Pacific/Auckland"],
  germany: ["Europe/Berlin"],
  deutschland: ["Europe/Berlin"],
  austria: ["Europe/Vienna"],
  switzerland: ["Europe/Zurich"],
  france: ["Europe/Paris"],
  spain: ["Europe/Madrid"],
  italy: ["Europe/Rome"],
  netherlands: ["Europe/Amsterdam"],
  belgium: ["Europe/Brussels"],
  poland: ["Europe/Warsaw"],
  sweden: ["Europe/Stockholm"],
  norway: ["Europe/Oslo"],
  denmark: ["Europe/Copenhagen"],
  finland: ["Europe/Helsinki"],
  portugal: ["Europe/Lisbon"],
  ireland: ["Europe/Dublin"],
  greece: ["Europe/Athens"],
  ukraine: ["Europe/Kyiv"],
  turkey: ["Europe/Istanbul"],
  russia: ["Europe/Moscow", "Asia/Yekaterinburg", "Asia/Novosibirsk", "Asia/Vladivostok"],
  uk: ["Europe/London"],
  england: ["Europe/London"],
  scotland: ["Europe/London"],
  usa: ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"],
  canada: ["America/Toronto", "America/Winnipeg", "America/Edmonton", "America/Vancouver"],
  mexico: ["America/Mexico_City"],
  brazil: ["America/Sao_Paulo"],
  argentina: ["America/Argentina/Buenos_Aires"],
  india: ["Asia/Kolkata"],
  china: ["Asia/Shanghai"],
  japan: ["Asia/Tokyo"],
  korea: ["Asia/Seoul"],
  australia: ["Australia/Sydney", "Australia/Brisbane", "Australia/Adelaide", "Australia/Perth"],
  "new zealand": ["Pacific/Auckland"],
  california: ["America/Los_Angeles"],
  texas: ["America/Chicago"],
  florida: ["America/New_York"],
};

/** Where a language is mostly at home, by Discord's code; a first guess and nothing more. */
const HOME: Readonly<Record<string, string>> = {
  bg: "Europe/Sofia",
  cs: "Europe/Prague",
  da: "Europe/Copenhagen",
  de: "Europe/Berlin",
  el: "Europe/Athens",
  "en-GB": "Europe/London",
  "en-US": "America/New_York",
  "es-419": "America/Mexico_City",
  "es-ES": "Europe/Madrid",
  fi: "Europe/Helsinki",
  fr: "Europe/Paris",
  hi: "Asia/Kolkata",
  hr: "Europe/Zagreb",
  hu: "Europe/Budapest",
  id: "Asia/Jakarta",
  it: "Europe/Rome",
  ja: "Asia/Tokyo",
  ko: "Asia/Seoul",
  lt: "Europe/Vilnius",
  nl: "Europe/Amsterdam",
  no: "Europe/Oslo",
  pl: "Europe/Warsaw",
  "pt-BR": "America/Sao_Paulo",
  ro: "Europe/Bucharest",
  ru: "Europe/Moscow",
  "sv-SE": "Europe/Stockholm",
  th: "Asia/Bangkok",
  tr: "Europe/Istanbul",
  uk: "Europe/Kyiv",
  vi: "Asia/Ho_Chi_Minh",
  "zh-CN": "Asia/Shanghai",
  "zh-TW": "Asia/Taipei",
};

/** Zones most people live in, west to east. */
const COMMON: readonly string[] = [
  "America/Los_Angeles",
  "America/Denver",
  "America/Chicago",
  "America/New_York",
  "America/Sao_Paulo",
  "UTC",
  "Europe/London",
  "Europe/Berlin",
  "Europe/Helsinki",
  "Europe/Istanbul",
  "Europe/Moscow",
  "Asia/Dubai",
  "Asia/Kolkata",
  "Asia/Bangkok",
  "Asia/Shanghai",
  "Asia/Tokyo",
  "Australia/Sydney",
  "Pacific/Auckland",
];

/** Discord's bound on what a select or a list of suggestions holds. */
const MOST = 25;
const LONGEST_TYPED = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const OFFSET = /^(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?::?00)?$/;
const CLOCK = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/;

/** Zones to offer before anything was typed: where this language is at home first. */
export function usualZones(locale: string): readonly string[] {
  const home = Object.hasOwn(HOME, locale) ? HOME[locale] : undefined;
  return home === undefined ? COMMON : [home, ...COMMON.filter((zone) => zone !== home)];
}

/**
 * The zones somebody may mean, best first, at most 25: by city, name, abbreviation, country, "UTC+2", or by what
 * their clock shows now ("14:35").
 */
export function findZones(typed: string, now: number): readonly string[] {
  const wanted = fold(typed.slice(0, LONGEST_TYPED));
  if (wanted === "") return [];
  const exact = exactZone(typed.trim());
  const offset = offsetZone(wanted);
  const known = Object.hasOwn(KNOWN_AS, wanted) ? (KNOWN_AS[wanted] ?? []) : [];
  const found = [
    ...(offset === undefined ? [] : [offset]),
    ...known,
    ...(exact === undefined ? [] : [exact]),
    ...otherZones(wanted, now, known.length > 0),
  ];
  return [...new Set(found)].slice(0, MOST);
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

/** A zone within a sentence or a field, as `findZones` reads it again: `Europe/Berlin`, `UTC+2`. */
export function zoneLabel(zone: string): string {
  return distanceOf(zone) ?? zone;
}

/** A zone as people say it: `Berlin (Europe)`. */
export function zoneName(zone: string): string {
  const distance = distanceOf(zone);
  if (distance !== undefined) return distance;
  const parts = zone.replaceAll("_", " ").split("/");
  const city = parts.at(-1) ?? zone;
  return parts.length < 2 ? city : `${city} (${parts.slice(0, -1).join(", ")})`;
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
