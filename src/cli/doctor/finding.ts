/** How one thing stands. */
export interface Finding {
  readonly verdict: "ok" | "look" | "wrong";
  /** What was found, and where it is not right what to do. */
  readonly words: string;
}

export const ok = (words: string): Finding => ({ verdict: "ok", words });
export const look = (words: string): Finding => ({ verdict: "look", words });
export const wrong = (words: string): Finding => ({ verdict: "wrong", words });

/** Of these, what there is to say. */
export function said(...all: readonly (Finding | false | undefined)[]): readonly Finding[] {
  return all.filter((one) => one !== false && one !== undefined);
}
