// npm run prove [-- NAME...] [-- --quick]: the promises that take long to prove, one line each.
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
  delivery: async () => (await import("./delivery.ts")).delivery,
  "delivery-commands": async () => (await import("./delivery-commands.ts")).deliveryCommands,
  "delivery-window": async () => (await import("./delivery-window.ts")).deliveryWindow,
  presses: async () => (await import("./presses.ts")).presses,
};

const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean" } },
  allowPositionals: true,
});
/** `delivery` means `delivery-window` too. */
const isMeant = (name: string) =>
  positionals.length === 0 || positionals.some((word) => name === word || name.startsWith(`${word}-`));
const unknown = positionals.filter((name) => !(name in PROOFS));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no proof ${unknown.join(", ")}. Known: ${Object.keys(PROOFS).join(", ")}.\n`,
  );
  process.exitCode = 2;
} else {
  for (const [name, load] of Object.entries(PROOFS)) {
    if (!isMeant(name)) continue;
    const prove = await load();
    const { sentence, failed } = await prove({ isQuick: values.quick ?? false });
    process.stdout.write(`${failed === 0 ? "held  " : "BROKEN"} ${name}: ${sentence}\n`);
    if (failed > 0) process.exitCode = 1;
  }
}
