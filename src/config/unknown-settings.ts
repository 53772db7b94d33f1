const OUR_PREFIXES = /^(MILEPOST|DISCORD|PLATFORM|PLAYGROUND|OPERATOR)_/;
/** Farther than this from a name of ours, it is somebody else's. */
const TYPING_ERRORS = 2;

/** A sentence for each name in the environment that looks meant for us and is not known. Values are not read. */
export function unknownSettings(names: readonly string[], known: readonly string[]): readonly string[] {
  return names
    .filter((name) => !known.includes(name) && name.length <= 60)
    .flatMap((name) => {
      const meant = known.find((candidate) => distance(name.toUpperCase(), candidate) <= TYPING_ERRORS);
      if (meant !== undefined) return [`The setting ${name} is not known. Did you mean ${meant}?`];
      return OUR_PREFIXES.test(name) ? [`The setting ${name} is not known; it does nothing.`] : [];
    });
}

/** Insertions, deletions and replacements between two names. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > TYPING_ERRORS) return Number.POSITIVE_INFINITY;
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
