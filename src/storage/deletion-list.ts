import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

import { DAY_MS } from "../base/duration.ts";
import { createPrivately } from "./sqlite-file.ts";

/** Copies should be deleted after 30 days; this allows for delays. */
export const DELETIONS_KEPT_MS = 90 * DAY_MS;

/**
 * Records what members deleted recently, so that restoring an older copy doesn't bring it back: a time and a hash of
 * each id per line, in a file beside the database. It outlives the database. Whoever reads it
 * can look for an id they know.
 */
export function deletionList(databaseFile: string) {
  const file = `${databaseFile}.deleted`;
  return {
    /** On disk when it returns. */
    add(ids: readonly string[], now: number): void {
      if (ids.length === 0) return;
      // An incomplete line left by a crash must not swallow the next one.
      const start = isCutShort(file) ? "\n" : "";
      write(file, "a", start + ids.map((id) => `${now} ${hashOf(id)}\n`).join(""));
    },
    /** Returns a function that tells whether an id was recorded after an instant. */
    since(instant: number): (id: string) => boolean {
      const later = linesOf(file).filter(({ at }) => at >= instant);
      const hashes = new Set(later.map(({ hash }) => hash));
      return (id) => hashes.has(hashOf(id));
    },
    /** Drops entries older than any copy that should still exist. */
    tidy(now: number): void {
      const lines = linesOf(file);
      const kept = lines.filter(({ at }) => now - at < DELETIONS_KEPT_MS);
      if (kept.length === lines.length) return;
      write(`${file}.part`, "w", kept.map(({ at, hash }) => `${at} ${hash}\n`).join(""));
      renameSync(`${file}.part`, file);
    },
  };
}

/** An incomplete line belongs to a deletion that was never confirmed. */
function linesOf(file: string): readonly { readonly at: number; readonly hash: string }[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").matchAll(/^(\d+) ([\w-]{43})$/gm);
  return [...lines].map(([, at, hash = ""]) => ({ at: Number(at), hash }));
}

function isCutShort(file: string): boolean {
  return existsSync(file) && /[^\n]$/.test(readFileSync(file, "latin1"));
}

function hashOf(id: string): string {
  return createHash("sha256").update(`milepost/deleted ${id}`).digest("base64url");
}

function write(file: string, flags: "a" | "w", text: string): void {
  createPrivately(file);
  const descriptor = openSync(file, flags);
  try {
    const bytes = Buffer.from(text);
    if (writeSync(descriptor, bytes) < bytes.length) throw new Error("the disk took a part alone");
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
