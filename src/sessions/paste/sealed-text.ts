/** The prefix of a bundle; base64url of an age file follows. */
export const BUNDLE_PREFIX = "milepost1:";
const ARMOR_START = "-----BEGIN AGE ENCRYPTED FILE-----";
const ARMOR_END = "-----END AGE ENCRYPTED FILE-----";
const LONGEST_BUNDLE = 64 * 1024;
const WRAPPED_AT_LEAST = 40;
const WRAPPED_AT_MOST = 200;
const BASE64_LINE = /^[A-Za-z0-9+/_=-]+$/;

/** Returns a sealed bundle anywhere in a text, without surroundings and line ends. */
export function findSealed(text: string): string | undefined {
  const start = text.toLowerCase().indexOf(BUNDLE_PREFIX);
  if (start !== -1) return BUNDLE_PREFIX + base64At(text.slice(start + BUNDLE_PREFIX.length).trimStart());
  const armor = text.indexOf(ARMOR_START);
  if (armor === -1) return undefined;
  const rest = text.slice(armor, armor + LONGEST_BUNDLE);
  const end = rest.indexOf(ARMOR_END);
  return end === -1 ? rest : `${rest.slice(0, end + ARMOR_END.length)}\n`;
}

/** Returns the base64 at the start of a text. Lines of equal length were wrapped and belong together. */
function base64At(text: string): string {
  const lines = text
    .slice(0, LONGEST_BUNDLE)
    .split("\n")
    .map((line) => line.replace(/^[> \t]{1,8}/, "").trimEnd());
  const [first = "", ...rest] = lines;
  const run = first.slice(0, first.search(/[^A-Za-z0-9+/_=-]|$/));
  const isWrapped = run === first && run.length >= WRAPPED_AT_LEAST - BUNDLE_PREFIX.length;
  if (!isWrapped || run.length > WRAPPED_AT_MOST) return run;
  const parts = [run];
  // The prefix may have taken part of the first line.
  const width = Math.max(run.length, (rest[0] ?? "").length);
  for (const line of rest) {
    if (!BASE64_LINE.test(line) || line.length > run.length + BUNDLE_PREFIX.length) break;
    parts.push(line);
    if (line.length < width) break;
  }
  return parts.join("");
}
