import { compareSamples } from "./compare.ts";
import { eventSamples } from "./event.ts";
import { profileSamples } from "./profile.ts";
import { progressSamples } from "./progress.ts";
import { rankingSamples } from "./ranking.ts";
import { statsSamples } from "./stats.ts";
import { trendingSamples } from "./trending.ts";
import { vaultSamples } from "./vault.ts";
import { weekSamples } from "./week.ts";
import type { Card } from "../../../src/pictures/card.ts";

/** Every card with every edge case, by names that people read. */
export const samples: {
  readonly [Name in Card["card"]]: Readonly<Record<string, Extract<Card, { card: Name }>>>;
} = {
  compare: compareSamples,
  event: eventSamples,
  profile: profileSamples,
  progress: progressSamples,
  ranking: rankingSamples,
  stats: statsSamples,
  trending: trendingSamples,
  vault: vaultSamples,
  week: weekSamples,
};
