import type { PersonCard } from "./card.ts";

/** The picture is of two alone; columns are too narrow for one. */
export type ComparedContent = Pick<PersonCard, "name" | "detail" | "avatar">;

export interface ComparedRow {
  readonly label: string;
  /** One a side. */
  readonly values: readonly ComparedValue[];
  /** The place among the sides of the one that is ahead of all others. */
  readonly ahead?: number | undefined;
}

export interface ComparedValue {
  readonly text: string;
  /** Of the highest of them, 0 to 1. A row where none has one has no bars. */
  readonly share?: number | undefined;
}

/** Of a row: words alone, which nothing measures. */
export function isWords({ values }: ComparedRow): boolean {
  return values.every(({ share }) => share === undefined);
}
