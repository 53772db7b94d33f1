import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import type { Stats } from "node:fs";
import path from "node:path";

import { systemClock } from "../../base/clock.ts";
import { MilepostError } from "../../base/errors.ts";
import { Secret } from "../../base/secret.ts";
import { systemCode } from "../../base/system-code.ts";
import { formatKeyring, type Key, type KeyKind, keyKinds, parseKeyring, unreadable } from "./keyring-file.ts";

export interface KeyringLocation {
  readonly file: string;
  /** Whether systemd provides it, which protects it by other means than owner and mode. */
  readonly isCredential: boolean;
  readonly databaseFile: string | undefined;
}

const KEY_BYTES = 32;
const LARGEST_FILE = 64 * 1024;

/** Reads a keyring that only its owner can read. Undefined when there is none. */
export function readKeyringFile(place: KeyringLocation): readonly Key[] | undefined {
  refuseDatabaseFolder(place);
  const handle = openToRead(place.file);
  if (handle === undefined) return undefined;
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw refused(place.file, "is no file");
    if (!place.isCredential) refuseStrangers(place.file, stats);
    const keys = parseKeyring(readText(handle, stats.size));
    for (const kind of ["mpk1", "mpt1"] as const) {
      if (!keys.some((key) => key.kind === kind)) throw unreadable(`it holds no key of kind ${kind}`);
    }
    return keys;
  } finally {
    closeSync(handle);
  }
}

/** Returns a new key: 32 random bytes, or an age identity. */
export async function makeKey(kind: KeyKind, id: number): Promise<Key> {
  if (kind === "mpi1") {
    // Loaded on demand, as in open-bundle.ts: it is a tenth of a start.
    const { generateX25519Identity } = await import("age-encryption");
    return { kind, id, value: new Secret(await generateX25519Identity()) };
  }
  return { kind, id, value: new Secret(randomBytes(KEY_BYTES).toString("base64url")) };
}

/** Creates a keyring with a key of each kind, atomically. One created concurrently is not overwritten. */
export async function createKeyringFile(place: KeyringLocation): Promise<readonly Key[]> {
  refuseDatabaseFolder(place);
  const keys = await Promise.all(keyKinds.map((kind) => makeKey(kind, 1)));
  try {
    mkdirSync(path.dirname(place.file), { recursive: true, mode: 0o700 });
    refuseDatabaseFolder(place);
    writeWhole(place.file, formatKeyring(keys), linkSync);
  } catch (error) {
    if (error instanceof MilepostError) throw error;
    throw refused(place.file, `can't be made (${codeOf(error)})`, error);
  }
  return keys;
}

/** Replaces the keys in a file; the old file stays intact until the new one is complete. */
export function replaceKeyringFile(place: KeyringLocation, keys: readonly Key[]): void {
  if (place.isCredential) {
    throw refused(
      place.file,
      "comes from systemd, so it can't be changed here: change the file it's made from",
    );
  }
  try {
    writeWhole(place.file, formatKeyring(keys), renameSync);
  } catch (error) {
    throw refused(place.file, `can't be written (${codeOf(error)})`, error);
  }
}

/** Returns a mark that differs between versions of the file; undefined when it can't be read. */
export function keyringFileMark(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? undefined : `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
}

/** Older drafts belong to killed programs. */
const DRAFT_MS = 60_000;
const DRAFT_END = /^\.[0-9a-f]{12}$/;

/** Deletes drafts left by killed programs: they contain keys that may be retired. */
export function removeKeyringDrafts(file: string): void {
  const folder = path.dirname(file);
  const start = path.basename(file);
  const drafts = readdirSync(folder)
    .filter((name) => name.startsWith(start) && DRAFT_END.test(name.slice(start.length)))
    .map((name) => path.join(folder, name));
  for (const draft of drafts) {
    const stats = statSync(draft, { throwIfNoEntry: false });
    const isOld = stats !== undefined && Math.abs(systemClock.now() - stats.mtimeMs) > DRAFT_MS;
    if (isOld) rmSync(draft, { force: true });
  }
}

function writeWhole(file: string, text: string, place: (draft: string, file: string) => void): void {
  removeKeyringDrafts(file);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const handle = openSync(draft, "wx", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
    place(draft, file);
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
  syncFolder(path.dirname(file));
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

function openToRead(file: string): number | undefined {
  try {
    // A pipe without a writer would block the start forever.
    return openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw refused(file, `can't be read (${codeOf(error)})`, error);
  }
}

function readText(handle: number, size: number): string {
  const buffer = Buffer.alloc(Math.min(size, LARGEST_FILE) + 1);
  const length = readSync(handle, buffer, 0, buffer.length, 0);
  const text = buffer.toString("utf8", 0, length);
  buffer.fill(0);
  return text;
}

/** Windows has neither these modes nor these owners. */
function refuseStrangers(file: string, { mode, uid }: Stats): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  if (uid !== user) throw refused(file, "belongs to another user: chown it to the bot's user");
  if ((mode & 0o077) !== 0) throw refused(file, "can be read by others: chmod 600 it");
}

/** Returns a warning where others can write the keyring's folder and so replace it. */
export function keyringFolderWarning({ file, isCredential }: KeyringLocation): string | undefined {
  if (isCredential || process.getuid === undefined) return undefined;
  const open = foldersOf(file).find((folder) => {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & 0o022) !== 0;
  });
  return open && `The keyring's folder ${open} can be written by others on this machine: chmod 700 it`;
}

/** Returns whether a file is, or would be, in another one's folder or a subfolder. */
export function isBeside(target: string, file: string): boolean {
  const folders = foldersOf(file);
  return foldersOf(target).some((own) =>
    folders.some((folder) => own === folder || own.startsWith(folder + path.sep)),
  );
}

/** A copy of the database's folder must not contain the keys. */
function refuseDatabaseFolder({ file, databaseFile }: KeyringLocation): void {
  if (databaseFile !== undefined && isBeside(file, databaseFile))
    throw refused(file, "is inside the database's folder: move it out of there");
}

/** Returns the file's folder, and that of its link target. */
function foldersOf(file: string): readonly string[] {
  return [realPath(path.dirname(file)), path.dirname(realPath(file))];
}

/** Resolves the existing part of a path. */
function realPath(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    const above = path.dirname(path.resolve(place));
    return above === path.resolve(place) ? above : path.join(realPath(above), path.basename(place));
  }
}

const codeOf = (error: unknown) => systemCode(error) ?? "unknown";

function refused(file: string, clause: string, cause?: unknown): MilepostError {
  return new MilepostError("bad-settings", { reason: `The keyring ${file} ${clause}.` }, { cause });
}
