import { levenshtein } from "../../base/levenshtein.ts";

/** The name somebody will have meant: the same but for capitals and two characters at most. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const far = (one: string) => levenshtein(one.toLowerCase(), written.slice(0, 60).toLowerCase());
  return known.find((one) => far(one) <= Math.min(2, Math.floor(one.length / 3)));
}
