import { renameSync, rmSync } from "node:fs";

import Sqlite from "better-sqlite3";

import { copyDatabase, refuseExisting, writeFolderThrough } from "./backup.ts";
import { createPrivately } from "./sqlite-file.ts";
import { facts } from "./facts.ts";
import type { Queries } from "./schema.ts";

export interface BackupOptions {
  /** The unencrypted copy is made beside it. */
  readonly databaseFile: string;
  /** Whether sessions are included; otherwise they are left out with everything stored with them. */
  readonly keepsSessions: boolean;
  /** `age1...`: encrypts the copy to this recipient. */
  readonly recipient?: string | undefined;
  readonly now: number;
}

/** In a copy: when it was made. In the database: when the last one was. */
const MADE_AT = "backup.made-at";

/** Returns when the last backup was made; undefined for never. */
export async function lastBackupAt(queries: Queries): Promise<number | undefined> {
  const at = await facts(queries).get(MADE_AT);
  return at === undefined ? undefined : Number(at);
}

/** Makes a backup under a name that must not exist; throws "bad-settings" as `copyDatabase` does. */
export async function makeBackup(
  queries: Queries,
  target: string,
  { databaseFile, keepsSessions, recipient, now }: BackupOptions,
): Promise<void> {
  refuseExisting(target);
  const plain = recipient === undefined ? `${target}.part` : `${databaseFile}.copy.part`;
  const parts = [plain, `${plain}-journal`, `${target}.part`];
  const clear = () => parts.forEach((part) => rmSync(part, { force: true }));
  createPrivately(plain);
  clear();
  try {
    await copyDatabase(queries, plain, (copy) => finish(copy, { keepsSessions, now }));
    if (recipient !== undefined) {
      createPrivately(`${target}.part`);
      // Loaded on demand: a running bot only reads the time of the last backup.
      const { encryptFile } = await import("./age-files.ts");
      await encryptFile(plain, `${target}.part`, recipient);
    }
    renameSync(`${target}.part`, target);
    writeFolderThrough(target);
  } finally {
    clear();
  }
  await facts(queries).set(MADE_AT, String(now));
}

function finish(file: string, { keepsSessions, now }: Pick<BackupOptions, "keepsSessions" | "now">): void {
  const copy = new Sqlite(file, { fileMustExist: true });
  try {
    copy.pragma("journal_mode = delete");
    copy
      .prepare(
        "insert into facts (name, value) values (?, ?) on conflict do update set value = excluded.value",
      )
      .run(MADE_AT, String(now));
    copy.pragma("foreign_keys = on");
    copy.exec(WITHOUT_TEMPORARY);
    for (const statement of keepsSessions ? [] : WITHOUT_SESSIONS) copy.exec(statement);
    copy.exec("vacuum");
  } finally {
    copy.close();
  }
}

/** What is stored for minutes is left out of copies. */
const WITHOUT_TEMPORARY = "delete from temporary_secrets";

/** Deletes sessions and everything stored with them, so that no key is needed for the copy. */
export const WITHOUT_SESSIONS = [
  WITHOUT_TEMPORARY,
  "delete from sessions",
  "delete from keyring_checks where kind = 'mpk1'",
];
