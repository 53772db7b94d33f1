import type { Card } from "./cards/index.ts";

/** Returns all pictures of a card, wherever in its data they are. */
export function picturesIn(value: unknown): readonly Uint8Array[] {
  if (value instanceof Uint8Array) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(picturesIn) : [];
}

/** Returns the card without these pictures: it is drawn as if they were missing. */
export function dropPictures(card: Card, dropped: ReadonlySet<Uint8Array>): Card {
  // Every picture of a card may be missing: what is left is a card still.
  return without(card, dropped) as Card;
}

function without(value: unknown, dropped: ReadonlySet<Uint8Array>): unknown {
  if (value instanceof Uint8Array) return dropped.has(value) ? undefined : value;
  if (Array.isArray(value)) return value.map((one) => without(one, dropped));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, dropped)]));
}
