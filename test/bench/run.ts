// Figures side by side, each pair measured in one run.
import { parseArgs } from "node:util";

import type { Figure } from "./measure.ts";

const BENCHMARKS: Readonly<Record<string, () => Promise<() => Promise<Figure[]>>>> = {
  decode: async () => (await import("./decode.ts")).decode,
  seal: async () => (await import("./seal.ts")).seal,
  start: async () => (await import("./start.ts")).start,
  interaction: async () => (await import("./interaction-cpu.ts")).interactionCpu,
  files: async () => (await import("./files.ts")).filesOfTrending,
  guilds: async () => (await import("./many-guilds.ts")).manyGuilds,
  progress: async () => (await import("./progress.ts")).progressCommand,
  upstream: async () => (await import("./upstream.ts")).upstream,
  ledger: async () => (await import("./ledger.ts")).reminderLedger,
  watch: async () => (await import("./watch.ts")).nameWatches,
  posts: async () => (await import("./posts.ts")).reminderPosts,
  "far-posts": async () => (await import("./posts.ts")).farPosts,
  messages: async () => (await import("./messages.ts")).messages,
  page: async () => (await import("./page.ts")).playgroundPage,
  pictures: async () => (await import("./pictures.ts")).pictures,
  outage: async () => (await import("./outage.ts")).outage,
  nodes: async () => (await import("./nodes.ts")).nodeInteractions,
  "nodes-claims": async () => (await import("./nodes.ts")).nodeClaims,
  "nodes-reminders": async () => (await import("./nodes.ts")).nodeReminders,
};

const USAGE = `Usage: npm run bench [-- [--json] [--only NAME]]

  --only NAME  one of ${Object.keys(BENCHMARKS).join(", ")}
  --json       JSON instead of lines
`;

const { values } = parseArgs({
  options: {
    json: { type: "boolean" },
    only: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
});
const { only, json = false } = values;
if (values.help === true) process.stdout.write(USAGE);
else if (only !== undefined && !(only in BENCHMARKS)) {
  process.stderr.write(`There is no benchmark ${only}.\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  const figures: Figure[] = [];
  for (const [name, load] of Object.entries(BENCHMARKS)) {
    // `nodes` means `nodes-claims` too.
    if (only === undefined || only === name || name.startsWith(`${only}-`))
      figures.push(...(await measured(load)));
  }
  if (json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}

async function measured(load: (typeof BENCHMARKS)[string]): Promise<readonly Figure[]> {
  const measure = await load();
  const figures = await measure();
  if (!json) for (const figure of figures) process.stdout.write(`${lineOf(figure)}\n`);
  return figures;
}

function lineOf({ benchmark, contender, value, unit, ratio, aim, isMet }: Figure): string {
  const compared = ratio === undefined ? "" : `  ${ratio.toFixed(2)}x`;
  const verdict = isMet === undefined ? "" : isMet ? ": ok" : ": missed";
  const aimed = aim === undefined ? "" : `  (aim ${aim}${verdict})`;
  return `${benchmark}: ${contender} ${value.toFixed(value < 10 ? 2 : 0)} ${unit}${compared}${aimed}`;
}
