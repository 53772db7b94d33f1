import { createReadStream, createWriteStream, openSync, readFileSync, readSync, closeSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { Decrypter, Encrypter } from "age-encryption";

import { MilepostError } from "../base/errors.ts";

const AGE_START = "age-encryption.org/";

/** Returns whether it is a recipient: `age1...`. */
export function isAgeRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return text.startsWith("age1");
  } catch {
    return false;
  }
}

/** Writes a copy of a file, encrypted to a recipient; `age -d` can open it. */
export async function encryptFile(source: string, target: string, recipient: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  await pipeline(
    fromWeb(await encrypter.encrypt(toWeb(source))),
    createWriteStream(target, { mode: 0o600, flush: true }),
  );
}

export function isAgeFile(file: string): boolean {
  const start = Buffer.alloc(AGE_START.length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  return start.toString("latin1") === AGE_START;
}

/**
 * Decrypts a file with the identities in another (`AGE-SECRET-KEY-1...`, one per line). Throws "bad-settings" where
 * none fits.
 */
export async function decryptFile(source: string, target: string, identityFile: string): Promise<void> {
  try {
    const decrypter = new Decrypter();
    for (const [identity] of readFileSync(identityFile, "utf8").matchAll(/^AGE-SECRET-KEY-\S+/gm))
      decrypter.addIdentity(identity);
    await pipeline(
      fromWeb(await decrypter.decrypt(toWeb(source))),
      createWriteStream(target, { mode: 0o600 }),
    );
  } catch (error) {
    const reason = `${source} can't be opened with ${identityFile}: another identity is needed, or the copy is damaged`;
    throw new MilepostError("bad-settings", { reason }, { cause: error });
  }
}

/** Node's type is wider than the bytes a file yields. */
const toWeb = (file: string) => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream);
