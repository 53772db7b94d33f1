import { type KeyKind, keyKinds } from "../sessions/keyring/keyring-file.ts";
import {
  addKey,
  keyringStatus,
  type KeyStatus,
  retireKey,
  rotateKeys,
  type Rotation,
} from "../sessions/keyring/keyring-changes.ts";
import { IDENTITY_KEPT_MS } from "../sessions/bundle/open-bundle.ts";
import { type OperatorDatabase, withOperatorDatabase } from "./database.ts";
import { type CliContext, endWith, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost keys status
       milepost keys add KIND
       milepost keys rotate [KIND]
       milepost keys retire KIND ID

KIND: mpk1 seals what is stored (rotate takes it when none is given), mpt1 signs buttons, mpi1 is what bundles
are sealed to. A running bot goes on: it takes up a new mpk1 or mpi1 at its next use, an mpt1 when it is started anew.
  status   each key, whether it is the primary, and how many rows need it; of an mpi1 the digits that /link shows
  add      puts a new key on top: it is the primary from now on
  rotate   the same, then seals every row anew; finishes a rotation that was stopped
  retire   takes an older key out, once nothing needs it
`;

/** `milepost keys ...`. Never prints a key. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const [action, ...rest] = readArguments(args, {}, { least: 1, most: 3 })?.positionals ?? [];
  const work = action === undefined ? undefined : workOf(action, rest, context);
  return work && withOperatorDatabase(context, work);
}

type Work = (operator: OperatorDatabase) => Promise<number>;

function workOf(action: string, args: readonly string[], { stdout }: CliContext): Work | undefined {
  const [first, second] = args;
  const kind = kindOf(first ?? (action === "rotate" ? "mpk1" : ""));
  if (second !== undefined && action !== "retire") return undefined;
  const say = (text: string) => endWith(0, stdout, `${text}\n`);
  if (action === "status") {
    return first === undefined
      ? async (operator) => say((await keyringStatus(operator)).map(lineOf).join("\n"))
      : undefined;
  }
  if (kind === undefined) return undefined;
  if (action === "add")
    return async (operator) =>
      say(`Added ${kind} ${await addKey(operator, kind)}, now the primary.${later(kind)}`);
  if (action === "rotate") return async (operator) => say(rotated(kind, await rotateKeys(operator, kind)));
  const id = /^[1-9]\d{0,9}$/.test(second ?? "") ? Number(second) : undefined;
  if (action !== "retire" || id === undefined) return undefined;
  return async (operator) => {
    await retireKey(operator, { kind, id });
    return say(`Retired ${kind} ${id}. Backups made before still need it: keep it with them.${later(kind)}`);
  };
}

const LEFT =
  "can't be opened and were left as they are, with the older key: they are damaged, and go when their members unlink " +
  "them or after the idle days.";

/** Buttons are signed with the keys a bot was started with. */
function later(kind: KeyKind): string {
  return kind === "mpt1" ? " A running bot takes this up when it is started anew." : "";
}

function rotated(kind: KeyKind, { added, resealed, unopenable }: Rotation): string {
  const start =
    added === undefined ? "Finished the last rotation" : `Added ${kind} ${added}, now the primary`;
  if (kind !== "mpk1") return `${start}.${later(kind)}`;
  const left = unopenable === undefined ? "" : `\n${unopenable} ${LEFT}`;
  return `${start}; sealed ${resealed} rows anew.${left}`;
}

function lineOf({ kind, id, isPrimary, rows, supersededAt, fingerprint }: KeyStatus): string {
  const notes = [
    ...(fingerprint === undefined ? [] : [fingerprint]),
    ...(isPrimary ? ["primary"] : []),
    ...(rows === undefined ? [] : [`${rows} rows`]),
    ...(supersededAt === undefined ? [] : [`superseded ${dateOf(supersededAt)}`]),
    ...(kind === "mpi1" && supersededAt !== undefined
      ? [`opens bundles until ${dateOf(supersededAt + IDENTITY_KEPT_MS)}`]
      : []),
  ];
  return `${kind} ${id}  ${notes.join(", ")}`.trimEnd();
}

const dateOf = (at: number) => new Date(at).toISOString();

function kindOf(text: string): KeyKind | undefined {
  return keyKinds.find((kind) => kind === text);
}
