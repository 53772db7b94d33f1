export interface Finding {
  readonly verdict: "ok" | "look" | "wrong";
  /** What was found and, if it is wrong, what to do. */
  readonly words: string;
}

export const ok = (words: string): Finding => ({ verdict: "ok", words });
export const look = (words: string): Finding => ({ verdict: "look", words });
export const wrong = (words: string): Finding => ({ verdict: "wrong", words });

/** Returns the findings there are. */
export function said(...all: readonly (Finding | false | undefined)[]): readonly Finding[] {
  return all.filter((one) => one !== false && one !== undefined);
}
