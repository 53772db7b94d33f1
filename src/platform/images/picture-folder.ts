import { createHash, randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { LRUCache } from "lru-cache";

import type { Clock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { systemCode } from "../../base/system-code.ts";

export interface PictureFolderOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly maxBytes?: number;
}

const MAX_BYTES = 32 * 1024 * 1024;
const KEEP_MS = 10 * MINUTE_MS;
/** Our file names; everything else in the folder is left alone. */
const NAME = /^[0-9a-f]{64}\.picture(?<unfinished>\.[0-9a-f-]{36})?$/;
const CHECK_BYTES = 32;

/**
 * Images on disk by key, valid for ten minutes and at most 32 MB, least recently used first out. Each file begins with
 * the SHA-256 of the rest, so that a damaged or foreign file is not used. The folder is created with the first image.
 */
export class PictureFolder {
  readonly #folder: string;
  readonly #clock: Clock;
  /** Sizes by file name. */
  readonly #files: LRUCache<string, number>;
  #opening: Promise<void> | undefined;
  /** The removal under way: a file of the same name is not written meanwhile. */
  #removing: Promise<unknown> = Promise.resolve();

  constructor({ folder, clock, maxBytes = MAX_BYTES }: PictureFolderOptions) {
    this.#folder = folder;
    this.#clock = clock;
    this.#files = new LRUCache<string, number>({
      maxSize: maxBytes,
      ttl: KEEP_MS,
      ttlResolution: 0,
      perf: { now: () => clock.monotonic() },
      dispose: (_size, name, reason) => {
        if (reason !== "set") this.#removing = this.#removing.then(() => this.#remove(name));
      },
    });
  }

  async isEmpty(): Promise<boolean> {
    await this.#opened();
    return this.#files.size === 0;
  }

  /** Returns the image; undefined where there is none, or it is damaged. */
  async read(key: string): Promise<Buffer | undefined> {
    await this.#opened();
    const name = nameOf(key);
    const size = this.#files.get(name);
    if (size === undefined) return undefined;
    const bytes = await this.#wholeFile(name, size);
    if (bytes === undefined) this.#files.delete(name);
    return bytes;
  }

  /** Makes room, then writes. Rejects where the disk refuses. */
  async write(key: string, bytes: Uint8Array): Promise<void> {
    await this.#opened();
    const name = nameOf(key);
    const size = bytes.length + CHECK_BYTES;
    this.#files.set(name, size, { size });
    await this.sweep();
    // Larger than the whole folder may be.
    if (!this.#files.has(name)) return;
    const unfinished = `${name}.${randomUUID()}`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(this.#path(unfinished), [checkOf(bytes), bytes], { flag: "wx", mode: 0o600 });
      await rename(this.#path(unfinished), this.#path(name));
    } catch (error) {
      this.#files.delete(name);
      await this.#remove(unfinished);
      throw error;
    }
  }

  /** Deletes what has been kept for as long as promised, also by an earlier run. */
  async sweep(): Promise<void> {
    await this.#opened();
    this.#files.purgeStale();
    await this.#removing;
  }

  #opened(): Promise<void> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /** Adopts recent files of an earlier run. */
  async #open(): Promise<void> {
    const found: { readonly name: string; readonly size: number; readonly ageMs: number }[] = [];
    for (const name of await readdir(this.#folder).catch(noFolder)) {
      const match = NAME.exec(name);
      if (match === null) continue;
      const { size = 0, mtimeMs = 0 } = (await lstat(this.#path(name)).catch(() => undefined)) ?? {};
      const ageMs = this.#clock.now() - mtimeMs;
      // A clock set back a little doesn't matter; a file from the far future is old.
      const isYoung = Math.abs(ageMs) < KEEP_MS && match.groups?.["unfinished"] === undefined;
      if (isYoung && size > 0) found.push({ name, size, ageMs: Math.max(0, ageMs) });
      else await this.#remove(name);
    }
    const now = this.#clock.monotonic();
    for (const { name, size, ageMs } of found.toSorted((one, other) => other.ageMs - one.ageMs)) {
      this.#files.set(name, size, { size, start: now - ageMs });
      if (!this.#files.has(name)) await this.#remove(name);
    }
  }

  async #wholeFile(name: string, size: number): Promise<Buffer | undefined> {
    const path = this.#path(name);
    try {
      // Anything that is not a regular file, or has grown, is not read: a pipe would never end.
      const stat = await lstat(path);
      if (!stat.isFile() || stat.size !== size) return undefined;
      const file = await readFile(path);
      const bytes = file.subarray(CHECK_BYTES);
      return checkOf(bytes).equals(file.subarray(0, CHECK_BYTES)) ? bytes : undefined;
    } catch {
      // The folder was emptied, or its disk fails: the image is fetched again.
      return undefined;
    }
  }

  /** What can't be removed, such as a folder of that name, stays. */
  async #remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true }).catch(() => {});
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

/** The folder doesn't exist before the first image. */
function noFolder(error: unknown): readonly string[] {
  if (systemCode(error) === "ENOENT") return [];
  throw error;
}

function nameOf(key: string): string {
  return `${createHash("sha256").update(key).digest("hex")}.picture`;
}

function checkOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
