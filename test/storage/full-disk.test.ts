import { sql } from "kysely";
import { expect, it } from "vitest";

import { definitionRows } from "../../src/definitions/definition-rows.ts";
import { writeTransaction } from "../../src/storage/write-transaction.ts";
import { describeOnSqlite } from "../support/databases.ts";

const FULL = { code: "SQLITE_FULL" };
const set = { table: "item", locale: "en" } as const;
const large = Array.from({ length: 200 }, (_, hash) => ({
  hash,
  record: "x".repeat(4_000),
  fetchedAt: 1,
}));

describeOnSqlite("a disk that is full at run time", (database) => {
  it("is named as the cause, and what needs no write goes on", async () => {
    const { queries } = database();
    await definitionRows(queries).put(set, large.slice(0, 1));
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(queries);
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 4}`).execute(queries);

    await expect(definitionRows(queries).put(set, large)).rejects.toMatchObject(FULL);
    const fill = () => writeTransaction(queries, (inside) => definitionRowsOf(inside));
    await expect(fill()).rejects.toMatchObject(FULL);
    expect(await definitionRows(queries).find(set, [0])).toHaveLength(1);

    await sql.raw("pragma max_page_count = 1000000").execute(queries);
    await definitionRows(queries).put(set, large);
    expect(await definitionRows(queries).find(set, [199])).toHaveLength(1);
  });
});

async function definitionRowsOf(inside: Parameters<typeof definitionRows>[0]): Promise<void> {
  for (const { hash, record } of large) {
    await sql`insert into facts (name, value) values (${`fact-${hash}`}, ${record})`.execute(inside);
  }
}
