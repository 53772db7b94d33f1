// npm run bench [-- --json] [-- --only NAME]: figures side by side, each pair measured in one run.
import { parseArgs } from "node:util";

import type { Figure } from "./measure.ts";

const BENCHMARKS: Readonly<Record<string, () => Promise<() => Promise<Figure[]>>>> = {
  decode: async () => (await import("./decode.ts")).decode,
  seal: async () => (await import("./seal.ts")).seal,
  start: async () => (await import("./start.ts")).start,
  interaction: async () => (await import("./interaction-cpu.ts")).interactionCpu,
  guilds: async () => (await import("./many-guilds.ts")).manyGuilds,
  progress: async () => (await import("./progress.ts")).progressCommand,
  upstream: async () => (await import("./upstream.ts")).upstream,
  ledger: async () => (await import("./ledger.ts")).reminderLedger,
  posts: async () => (await import("./posts.ts")).reminderPosts,
  outage: async () => (await import("./outage.ts")).outage,
};

const { values } = parseArgs({ options: { json: { type: "boolean" }, only: { type: "string" } } });
const figures: Figure[] = [];
for (const [name, load] of Object.entries(BENCHMARKS)) {
  if (values.only !== undefined && values.only !== name) continue;
  const measure = await load();
  const measured = await measure();
  figures.push(...measured);
  if (!values.json) for (const figure of measured) process.stdout.write(`${lineOf(figure)}\n`);
}
if (values.json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);

function lineOf({ benchmark, contender, value, unit, ratio, aim }: Figure): string {
  const compared = ratio === undefined ? "" : `  ${ratio.toFixed(2)}x`;
  const aimed = aim === undefined ? "" : `  (aim ${aim})`;
  return `${benchmark}: ${contender} ${value.toFixed(value < 10 ? 2 : 0)} ${unit}${compared}${aimed}`;
}
