import { sleep } from "../../base/async/sleep.ts";
import type { Clock } from "../../base/clock.ts";
import { MilepostError } from "../../base/errors.ts";
import type { Queries } from "../../storage/schema.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import {
  compareKeys,
  keyCheckOf,
  KEYRING_LOCK,
  type KeyringChecks,
  keyringChecks,
  knownKey,
  settleChecks,
} from "./keyring-checks.ts";
import type { Key, KeyKind, KeyRef } from "./keyring-file.ts";
import { Keyring, readUnlessBroken, refuseWithoutKeyring } from "./keyring.ts";
import { type KeyringLocation, makeKey, readKeyringFile, replaceKeyringFile } from "./keyring-location.ts";
import { keyFingerprint } from "../bundle/key-fingerprint.ts";
import { IDENTITY_KEPT_MS, recipientOf } from "../bundle/open-bundle.ts";
import { allNodeKeys, inOrderOfUse, lackingHosts } from "./node-keys.ts";
import { resealAll } from "./reseal.ts";

const MOST_TRIES = 3;

/** What changing a keyring needs. A bot may be running on the same database. */
export interface KeyringDeps {
  readonly queries: Queries;
  readonly place: KeyringLocation;
  readonly clock: Clock;
}

/** A key as `keys status` shows it. */
export interface KeyStatus extends KeyRef {
  readonly isPrimary: boolean;
  /** For mpk1: how many rows only it opens. */
  readonly rows?: number;
  /** Since when another key is primary, in milliseconds since 1970. */
  readonly supersededAt?: number;
  /** For mpi1: the public key's fingerprint, as /link and its page show it. */
  readonly fingerprint?: string;
  /** Machines with a process that lacks it; it is not used until they have it. */
  readonly lackedBy: readonly string[];
}

export async function keyringStatus({ queries, place }: KeyringDeps): Promise<readonly KeyStatus[]> {
  const checks = keyringChecks(queries);
  if (readKeyringFile(place) === undefined) await refuseWithoutKeyring(place.file, checks);
  const nodes = await allNodeKeys(queries);
  const keys = readKeys(place);
  const used = inOrderOfUse(keys, nodes);
  const [known, counts] = [await checks.all(), await checks.sealedByKey()];
  compareKeys(known, keys, checks.isShared);
  const statuses = keys.map(async ({ kind, id, value }) => {
    const lackedBy = lackingHosts(nodes, { kind, id });
    // A key that waits to be used has not been replaced.
    const since = lackedBy.length > 0 ? undefined : knownKey(known, { kind, id })?.supersededAt;
    const rows = rowsOf(counts, id);
    return {
      kind,
      id,
      isPrimary: primaryOf(used, kind)?.id === id,
      ...(kind === "mpk1" && { rows }),
      ...(since !== undefined && { supersededAt: since }),
      ...(kind === "mpi1" && { fingerprint: keyFingerprint(await recipientOf(value)) }),
      lackedBy,
    };
  });
  return Promise.all(statuses);
}

/**
 * Forgets keys that neither this keyring nor a running process has, once no row is sealed with them. A lost or retired
 * key then no longer stops the bot.
 */
export async function forgetLostKeys({ queries, place }: Omit<KeyringDeps, "clock">): Promise<void> {
  const present = (readUnlessBroken(place) ?? []).map(keyCheckOf);
  const checks = keyringChecks(queries);
  const nodes = await allNodeKeys(queries);
  const lost = (await checks.all()).filter(
    ({ kind, keyId, fingerprint }) =>
      !nodes.some(({ isHeard, keys }) => isHeard && keys?.has(`${kind} ${keyId}`) === true) &&
      // It depends on the kind and the id, too.
      !present.some((key) => key.fingerprint === fingerprint),
  );
  await checks.remove(lost);
}

/**
 * Adds a key on top of its kind: it becomes primary now or, with several processes, once all have it. Older ones still
 * open records. Returns its id.
 */
export async function addKey(deps: KeyringDeps, kind: KeyKind): Promise<number> {
  const { place, clock } = deps;
  return changing(deps, async (checks, keys) => {
    const known = await checks.all();
    const used = [...keys, ...known.map(({ kind, keyId }) => ({ kind, id: keyId }))];
    const id = Math.max(0, ...used.filter((key) => key.kind === kind).map((key) => key.id)) + 1;
    const key = await makeKey(kind, id);
    await checks.add([keyCheckOf(key)]);
    if (lackingHosts(await allNodeKeys(deps.queries), key).length === 0)
      await checks.rank(kind, id, clock.now());
    replaceKeyringFile(place, onTop(keys, key));
    return id;
  });
}

/**
 * Runs a transaction on the keyring file, once the database knows all its keys. It locks the database, so that
 * concurrent changes run one after another. Throws where the keyring belongs to another database.
 */
function changing<T>(
  { queries, place, clock }: KeyringDeps,
  work: (checks: KeyringChecks, keys: readonly Key[]) => Promise<T>,
): Promise<T> {
  return writeTransaction(
    queries,
    async (transaction) => {
      const checks = keyringChecks(transaction);
      const keys = readKeys(place);
      const nodes = await allNodeKeys(transaction);
      await settleChecks(await checks.all(), inOrderOfUse(keys, nodes), { checks, clock });
      return work(checks, keys);
    },
    KEYRING_LOCK,
  );
}

export interface Rotation {
  /** The new key's id; undefined when only an earlier rotation was finished. */
  readonly added?: number;
  /** The new key waits for these machines, where a process lacks it. Nothing is sealed with it yet. */
  readonly waiting?: { readonly id: number; readonly lackedBy: readonly string[] };
  readonly resealed: number;
  /** How many rows can't be opened and still need their older key, if any. */
  readonly unopenable?: number;
}

