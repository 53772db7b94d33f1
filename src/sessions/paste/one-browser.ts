import type { WantedCookies } from "../../platform/cookie-rules.ts";
import type { Candidate } from "./candidate.ts";

type ByName = ReadonlyMap<string, readonly Candidate[]>;

/** Those that have not ended; all of them where none is left. */
export function unlessEnded(all: readonly Candidate[], now: number): readonly Candidate[] {
  const living = all.filter(({ endsAt, flaw }) => flaw === undefined && (endsAt ?? Infinity) > now);
  return living.length === 0 ? all : living;
}

/**
 * Where one browser's cookies are whole, the last such browser's, so that no two accounts are mixed: its own, what
 * servers set anew, and what stands alone or agrees with it. Else all.
 */
export function ofOneBrowser({ cookies }: WantedCookies, all: ByName): ByName {
  const usable = new Map(
    [...all].map(([name, those]) => [name, those.filter(({ flaw }) => flaw === undefined)]),
  );
  const sources = [...new Set([...usable.values()].flat().map(({ source }) => source))];
  const required = cookies.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const valueIn = (source: number, name: string) =>
    usable.get(name)?.findLast((one) => one.source === source)?.value;
  const whole = sources
    .toSorted((a, b) => b - a)
    .find((source) => required.every((name) => valueIn(source, name) !== undefined));
  if (whole === undefined) return all;
  const agrees = (source: number): boolean => {
    const theirs = [...usable].flatMap(([name, those]) =>
      those.filter((one) => one.source === source && !one.isRenewal).map(({ value }) => ({ name, value })),
    );
    const names = new Set(theirs.map(({ name }) => name));
    return names.size <= 1 || theirs.every(({ name, value }) => (valueIn(whole, name) ?? value) === value);
  };
  const taken = new Set(sources.filter((source) => source === whole || agrees(source)));
  return new Map([...usable].map(([name, those]) => [name, those.filter(({ source }) => taken.has(source))]));
}
