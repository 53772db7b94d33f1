import type { Card } from "../../../src/pictures/cards/index.ts";
import { compareSamples } from "./compare.ts";
import { progressSamples } from "./progress.ts";
import { statsSamples } from "./stats.ts";

/** Every card with every edge case, by names that people read. */
export const samples: {
  readonly [Name in Card["card"]]: Readonly<Record<string, Extract<Card, { card: Name }>>>;
} = {
  compare: compareSamples,
  progress: progressSamples,
  stats: statsSamples,
};
