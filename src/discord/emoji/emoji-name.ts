/**
 * The names we give: what the picture shows, since screen readers read it out, and the first hex digits of its hash.
 * Earlier versions gave the hash alone.
 */
const OWN = /^[A-Za-z0-9_]+_mp([0-9a-f]{6})$|^mp_([0-9a-f]{6})[0-9a-f]{18}$/;
const MUTE = /^(?:icon_mp|mp_)/;
/** Of 32 characters. */
const WORDS_LENGTH = 22;

/** Returns whether an emoji's name is one that we give. */
export const isOwnEmoji = (name: string) => OWN.test(name);

/** Returns what tells our pictures apart in an emoji's name; undefined for another's emoji. */
export function keyOf(name: string): string | undefined {
  const [, key, earlier] = OWN.exec(name) ?? [];
  return key ?? earlier;
}

/** Returns whether a name says nothing, so that it is replaced once there is one that does. */
export const isMute = (name: string) => MUTE.test(name);

/** Returns the name of a picture that shows this, in at most 32 of the characters Discord takes. */
export function emojiName(shows: string, key: string): string {
  return `${wordsOf(shows)}_mp${key}`;
}

/** Returns words in the letters an emoji's name may have; "icon" where too few are left of them. */
function wordsOf(shows: string): string {
  const plain = shows
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "_");
  const words = plain.replace(/^_/, "").slice(0, WORDS_LENGTH).replace(/_$/, "");
  return /[A-Za-z]{2}/.test(words) ? words : "icon";
}
