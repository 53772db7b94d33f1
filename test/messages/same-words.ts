/** Words that are the same in all languages: names, and what the platform or a computer calls something. */
const EVERYWHERE = new Set(["Milepost", "CSV", "JSON", "UTC", "Discord"]);

/** Words a language has from English, or happens to share with it. By Discord's code. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  ja: ["PC"],
  ko: ["PC"],
  "zh-CN": ["PC"],
  "zh-TW": ["PC"],
  tr: ["PC"],
  "es-ES": ["**Color:** {color}", "Color", "No", "PC"],
  pl: ["**Problem:** {what}", "Reset", "PC", "Link", "News", "Ranking", "Ranking: {stat}"],
  "pt-BR": [
    "### {what}\n**Status:** {state}",
    "Console A",
    "Console B",
    "Item",
    "Item {hash}",
    "Link",
    "PC",
    "Ranking",
    "Ranking: {stat}",
    "Reset",
    "Status",
  ],
  de: [
    "{label} (in {length})",
    "### {what}\n**Status:** {state}",
    "**Pings:** {role}",
    "**Problem:** {what}",
    "**{what}** in {channel}",
    "live",
    "Event",
    "Events",
    "Stream",
    "Streams",
    "Quest {hash}",
    "Quests",
    "Quests: {counts}",
    "{quest}, in {activity}",
    "Status",
    "Reset",
    "PC",
    "Update",
    "Link",
    "Release",
  ],
  it: [
    "**{what}** in {channel}",
    "{quest}, in {activity}",
    "live",
    "Account {number}",
    "Account: {name}",
    "Console A",
    "Console B",
    "Link",
    "No",
    "PC",
    "Privacy",
    "Reset",
    "Social network",
  ],
  fr: [
    "Factions",
    "{points} points",
    "Faction {hash}",
    "Progression {hash}",
    "Destination {hash}",
    "Collection",
    "Console A",
    "Console B",
    "PC",
    "Page {page}",
  ],
};

/** Whether a text is English's, where a translation is wanted. */
export function isCopy(code: string, text: string, english: string): boolean {
  if (text !== english || EVERYWHERE.has(text) || SHARED[code]?.includes(text) === true) return false;
  return /\p{L}{2}/u.test(english.replaceAll(/\{[^{}]*\}/g, ""));
}
