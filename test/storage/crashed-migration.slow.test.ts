import { copyFileSync } from "node:fs";
import path from "node:path";

import { Kysely, SqliteDialect } from "kysely";
import { expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import type { Tables } from "../../src/storage/schema.ts";
import { openConnection } from "../../src/storage/sqlite-file.ts";
import { useFolder } from "../support/databases.ts";

const folder = useFolder();

/** What a crash leaves behind: what was written, of the file and of its log, and no process that holds either. */
function takeImage(file: string, image: string): void {
  copyFileSync(file, image);
  copyFileSync(`${file}-wal`, `${image}-wal`);
}

it("goes on after a crash behind any statement of any migration", async () => {
  const file = path.join(folder.path, "test.db");
  const images: string[] = [];
  const sqlite = openConnection(file);
  const queries = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: sqlite }),
    log() {
      images.push(`${file}.${images.length}`);
      takeImage(file, images.at(-1) ?? "");
    },
  });
  await migrate({ engine: "sqlite", queries, migrations, clock: systemClock, backUp: async () => {} });
  await queries.destroy();
  const statements = migrations.flatMap(({ sqlite: all }) => all);
  expect(images.length).toBeGreaterThan(statements.length);
  const numbers = migrations.map(({ number }) => number);
  for (const image of images) {
    const database = await openDatabase({ url: `file:${image}`, isOwner: false, isCopy: true });
    const taken = await database.queries.selectFrom("migrations").select("number").execute();
    expect(taken.map(({ number }) => number)).toEqual(numbers);
    await database.close();
  }
});
