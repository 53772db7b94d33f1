import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { rankingEntries } from "../../../../src/features/ranking/board-entries.ts";
import { dayOf, rankingRows } from "../../../../src/features/ranking/store/ranking-rows.ts";
import { english } from "../../../../src/messages/en.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { ORIGIN, visibleMembers } from "../../ranking/visible-members.ts";
import { Keeping } from "./board-harness.ts";

let keeping: Keeping;
let members: Awaited<ReturnType<typeof visibleMembers>>;
beforeEach(async () => {
  keeping = await Keeping.open();
  const { database, clock } = keeping;
  members = await visibleMembers(database);
  const rows = rankingRows(database.queries, ORIGIN);
  for (const [id, wins] of [
    ["1", 5],
    ["2", 90],
    ["3", 40],
  ] as const) {
    await members.show(id, `m${id}`, Ids.harbour);
    await rows.put(`m${id}`, dayOf(clock.now()), { wins: [wins, "count"], losses: [100 - wins, "count"] });
  }
  keeping.ranking = rankingEntries({ rows, wake: () => {} });
  keeping.restart();
});
afterEach(() => keeping.close());

/** Without the marks that keep places from becoming a list. */
const shown = async () => (await keeping.text()).replaceAll("\\", "");

describe("a live board of a ranking", () => {
  it("shows places by its statistic, with a button for one's own", async () => {
    await keeping.make({ what: "ranking" });
    expect(await shown()).toMatch(/1\. Player 2 · 90.*2\. Player 3 · 40.*3\. Player 1 · 5/s);
    expect(await shown()).toContain(english.ranking.mine);
    const made = await keeping.make({ what: "ranking", stat: "losses" });
    expect(made).toMatchObject({ kind: "made", board: { what: "ranking", stat: "losses" } });
    expect(await shown()).toMatch(/1\. Player 1 · 95/);
  });

  it("loses whoever leaves at once, also the last one, without waiting for its next look", async () => {
    await keeping.make({ what: "ranking" });
    keeping.keeper.start();
    await members.found.end("2", Ids.harbour);
    await expect.poll(shown).not.toContain("Player 2");
    expect(await shown()).toContain("1. Player 3 · 40");
    for (const id of ["1", "3"]) await members.found.end(id, Ids.harbour);
    await expect.poll(shown).toContain(english.ranking.none.next);
    expect(await shown()).not.toContain("Player");
  });
});
