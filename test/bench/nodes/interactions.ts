import { setTimeout as wait } from "node:timers/promises";

import { stagePlatform } from "../../support/bot-harness.ts";
import { type Figure, median, percentile, row } from "../measure.ts";
import { type Cluster, startCluster } from "./cluster.ts";

const SIZES = [1, 2, 4];
/** For each node: compiled code is each one's own. */
const WARM_UP = 1_000;
const ROUNDS = 5;
const EACH = 300;
const AT_ONCE = 10;
const FLAT = 1.15;
/** What a node says to the database by itself, whatever members do. */
const OWN = /update nodes set until|pg_notify|listen "|leases/;
const COUNTED = 500;

/** Warm `/trending` over HTTP: processor time by how many nodes there are, what the database hears, and how many a second. */
export async function interactions(freshUrl: () => Promise<string>): Promise<Figure[]> {
  const platform = await stagePlatform();
  const clusters: Cluster[] = [];
  try {
    for (const size of SIZES) {
      const people = size * WARM_UP + (ROUNDS + 1) * EACH + COUNTED;
      clusters.push(await startCluster(size, { platform, url: await freshUrl(), people }));
    }
    for (const cluster of clusters) await cluster.ask(cluster.size * WARM_UP, AT_ONCE);
    const [one] = clusters;
    if (one === undefined) throw new RangeError("no nodes");
    return [...(await processorTime(clusters)), ...(await statements(one)), ...(await rates(clusters))];
  } finally {
    await Promise.all(clusters.map((cluster) => cluster.close()));
    await platform.close();
  }
}

const nameOf = ({ size }: Cluster) => `${size} ${size === 1 ? "node" : "nodes"}`;

async function processorTime(clusters: readonly Cluster[]): Promise<Figure[]> {
  const samples: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const cluster of clusters) {
      const before = cluster.cpuSeconds();
      const { length } = await cluster.ask(EACH, AT_ONCE);
      (samples[nameOf(cluster)] ??= []).push(((cluster.cpuSeconds() - before) * 1_000) / length);
    }
  }
  const medians = Object.fromEntries(Object.entries(samples).map(([name, all]) => [name, median(all)]));
  return row("CPU per warm /trending over HTTP, all nodes together", "ms", medians, { most: FLAT });
}

/** Beside what is said in the same time while nobody asks. */
async function statements(cluster: Cluster): Promise<Figure[]> {
  const { cutter } = cluster;
  let said = 0;
  cutter.onSaid = (words) => void (said += OWN.test(words.toString("latin1")) ? 0 : 1);
  const begunAt = performance.now();
  await cluster.ask(COUNTED, AT_ONCE);
  const busy = said;
  await wait(performance.now() - begunAt);
  const idle = said - busy;
  cutter.onSaid = undefined;
  const value = Math.max(0, busy - idle) / COUNTED;
  const benchmark = "PostgreSQL statements per warm /trending";
  return [{ benchmark, contender: "1 node", value, unit: "", aim: "< 0.01", isMet: value < 0.01 }];
}

async function rates(clusters: readonly Cluster[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const cluster of clusters) {
    const begunAt = performance.now();
    const took = await cluster.ask(EACH, AT_ONCE);
    const seconds = (performance.now() - begunAt) / 1_000;
    const benchmark = `/trending over HTTP by ${AT_ONCE} at once, Discord's stand-in beside it`;
    figures.push(
      { benchmark, contender: nameOf(cluster), value: took.length / seconds, unit: "a second" },
      { benchmark, contender: `${nameOf(cluster)}, p99`, value: percentile(took, 0.99), unit: "ms" },
      {
        benchmark,
        contender: `${nameOf(cluster)}, unanswered in all`,
        value: cluster.unanswered(),
        unit: "",
      },
    );
  }
  return figures;
}
