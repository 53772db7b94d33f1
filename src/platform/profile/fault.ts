import { levenshtein } from "../../base/levenshtein.ts";

/** One thing wrong in a profile: where, what, and how to fix it. */
export interface ProfileFault {
  /** Path of the key: `operations["user.byId"].path`. */
  readonly path: string;
  readonly problem: string;
  readonly fix: string;
}

export type Report = (path: string, problem: string, fix: string) => void;

/** A key of a profile as people write it: `operations["user.byId"].path`, `hosts.allow[0]`. */
export function keyPath(path: readonly PropertyKey[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(String(step))) text += text === "" ? String(step) : `.${String(step)}`;
    else text += `[${JSON.stringify(String(step))}]`;
  }
  return text;
}

/** The name somebody will have meant: the same but for capitals and two characters at most. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const far = (one: string) => levenshtein(one.toLowerCase(), written.slice(0, 60).toLowerCase());
  return known.find((one) => far(one) <= Math.min(2, Math.floor(one.length / 3)));
}