/** Adds a key and seals every row with it again. If an earlier rotation was interrupted, finishes that one instead. */
export async function rotateKeys(deps: KeyringDeps, kind: KeyKind): Promise<Rotation> {
  // Whoever added the last key may have been killed before the database knew it.
  await changing(deps, async () => {});
  const before = await waitingKey(deps, kind);
  if (before !== undefined) return { waiting: before, resealed: 0 };
  if (kind !== "mpk1") return addAndWait(deps, kind);
  const finished = await reseal(deps);
  // Damaged rows alone don't mean an interrupted rotation.
  if (finished.resealed > 0) return finished;
  const added = await addAndWait(deps, kind);
  return added.waiting === undefined ? { ...added, ...(await reseal(deps)) } : added;
}

async function addAndWait(deps: KeyringDeps, kind: KeyKind): Promise<Rotation> {
  const added = await addKey(deps, kind);
  const waiting = await waitingKey(deps, kind);
  return { added, resealed: 0, ...(waiting !== undefined && { waiting }) };
}

/** A process checks its keyring file this often, with some margin. */
const TAKEN_UP_WITHIN_MS = 6_000;
const LOOK_EVERY_MS = 250;

/** Returns the newest key of a kind if a process lacks it, even after the time it takes to notice a changed file. */
export async function waitingKey(
  { queries, place }: Pick<KeyringDeps, "queries" | "place">,
  kind: KeyKind,
): Promise<Rotation["waiting"]> {
  const newest = primaryOf(readKeys(place), kind);
  // Buttons are signed with the keys a process was started with, so waiting doesn't help.
  const giveUpAt = performance.now() + (kind === "mpt1" ? 0 : TAKEN_UP_WITHIN_MS);
  for (;;) {
    const lackedBy = newest === undefined ? [] : lackingHosts(await allNodeKeys(queries), newest);
    if (newest === undefined || lackedBy.length === 0) return undefined;
    if (performance.now() >= giveUpAt) return { id: newest.id, lackedBy };
    await sleep(LOOK_EVERY_MS);
  }
}

async function reseal({ queries, place }: KeyringDeps): Promise<Omit<Rotation, "added">> {
  const keyring = new Keyring(place, false, readKeys(place));
  keyring.follow(await allNodeKeys(queries));
  const { resealed, unopenable } = await resealAll(queries, keyring);
  return { resealed, ...(unopenable > 0 && { unopenable }) };
}

/**
 * Removes a key from the keyring for good. The primary can't be removed, nor a key that a row needs, including one a
 * running bot is writing, nor an identity whose bundles may still arrive.
 */
export async function retireKey(deps: KeyringDeps, of: KeyRef): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    // First from the database: after a kill in between it learns the key again, instead of missing it.
    await forgetKey(deps, of);
    if (await dropKey(deps, of)) return;
  }
  throw refusal("a bot that starts again and again takes the key up: try again");
}

/** From now on no row can be sealed with it: the database refuses a row whose key is unknown. */
async function forgetKey(deps: KeyringDeps, { kind, id }: KeyRef): Promise<void> {
  const { clock } = deps;
  await changing(deps, async (checks, keys) => {
    const key = keys.find((one) => one.kind === kind && one.id === id);
    if (key === undefined) throw refusal(`there is no key ${kind} ${id} in the keyring`);
    const isNewest = primaryOf(keys, kind) === key;
    const inUse = primaryOf(inOrderOfUse(keys, await allNodeKeys(deps.queries)), kind);
    if (isNewest || inUse === key) throw refusal(`${kind} ${id} is in use: rotate first`);
    const known = knownKey(await checks.all(), key);
    const until = (known?.supersededAt ?? clock.now()) + IDENTITY_KEPT_MS;
    if (kind === "mpi1" && clock.now() < until) {
      throw refusal(`sealed text for ${kind} ${id} is accepted until ${new Date(until).toISOString()}`);
    }
    const rows = kind === "mpk1" ? rowsOf(await checks.sealedByKey(), id) : 0;
    if (rows > 0)
      throw refusal(`rows still encrypted with ${kind} ${id}: ${rows}. Run "milepost keys rotate"`);
    await checks.remove([keyCheckOf(key)]);
  });
}

/** Removes it from the file. Returns false where the database knows it again because a bot has started. */
async function dropKey({ queries, place }: KeyringDeps, { kind, id }: KeyRef): Promise<boolean> {
  return writeTransaction(
    queries,
    async (transaction) => {
      const known = await keyringChecks(transaction).all();
      if (knownKey(known, { kind, id }) !== undefined) return false;
      replaceKeyringFile(
        place,
        readKeys(place).filter((one) => one.kind !== kind || one.id !== id),
      );
      return true;
    },
    KEYRING_LOCK,
  );
}

function rowsOf(counts: Awaited<ReturnType<KeyringChecks["sealedByKey"]>>, id: number): number {
  return counts.find(({ keyId }) => keyId === id)?.count ?? 0;
}

function readKeys(place: KeyringLocation): readonly Key[] {
  const keys = readKeyringFile(place);
  if (keys === undefined)
    throw refusal(`there is no keyring at ${place.file}: the bot makes it when it starts`);
  return keys;
}

function primaryOf(keys: readonly Key[], kind: KeyKind): Key | undefined {
  return keys.find((key) => key.kind === kind);
}

function onTop(keys: readonly Key[], key: Key): readonly Key[] {
  const at = keys.findIndex(({ kind }) => kind === key.kind);
  const index = at === -1 ? keys.length : at;
  return [...keys.slice(0, index), key, ...keys.slice(index)];
}

function refusal(reason: string): MilepostError {
  return new MilepostError("bad-input", { reason });
}
