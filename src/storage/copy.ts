import { closeSync, existsSync, fsyncSync, openSync, rmSync } from "node:fs";
import path from "node:path";

import Sqlite from "better-sqlite3";
import { sql } from "kysely";

import { MilepostError } from "../base/errors.ts";
import type { Queries } from "./schema.ts";
import { asUnwritable, createPrivately } from "./sqlite-file.ts";

/**
 * Copies a database to `target` as it stands at one instant, beside a bot that goes on writing. Nothing that was
 * deleted is in the copy. It has succeeded only when the copy passed SQLite's integrity check and is on the disk;
 * otherwise nothing is left. A target that exists, or can't be written, is a MilepostError of code "bad-settings".
 */
export async function copyDatabase(queries: Queries, target: string): Promise<void> {
  if (existsSync(target)) {
    throw new MilepostError("bad-settings", {
      reason: `${target} exists already. Choose another name, or delete it first.`,
    });
  }
  createPrivately(target);
  try {
    await sql`vacuum into ${target}`.execute(queries);
    check(target);
    writeThrough(target);
    if (process.platform !== "win32") writeThrough(path.dirname(target));
  } catch (error) {
    rmSync(target, { force: true });
    throw asUnwritable(error, target) ?? error;
  }
}

function check(target: string): void {
  const copy = new Sqlite(target, { fileMustExist: true, readonly: true });
  try {
    const verdict: unknown = copy.pragma("integrity_check(1)", { simple: true });
    if (verdict !== "ok") throw new MilepostError("internal", { reason: "the copy is damaged" });
  } finally {
    copy.close();
  }
}

/** Onto the disk itself: a copy must outlive a power cut right after it was said to be there. */
function writeThrough(fileOrFolder: string): void {
  const descriptor = openSync(fileOrFolder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
