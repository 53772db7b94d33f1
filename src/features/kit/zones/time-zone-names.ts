/** New names of zones that Intl lists by an old one. */
export const RENAMED: Readonly<Record<string, string>> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Europe/Kiev": "Europe/Kyiv",
};

/** What people type that is no city of the tz database; names of one place together. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  utc: ["UTC"],
  gmt: ["UTC", "Europe/London"],
  "cet, cest": ["Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome", "Europe/Warsaw"],
  eet: ["Europe/Helsinki", "Europe/Athens", "Europe/Kyiv", "Europe/Bucharest"],
  "wet, portugal": ["Europe/Lisbon"],
  "bst, uk, england, scotland, united kingdom": ["Europe/London"],
  msk: ["Europe/Moscow"],
  "et, est, edt, eastern": ["America/New_York", "America/Toronto"],
  "ct, cdt, central": ["America/Chicago", "America/Winnipeg"],
  cst: ["America/Chicago", "America/Winnipeg", "Asia/Shanghai"],
  "mt, mdt, mountain": ["America/Denver", "America/Edmonton"],
  mst: ["America/Denver", "America/Phoenix", "America/Edmonton"],
  "pt, pst, pdt, pacific": ["America/Los_Angeles", "America/Vancouver"],
  "brt, brazil": ["America/Sao_Paulo"],
  ist: ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"],
  "jst, japan": ["Asia/Tokyo"],
  "kst, korea": ["Asia/Seoul"],
  aest: ["Australia/Sydney", "Australia/Melbourne", "Australia/Brisbane"],
  awst: ["Australia/Perth"],
  "nzst, new zealand": ["Pacific/Auckland"],
  "germany, deutschland": ["Europe/Berlin"],
  austria: ["Europe/Vienna"],
  switzerland: ["Europe/Zurich"],
  france: ["Europe/Paris"],
  spain: ["Europe/Madrid"],
  "italy, italia, roma, milano": ["Europe/Rome"],
  netherlands: ["Europe/Amsterdam"],
  belgium: ["Europe/Brussels"],
  poland: ["Europe/Warsaw"],
  sweden: ["Europe/Stockholm"],
  norway: ["Europe/Oslo"],
  denmark: ["Europe/Copenhagen"],
  finland: ["Europe/Helsinki"],
  ireland: ["Europe/Dublin"],
  greece: ["Europe/Athens"],
  ukraine: ["Europe/Kyiv"],
  "turkey, turkiye, ankara": ["Europe/Istanbul"],
  russia: ["Europe/Moscow", "Asia/Yekaterinburg", "Asia/Novosibirsk", "Asia/Vladivostok"],
  "united states, usa": ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"],
  canada: ["America/Toronto", "America/Winnipeg", "America/Edmonton", "America/Vancouver"],
  mexico: ["America/Mexico_City"],
  argentina: ["America/Argentina/Buenos_Aires"],
  india: ["Asia/Kolkata"],
  china: ["Asia/Shanghai"],
  australia: ["Australia/Sydney", "Australia/Brisbane", "Australia/Adelaide", "Australia/Perth"],
  california: ["America/Los_Angeles"],
  texas: ["America/Chicago"],
  florida: ["America/New_York"],
};

/** The zones by each of those names, in lower case without accents. */
export const KNOWN_AS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(NAMES).flatMap(([names, zones]) => names.split(", ").map((name) => [name, zones])),
);

/** The zone most speakers of a language live in, by Discord's locale code, as a first guess. */
export const HOME: Readonly<Record<string, string>> = {
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

/** Where else a language of `HOME` is Discord's nearest for many, by Discord's locale code; most first. */
export const ALSO_HOME: Readonly<Record<string, readonly string[]>> = {
  "en-GB": ["Europe/Berlin", "Asia/Kolkata", "Australia/Sydney"],
  "en-US": ["America/Chicago", "America/Denver", "America/Los_Angeles"],
  "es-419": ["America/Bogota", "America/Santiago", "America/Argentina/Buenos_Aires"],
  "es-ES": ["Atlantic/Canary"],
  fr: ["America/Toronto"],
  id: ["Asia/Makassar", "Asia/Jayapura"],
  "pt-BR": ["America/Manaus", "Europe/Lisbon"],
  ru: ["Asia/Yekaterinburg", "Asia/Novosibirsk", "Asia/Vladivostok"],
};

/** What people in the United States call their zones. */
export const AMERICAN: Readonly<Record<string, string>> = {
  "America/Chicago": "Central Time",
  "America/Denver": "Mountain Time",
  "America/Los_Angeles": "Pacific Time",
  "America/New_York": "Eastern Time",
};

/** Languages of `HOME` whose speakers live in many zones: none is guessed for them. */
export const SPREAD: ReadonlySet<string> = new Set(["en-GB", "en-US", "es-419", "id", "ru"]);

/** The zones most people live in, west to east. */
export const COMMON: readonly string[] = [
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

/** Places whose offset is not a whole hour, by standard offset in minutes. */
export const BETWEEN_HOURS: Readonly<Record<string, readonly string[]>> = {
  "-570": ["Pacific/Marquesas"],
  "-210": ["America/St_Johns"],
  "210": ["Asia/Tehran"],
  "270": ["Asia/Kabul"],
  "330": ["Asia/Kolkata", "Asia/Colombo"],
  "345": ["Asia/Kathmandu"],
  "390": ["Asia/Yangon"],
  "525": ["Australia/Eucla"],
  "570": ["Australia/Adelaide", "Australia/Darwin"],
  "630": ["Australia/Lord_Howe"],
  "765": ["Pacific/Chatham"],
};
