import { rmSync } from "node:fs";
import path from "node:path";

import { type Clock, systemClock } from "../../base/clock.ts";
import { isMilepostError, MilepostError } from "../../base/errors.ts";
import { type Log, silentLog } from "../../base/log.ts";
import type { Secret } from "../../base/secret.ts";
import { type Key, type KeyKind, keyKinds } from "./keyring-file.ts";
import { type KeyCheck, type KeyringChecks, settleChecks, WITHOUT_KEY } from "./keyring-checks.ts";
import type { KeySource } from "../seal/sealer.ts";
import { inOrderOfUse, type NodeKeys } from "./node-keys.ts";
import {
  createKeyringFile,
  keyringFileMark,
  keyringFolderWarning,
  type KeyringLocation,
  makeKey,
  readKeyringFile,
  removeKeyringDrafts,
  replaceKeyringFile,
} from "./keyring-location.ts";

export interface OpenKeyringOptions {
  /** MILEPOST_KEYRING_FILE. */
  readonly file?: string;
  /** CREDENTIALS_DIRECTORY, set by systemd. */
  readonly credentialsFolder?: string;
  /** The folder with the default, `keys/milepost-keyring`: where the bot is started. */
  readonly home: string;
  /** The database file, whose folder must not contain the keyring. Absent in memory. */
  readonly databaseFile?: string | undefined;
  readonly checks: KeyringChecks;
  readonly log?: Log;
  readonly clock?: Clock;
}

const CREDENTIAL = "milepost-keyring";
/**
 * Beside the `data` folder, so that both are visible and mounted separately, and a copy of `data` doesn't contain the
 * keys. Not in the user's home, which two bots of one user would share, and which a container doesn't keep.
 */
const DEFAULT_FILE = path.join("keys", "milepost-keyring");

/**
 * Opens the keyring, or creates one on the first start. Order: systemd's credential, MILEPOST_KEYRING_FILE, the default
 * file. Throws for another database's keyring, and never creates one while the database has rows that only the lost one
 * opens.
 */
export async function openKeyring(options: OpenKeyringOptions): Promise<Keyring> {
  const { checks, log = silentLog, clock = systemClock } = options;
  const place = keyringPlace(options);
  const known = await checks.all();
  const found = readKeyringFile(place);
  if (found === undefined) {
    await refuseWithoutKeyring(place.file, checks);
    if (checks.isShared && known.length > 0) throw copyIt(place.file, known);
    await checks.remove(known);
  }
  const keys =
    found === undefined ? await makeKeyring(place, { checks, clock }) : await withIdentity(found, place, log);
  if (found !== undefined) await settleChecks(known, keys, { checks, clock });
  const warning = keyringFolderWarning(place);
  if (warning !== undefined) log.warn(warning);
  if (found === undefined && known.length > 0) {
    log.warn(
      "This database's keyring is gone, so a new one was made. Buttons of earlier messages and sealed text for the old key stop working",
      { file: place.file },
    );
  }
  if (found === undefined)
    log.info("Made a new keyring. Back it up apart from the database", { file: place.file });
  return new Keyring(place, found === undefined, keys);
}

/** Another process may create one at the same moment and be first: then none is left here. */
async function makeKeyring(
  place: KeyringLocation,
  beside: { readonly checks: KeyringChecks; readonly clock: Clock },
): Promise<readonly Key[]> {
  const { keys, isOurs } = await createOrRead(place);
  try {
    await settleChecks([], keys, beside);
    return keys;
  } catch (error) {
    if (!isOurs || !isMilepostError(error, "bad-settings")) throw error;
    rmSync(place.file, { force: true });
    throw copyIt(place.file, await beside.checks.all());
  }
}

/** Two processes that start at the same moment may share a file. */
async function createOrRead(
  place: KeyringLocation,
): Promise<{ readonly keys: readonly Key[]; readonly isOurs: boolean }> {
  try {
    return { keys: await createKeyringFile(place), isOurs: true };
  } catch (error) {
    const keys = readUnlessBroken(place);
    if (keys === undefined) throw error;
    return { keys, isOurs: false };
  }
}

/** The first process on a shared database creates the keyring; the others need a copy. */
function copyIt(file: string, known: readonly KeyCheck[]): MilepostError {
  const names = known.map(({ kind, keyId }) => `${kind} ${keyId}`).join(", ");
  return new MilepostError("bad-settings", {
    reason:
      `There is no keyring at ${file}, and this database has one already (${names}). Copy the file from the machine ` +
      `that has it, or point MILEPOST_KEYRING_FILE at it. ${WITHOUT_KEY}`,
  });
}

/** Returns a keyring in memory, for the playground. */
export async function createMemoryKeyring(checks: KeyringChecks, clock: Clock): Promise<Keyring> {
  const keys = await Promise.all(keyKinds.map((kind) => makeKey(kind, 1)));
  await settleChecks([], keys, { checks, clock });
  return new Keyring(undefined, true, keys);
}

