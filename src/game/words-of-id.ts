/** Inside a name of capitals and small letters: "PvE", "URL". */
const ABBREVIATION = /(\p{Lu}\p{Ll}\p{Lu}(?!\p{Ll})|\p{Lu}{2,}(?!\p{Ll}))/u;

/** Returns `opponentsDefeated` as "Opponents defeated", `MADE_BY_PLAYER` as "Made by player", `allPvE` as "All PvE". */
export function wordsOfId(id: string): string {
  const parts = /\p{Ll}/u.test(id) ? id.split(ABBREVIATION) : [id];
  const words = parts
    .map((part, index) => (index % 2 === 1 ? part : smallWords(part)))
    .filter((part) => part !== "")
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function smallWords(part: string): string {
  return part
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_\-\s]+/g, " ")
    .trim()
    .toLowerCase();
}
