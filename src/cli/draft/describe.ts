import type { Matching, Proposal, Sureness } from "./match.ts";

const WORDS: Readonly<Record<Sureness, string>> = {
  same: "same name",
  likely: "likely",
  maybe: "maybe: look yourself",
};
const MOST_CANDIDATES = 6;

/** Returns the likely renames; fields that have their name need none. */
export function renamesOf({ proposals }: Matching): Readonly<Record<string, string>> {
  const likely = proposals.filter(({ sure }) => sure === "likely");
  return Object.fromEntries(likely.map(({ field, member }) => [field, member.path]));
}

/** Describes what each field was matched with and how surely, sure ones first. */
export function describeMatching({ proposals, unfound }: Matching): readonly string[] {
  const order: readonly Sureness[] = ["same", "likely", "maybe"];
  const sorted = proposals.toSorted((a, b) => order.indexOf(a.sure) - order.indexOf(b.sure));
  const width = Math.max(
    0,
    ...sorted.map(({ field }) => field.length),
    ...unfound.map(({ field }) => field.length),
  );
  const missing = unfound.filter(({ isRequired }) => isRequired);
  const others = unfound.filter(({ isRequired }) => !isRequired).map(({ field }) => field);
  return [
    ...sorted.map((one) => `  ${one.field.padEnd(width)}  ${line(one)}`),
    ...missing.map(
      ({ field, kind, candidates }) =>
        `  ${field.padEnd(width)}  NOT FOUND, and needed (${kind}): ${candidatesIn(candidates)}`,
    ),
    ...(others.length === 0 ? [] : [`  Nothing found for ${others.join(", ")}`]),
  ];
}

function line({ member, sure, kind }: Proposal): string {
  const { path, example } = member;
  return `${path} (${WORDS[sure]}; ${kind}${example === undefined ? "" : `, such as ${example}`})`;
}

function candidatesIn(candidates: readonly string[]): string {
  if (candidates.length === 0) return "no member is of its kind";
  const more = candidates.length - MOST_CANDIDATES;
  const shown = candidates.slice(0, MOST_CANDIDATES).join(", ");
  return `by kind it could be ${shown}${more > 0 ? ` or ${more} more` : ""}`;
}
