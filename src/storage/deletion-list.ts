import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

import { DAY_MS } from "../base/duration.ts";
import { createPrivately } from "./sqlite-file.ts";

/** Copies are to be deleted after 30 days: who forgot to is given time. */
export const DELETIONS_KEPT_MS = 90 * DAY_MS;

/**
 * What members had deleted lately, so that restoring an older copy does not bring it back: a line of the instant and a
 * hash for each id, in a file beside the database. It outlives the database, and names nobody.
 */
export function deletionList(databaseFile: string) {
  const file = `${databaseFile}.deleted`;
  return {
    /** On the disk when it returns. */
    add(ids: readonly string[], now: number): void {
      if (ids.length === 0) return;
      // What a crash left of an earlier line must not swallow the first of these.
      const start = isCutShort(file) ? "\n" : "";
      write(file, "a", start + ids.map((id) => `${now} ${hashOf(id)}\n`).join(""));
    },
    /** Returns whether an id was noted after an instant. */
    since(instant: number): (id: string) => boolean {
      const later = linesOf(file).filter(({ at }) => at >= instant);
      const hashes = new Set(later.map(({ hash }) => hash));
      return (id) => hashes.has(hashOf(id));
    },
    /** Drops what no copy can bring back that was kept as long as recommended. */
    tidy(now: number): void {
      const lines = linesOf(file);
      const kept = lines.filter(({ at }) => now - at < DELETIONS_KEPT_MS);
      if (kept.length === lines.length) return;
      write(`${file}.part`, "w", kept.map(({ at, hash }) => `${at} ${hash}\n`).join(""));
      renameSync(`${file}.part`, file);
    },
  };
}

/** A line that was cut short by a crash belongs to a deletion that was never said to be done. */
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
