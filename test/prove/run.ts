// The promises that take long to prove, one line each.
import { parseArgs } from "node:util";

import { freshSchema } from "../support/postgres-schema.ts";
import { startPostgres } from "../support/postgres.ts";

/** Proves one promise. Its sentence says what was counted; `failed` counts what must not be. */
export interface Proof {
  readonly sentence: string;
  readonly failed: number;
}

export interface ProofOptions {
  readonly isQuick: boolean;
  /** Returns the address of an empty database: the given one, or with `--postgres` one on a server of the run's own. */
  readonly databaseAt: (sqlite: string) => Promise<string>;
}

type Prove = (options: ProofOptions) => Promise<Proof>;

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
  hints: async () => (await import("./hints.ts")).hints,
  day: async () => (await import("./day.ts")).day,
  "stalled-bodies": async () => (await import("./stalled-bodies.ts")).stalledBodies,
  shards: async () => (await import("./shards.ts")).shards,
};

/** Those that hold on either kind of database; the others have a kind of their own, or none. */
const ON_EITHER = ["rotation", "delivery", "delivery-commands", "delivery-window", "latency", "presses"];

/** Those that count what was answered in time: quick, the others run two at once, these never. */
const HURRIED = new Set(["latency", "presses", "nodes", "hints"]);

const USAGE = `Usage: npm run prove [-- [NAME...] [--quick] [--postgres]]

  NAME        ${Object.keys(PROOFS).join(", ")}; all without one
  --quick     fewer rounds of each, in seconds instead of minutes
  --postgres  on PostgreSQL instead of a file: ${ON_EITHER.join(", ")}
`;

const { values, positionals } = parseArgs({
  options: {
    quick: { type: "boolean" },
    postgres: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  },
  allowPositionals: true,
});
/** `delivery` means `delivery-window` too. */
const isMeant = (name: string) =>
  (values.postgres !== true || ON_EITHER.includes(name)) &&
  (positionals.length === 0 || positionals.some((word) => name === word || name.startsWith(`${word}-`)));
const unknown = positionals.filter((name) => !(name in PROOFS));
if (values.help === true) process.stdout.write(USAGE);
else if (unknown.length > 0) {
  process.stderr.write(`There is no proof ${unknown.join(", ")}.\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  const meant = Object.entries(PROOFS).filter(([name]) => isMeant(name));
  const postgres = values.postgres === true ? startPostgres() : undefined;
  const options: ProofOptions = {
    isQuick: values.quick ?? false,
    databaseAt: async (sqlite) => (postgres === undefined ? sqlite : freshSchema(postgres.url)),
  };
  const isAlone = ([name]: (typeof meant)[number]) => values.quick !== true || HURRIED.has(name);
  const together = meant.filter((one) => !isAlone(one));
  const provedInTurn = async () => {
    for (let one = together.shift(); one !== undefined; one = together.shift()) await proved(one, options);
  };
  // Most of them wait most of the time.
  await Promise.all([provedInTurn(), provedInTurn()]);
  for (const one of meant.filter(isAlone)) await proved(one, options);
  await postgres?.stop();
  // Left to end by itself with sockets that were reset, Node may clear up for ever: nodejs/node, issue 47748.
  process.exit();
}

async function proved(
  [name, load]: readonly [string, () => Promise<Prove>],
  options: ProofOptions,
): Promise<void> {
  const prove = await load();
  const { sentence, failed } = await prove(options);
  process.stdout.write(`${failed === 0 ? "held  " : "BROKEN"} ${name}: ${sentence}\n`);
  if (failed > 0) process.exitCode = 1;
}
