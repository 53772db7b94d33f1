/** The prefix of a bundle; base64url of an age file follows. */
export const BUNDLE_PREFIX = "milepost1:";
const ARMOR_START = /-{2,8} ?BEGIN AGE ENCRYPTED FILE ?-{2,8}/;
const ARMOR_END = /-{2,8} ?END AGE ENCRYPTED FILE/;
/** The columns of an armored age file. */
const ARMOR_LINE = /.{1,64}/g;
const LONGEST_BUNDLE = 64 * 1024;
const WRAPPED_AT_LEAST = 40;
const WRAPPED_AT_MOST = 200;
const BASE64_LINE = /^[A-Za-z0-9+/_=-]+$/;

/** Returns a sealed bundle anywhere in a text, without surroundings and line ends. */
export function findSealed(text: string): string | undefined {
  const start = text.toLowerCase().indexOf(BUNDLE_PREFIX);
  if (start !== -1) return BUNDLE_PREFIX + base64At(text.slice(start + BUNDLE_PREFIX.length).trimStart());
  const armor = ARMOR_START.exec(text);
  if (armor === null) return undefined;
  const from = armor.index + armor[0].length;
  const rest = text.slice(from, from + LONGEST_BUNDLE);
  const end = rest.search(ARMOR_END);
  return armored(end === -1 ? rest : rest.slice(0, end), end !== -1);
}

/**
 * Returns an armored age file as the age tool writes it. Copying adds quote marks, indents and blank lines, or joins its
 * lines; were a character lost or added, it wouldn't open.
 */
function armored(content: string, isWhole: boolean): string {
  const lines = content.replaceAll(/[^A-Za-z0-9+/=]/g, "").match(ARMOR_LINE) ?? [];
  const end = isWhole ? ["-----END AGE ENCRYPTED FILE-----"] : [];
  return ["-----BEGIN AGE ENCRYPTED FILE-----", ...lines, ...end, ""].join("\n");
}

/** Returns the base64 at the start of a text. Lines of equal length were wrapped and belong together. */
function base64At(text: string): string {
  const [first = "", ...rest] = text
    .slice(0, LONGEST_BUNDLE)
    .split(/\s+/)
    .map((line) => line.replace(/^[>|]{1,8}/, ""))
    .filter((line) => line !== "");
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
