import type { Card } from "../../../src/pictures/cards/index.ts";
import { progressSamples } from "./progress.ts";

/** Every card with every edge case, by names that people read. */
export const samples: {
  readonly [Name in Card["card"]]: Readonly<Record<string, Extract<Card, { card: Name }>>>;
} = {
  progress: progressSamples,
};
