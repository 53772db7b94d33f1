import { levenshtein } from "../base/levenshtein.ts";

const OUR_PREFIXES = /^(MILEPOST|DISCORD|PLATFORM|PLAYGROUND|OPERATOR)_/;
/** Farther than this from a name of ours, it is somebody else's. */
const TYPING_ERRORS = 2;

/** A sentence for each name in the environment that looks meant for us and is not known. Values are not read. */
export function unknownSettings(names: readonly string[], known: readonly string[]): readonly string[] {
  return names
    .filter((name) => !known.includes(name) && name.length <= 60)
    .flatMap((name) => {
      const meant = known.find((candidate) => levenshtein(name.toUpperCase(), candidate) <= TYPING_ERRORS);
      if (meant !== undefined) return [`The setting ${name} is not known. Did you mean ${meant}?`];
      return OUR_PREFIXES.test(name) ? [`The setting ${name} is not known; it does nothing.`] : [];
    });
}
