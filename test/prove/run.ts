// The promises that take long to prove, one line each.
import { parseArgs } from "node:util";

/** Proves one promise. Its sentence says what was counted; `failed` counts what must not be. */
export interface Proof {
  readonly sentence: string;
  readonly failed: number;
}

type Prove = (options: { readonly isQuick: boolean }) => Promise<Proof>;

const PROOFS: Readonly<Record<string, () => Promise<Prove>>> = {
  pastes: async () => (await import("./pastes.ts")).pastes,
  tampers: async () => (await import("./tampers.ts")).tampers,
  rotation: async () => (await import("./rotation.ts")).rotation,
  clock: async () => (await import("./clock.ts")).clock,
  "clock-steps": async () => (await import("./clock-steps.ts")).clockSteps,
  delivery: async () => (await import("./delivery.ts")).delivery,
  "delivery-commands": async () => (await import("./delivery-commands.ts")).deliveryCommands,
  "delivery-window": async () => (await import("./delivery-window.ts")).deliveryWindow,
  forget: async () => (await import("./forget.ts")).forget,
  links: async () => (await import("./links.ts")).links,
  roles: async () => (await import("./roles.ts")).roles,
  latency: async () => (await import("./latency.ts")).latency,
  presses: async () => (await import("./presses.ts")).presses,
  nodes: async () => (await import("./nodes.ts")).nodes,
  day: async () => (await import("./day.ts")).day,
  shards: async () => (await import("./shards.ts")).shards,
};

const USAGE = `Usage: npm run prove [-- [NAME...] [--quick]]

  NAME     ${Object.keys(PROOFS).join(", ")}; all without one
  --quick  fewer rounds of each, in seconds instead of minutes
`;

const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  allowPositionals: true,
});
/** `delivery` means `delivery-window` too. */
const isMeant = (name: string) =>
  positionals.length === 0 || positionals.some((word) => name === word || name.startsWith(`${word}-`));
const unknown = positionals.filter((name) => !(name in PROOFS));
if (values.help === true) process.stdout.write(USAGE);
else if (unknown.length > 0) {
  process.stderr.write(`There is no proof ${unknown.join(", ")}.\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  const meant = Object.entries(PROOFS).filter(([name]) => isMeant(name));
  // One of them waits for a minute in which the others have enough to do.
  const together = meant.filter(([name]) => values.quick === true && name.startsWith("delivery"));
  await Promise.all(together.map(proved));
  for (const one of meant) if (!together.includes(one)) await proved(one);
  // Left to end by itself with sockets that were reset, Node may clear up for ever: nodejs/node, issue 47748.
  process.exit();
}

async function proved([name, load]: readonly [string, () => Promise<Prove>]): Promise<void> {
  const prove = await load();
  const { sentence, failed } = await prove({ isQuick: values.quick ?? false });
  process.stdout.write(`${failed === 0 ? "held  " : "BROKEN"} ${name}: ${sentence}\n`);
  if (failed > 0) process.exitCode = 1;
}
