import { sql } from "kysely";
import { expect, it } from "vitest";

import { isOneOf, selectGiven } from "../../src/storage/json-values.ts";
import { describeEachDatabase } from "../support/databases.ts";

const ODD = ["", " ", "null", "a,b", "{a}", '"', "\\", '\\"', "'", "\n", "é", "😀", "$1", "%"];

describeEachDatabase("many values as one of a statement", (database) => {
  const given = (rows: readonly (string | null)[]) =>
    selectGiven(
      database().queries,
      { text: "text", number: "integer", large: "bigint" },
      rows.map((text, number) => ({ text, number, large: Number.MAX_SAFE_INTEGER })),
    );

  it("are given as rows, each value as it was", async () => {
    const { rows } = await sql`${given([...ODD, null])}`.execute(database().queries);
    expect(rows).toEqual(
      [...ODD, null].map((text, number) => ({ text, number, large: Number.MAX_SAFE_INTEGER })),
    );
  });

  it.each([
    ["each of them", ODD, ODD],
    ["some of them", ['"', "{a}", "none"], ["{a}", '"']],
    ["none of them", [], []],
  ])("find %s", async (_which, texts, found) => {
    const { queries } = database();
    const { rows } = await sql<{ text: string }>`select text from (${given([...ODD, null])}) as given
      where ${isOneOf(queries, "given.text", texts)} order by number`.execute(queries);
    expect(rows.map(({ text }) => text)).toEqual(found);
  });
});
