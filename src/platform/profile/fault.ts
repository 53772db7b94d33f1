import { levenshtein } from "../../base/levenshtein.ts";

/** A fault in a profile: where, what, and how to fix it. */
export interface ProfileFault {
  /** The key's path: `operations["user.byId"].path`. */
  readonly path: string;
  readonly problem: string;
  readonly fix: string;
}

export type Report = (path: string, problem: string, fix: string) => void;

/** Formats a key's path as people write it: `operations["user.byId"].path`, `hosts.allow[0]`. */
export function keyPath(path: readonly PropertyKey[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(String(step))) text += text === "" ? String(step) : `.${String(step)}`;
    else text += `[${JSON.stringify(String(step))}]`;
  }
  return text;
}

/** Returns the known name closest to the written one: equal except for case and at most two characters. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const far = (one: string) => levenshtein(one.toLowerCase(), written.slice(0, 60).toLowerCase());
  return known.find((one) => far(one) <= Math.min(2, Math.floor(one.length / 3)));
}
