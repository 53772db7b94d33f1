import type { PersonCard } from "./card.ts";

/** The avatar is drawn for two sides only; columns are too narrow. */
export type ComparedContent = Pick<PersonCard, "name" | "detail" | "avatar">;

export interface ComparedRow {
  readonly label: string;
  /** One per side. */
  readonly values: readonly ComparedValue[];
  /** The index of the side that is ahead of all others. */
  readonly ahead?: number | undefined;
}

export interface ComparedValue {
  readonly text: string;
  /** Relative to the highest, 0 to 1. A row without any has no bars. */
  readonly share?: number | undefined;
}

/** Returns whether a row has only words, without bars. */
export function isWords({ values }: ComparedRow): boolean {
  return values.every(({ share }) => share === undefined);
}