/** Adds an identity to a keyring older than sealed bundles, where the file is writable. */
async function withIdentity(keys: readonly Key[], place: KeyringLocation, log: Log): Promise<readonly Key[]> {
  if (place.isCredential || keys.some(({ kind }) => kind === "mpi1")) return keys;
  const all = [...keys, await makeKey("mpi1", 1)];
  replaceKeyringFile(place, all);
  log.info("Added an age identity to the keyring", { file: place.file });
  return all;
}

/** The bot's keys, by kind with the primary first. */
export class Keyring implements KeySource {
  /** The file it was read from. */
  readonly file: string;
  readonly isNew: boolean;
  readonly #place: KeyringLocation | undefined;
  #keys: readonly Key[];
  #nodes: readonly NodeKeys[] = [];
  #mark: string | undefined;

  constructor(place: KeyringLocation | undefined, isNew: boolean, keys: readonly Key[]) {
    this.file = place?.file ?? "";
    this.isNew = isNew;
    this.#place = place;
    this.#keys = keys;
    this.#mark = keyringFileMark(this.file);
  }

  /** Returns every key of a kind, the primary first. */
  keys(kind: KeyKind): readonly Key[] {
    return inOrderOfUse(
      this.#keys.filter((key) => key.kind === kind),
      this.#nodes,
    );
  }

  /** Moves keys that a process lacks behind the others of their kind. */
  follow(nodes: readonly NodeKeys[]): void {
    // A starting process has not said which keys it has, so no new key is used before it does.
    const isKnown = nodes.every(({ keys }) => keys !== undefined);
    if (isKnown || this.#nodes.length === 0) this.#nodes = nodes;
  }

  /** Returns 32-byte keys for the tags of controls: the first signs, all verify. */
  tagKeys(): readonly Secret[] {
    return this.keys("mpt1").map(({ value }) => value);
  }

  /** Deletes files left by programs that were killed while changing the keyring. */
  tidy(): void {
    if (this.#place?.isCredential === false) removeKeyringDrafts(this.file);
  }

  /**
   * Reads the file again if `milepost keys` changed it. Keeps the current keys where the file is unreadable or has
   * another key under a known id.
   */
  refresh(): void {
    if (this.#place === undefined) return;
    const mark = keyringFileMark(this.file);
    if (mark === this.#mark) return;
    const keys = readUnlessBroken(this.#place);
    if (keys === undefined) return;
    this.#mark = mark;
    if (this.#fits(keys)) this.#keys = keys;
  }

  /** Returns whether its file can be read and is no other keyring's. */
  isKept(): boolean {
    if (this.#place === undefined) return true;
    const keys = readUnlessBroken(this.#place);
    return keys !== undefined && this.#fits(keys);
  }

  #fits(keys: readonly Key[]): boolean {
    return !keys.some((key) => this.#keys.some((held) => isSameId(key, held) && !isSameValue(key, held)));
  }
}

/** Returns a file's keys; undefined where it is missing or unreadable. */
export function readUnlessBroken(place: KeyringLocation): readonly Key[] | undefined {
  try {
    return readKeyringFile(place);
  } catch (error) {
    if (!isMilepostError(error, "bad-settings")) throw error;
    return undefined;
  }
}

function isSameId(one: Key, other: Key): boolean {
  return one.kind === other.kind && one.id === other.id;
}

function isSameValue(one: Key, other: Key): boolean {
  return one.value.reveal() === other.value.reveal();
}

export function keyringPlace(options: Omit<OpenKeyringOptions, "checks">): KeyringLocation {
  const { file, credentialsFolder, home, databaseFile } = options;
  if (credentialsFolder !== undefined && credentialsFolder !== "") {
    const credential = path.join(credentialsFolder, CREDENTIAL);
    const place = { file: credential, isCredential: true, databaseFile: undefined };
    if (readKeyringFile(place) !== undefined) return { ...place, databaseFile };
  }
  return { file: path.resolve(home, file ?? DEFAULT_FILE), isCredential: false, databaseFile };
}

/** Throws "bad-settings" where rows are sealed with the missing keyring. */
export async function refuseWithoutKeyring(file: string, checks: KeyringChecks): Promise<void> {
  const sealed = (await checks.sealedByKey()).reduce((sum, { count }) => sum + count, 0);
  if (sealed > 0) {
    throw new MilepostError("bad-settings", {
      reason:
        `The keyring ${file} is missing, and the database has ${sealed} encrypted row${sealed === 1 ? "" : "s"} only it can open. ` +
        `Restore it from your backup, or point MILEPOST_KEYRING_FILE at it. ${WITHOUT_KEY}`,
    });
  }
}
