import { createHash } from "node:crypto";

import { MilepostError } from "../../base/errors.ts";
import { Secret } from "../../base/secret.ts";

/**
 * - mpk1: seals records. mpt1: signs what controls carry. Both are 32 random bytes in base64url.
 * - mpi1: an age identity, the recipient of bundles.
 */
export type KeyKind = "mpk1" | "mpt1" | "mpi1";
export const keyKinds: readonly KeyKind[] = ["mpk1", "mpt1", "mpi1"];

export interface Key {
  readonly kind: KeyKind;
  /** Unsigned, 32 bits; unique within its kind. */
  readonly id: number;
  /** 32 bytes in base64url, or an age identity. */
  readonly value: Secret;
}

export type KeyRef = Pick<Key, "kind" | "id">;

const CHECK_CHARACTERS = 6;
const LARGEST_FILE = 64 * 1024;
const MOST_KEYS = 200;
const ID = /^[1-9]\d{0,9}$/;
const KEY_VALUE = /^[A-Za-z0-9_-]{43}$/;
const AGE_IDENTITY = /^AGE-SECRET-KEY-[A-Z0-9-]{1,200}$/;

/**
 * Parses a keyring: one key per line, the first of a kind is primary; empty lines and lines starting with `#` are
 * skipped. Errors name the line, but never quote it.
 */
export function parseKeyring(text: string): readonly Key[] {
  if (text.length > LARGEST_FILE) throw unreadable("it is too large for a keyring");
  const keys: Key[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const key = parseLine(line, index + 1);
    if (keys.some(({ kind, id }) => kind === key.kind && id === key.id)) {
      throw unreadable(`line ${index + 1} has the same id as a line before it`);
    }
    keys.push(key);
  }
  if (keys.length > MOST_KEYS) throw unreadable(`it holds more than ${MOST_KEYS} keys`);
  return keys;
}

/** Returns the file's text. The only place that writes keys out. */
export function formatKeyring(keys: readonly Key[]): string {
  const lines = keys.map(({ kind, id, value }) => {
    const start = `${kind} ${id} ${value.reveal()}`;
    return `${start} ${checkOf(start)}`;
  });
  return [
    "# Milepost's keyring. Keep it secret, back it up apart from the database, never edit a line.",
    ...lines,
    "",
  ].join("\n");
}

function parseLine(line: string, number: number): Key {
  const [kind = "", id = "", value = "", check = "", ...rest] = line.trimEnd().split(" ");
  if (!isKeyKind(kind)) throw unreadable(`line ${number} does not begin with ${keyKinds.join(", ")}`);
  if (rest.length > 0 || checkOf(`${kind} ${id} ${value}`) !== check) {
    throw unreadable(`line ${number} is damaged or incomplete`);
  }
  const isValue = kind === "mpi1" ? AGE_IDENTITY.test(value) : isKeyValue(value);
  if (!ID.test(id) || Number(id) > 0xffff_ffff || !isValue) throw unreadable(`line ${number} holds no key`);
  return { kind, id: Number(id), value: new Secret(value) };
}

/** Returns whether it is exactly 32 bytes in canonical form. */
function isKeyValue(value: string): boolean {
  return KEY_VALUE.test(value) && Buffer.from(value, "base64url").toString("base64url") === value;
}

function isKeyKind(text: string): text is KeyKind {
  return keyKinds.some((kind) => kind === text);
}

/** Detects a mistyped or truncated line, and protects against nothing else. */
function checkOf(start: string): string {
  return createHash("sha256")
    .update(`milepost/keyring ${start}`)
    .digest("base64url")
    .slice(0, CHECK_CHARACTERS);
}

/** Without its file the start says what the database needs of it, and how to do without. */
export function unreadable(clause: string): MilepostError {
  const fix =
    "Restore that line, or the whole file from its backup, and start again. Without a backup, move the file away first";
  return new MilepostError("bad-settings", { reason: `The keyring can't be read: ${clause}. ${fix}.` });
}
