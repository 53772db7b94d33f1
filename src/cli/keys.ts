import { type KeyKind, keyKinds } from "../sessions/keyring/keyring-file.ts";
import {
  addKey,
  keyringStatus,
  type KeyStatus,
  retireKey,
  rotateKeys,
  type Rotation,
  waitingKey,
} from "../sessions/keyring/keyring-changes.ts";
import { IDENTITY_KEPT_MS } from "../sessions/bundle/open-bundle.ts";
import { type OperatorDatabase, withOperatorDatabase } from "./database.ts";
import { type CliContext, counted, endWith, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost keys status
       milepost keys add KIND
       milepost keys rotate [KIND]
       milepost keys retire KIND ID

Manages the keyring. The bot can run meanwhile. No key is ever printed.

  status   list the keys: which are in use, how many rows need each, and the digits /link shows
  add      add a new key and use it from now on
  rotate   add one and encrypt every stored row with it; run it again if it was stopped
  retire   remove an older key once nothing needs it

KIND is what the key does:
  mpk1     encrypts what is stored (rotate's default)
  mpt1     signs buttons; a running bot uses a new one after a restart
  mpi1     opens the sealed text members paste into /link
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
  const named = first ?? (action === "rotate" ? "mpk1" : "");
  const kind = keyKinds.find((one) => one === named);
  if (second !== undefined && action !== "retire") return undefined;
  const say = (text: string) => endWith(0, stdout, `${text}\n`);
  if (action === "status" && first === undefined)
    return async (operator) => say((await keyringStatus(operator)).map(lineOf).join("\n"));
  if (kind === undefined) return undefined;
  if (action === "add")
    return async (operator) => {
      const id = await addKey(operator, kind);
      const waiting = await waitingKey(operator, kind);
      return say(
        `Added ${kind} ${id}${waiting === undefined ? `, now in use.${later(kind)}` : waits(waiting)}`,
      );
    };
  if (action === "rotate") return async (operator) => say(rotated(kind, await rotateKeys(operator, kind)));
  const id = /^[1-9]\d{0,9}$/.test(second ?? "") ? Number(second) : undefined;
  if (action !== "retire" || id === undefined) return undefined;
  return async (operator) => {
    await retireKey(operator, { kind, id });
    return say(`Removed ${kind} ${id}. Older backups still need it: keep a copy with them.${later(kind)}`);
  };
}

const LEFT =
  "can't be opened: damaged, left with the older key. They go when members unlink, or after SESSION_IDLE_DAYS.";

/** Buttons are signed with the keys a bot was started with. */
function later(kind: KeyKind): string {
  return kind === "mpt1" ? " Restart the bot to use it." : "";
}

/** Another process could not open what is sealed with it. */
function waits({ lackedBy }: NonNullable<Rotation["waiting"]>): string {
  return `. It is not used before every process has it: ${listed(lackedBy)} ${lackedBy.length === 1 ? "lacks" : "lack"} it.\nCopy the keyring there, then run \`milepost keys rotate\` again.`;
}

function listed(hosts: readonly string[]): string {
  return hosts.map((host) => (host === "" ? "a process that starts" : host)).join(", ");
}

function rotated(kind: KeyKind, { added, resealed, unopenable, waiting }: Rotation): string {
  if (waiting !== undefined)
    return `${added === undefined ? "There is" : "Added"} ${kind} ${waiting.id}${waits(waiting)}`;
  const start = added === undefined ? "Finished the last rotation" : `Added ${kind} ${added}, now in use`;
  if (kind !== "mpk1") return `${start}.${later(kind)}`;
  const left = unopenable === undefined ? "" : `\n${counted(unopenable, "row")} ${LEFT}`;
  return `${start}. Encrypted ${counted(resealed, "row")} with it.${left}`;
}

function lineOf({ kind, id, isPrimary, rows, supersededAt, fingerprint, lackedBy }: KeyStatus): string {
  const notes = [
    fingerprint,
    isPrimary && "in use",
    rows !== undefined && counted(rows, "row"),
    lackedBy.length > 0 && `not on ${listed(lackedBy)}`,
    supersededAt !== undefined && `replaced ${dateOf(supersededAt)}`,
    kind === "mpi1" &&
      supersededAt !== undefined &&
      `opens sealed text until ${dateOf(supersededAt + IDENTITY_KEPT_MS)}`,
  ];
  return `${kind} ${id}  ${notes.filter((note) => note !== undefined && note !== false).join(", ")}`.trimEnd();
}

const dateOf = (at: number) => new Date(at).toISOString();
