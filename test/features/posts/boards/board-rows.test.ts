import { expect, it } from "vitest";

import { boardRows } from "../../../../src/features/posts/store/guild-rows.ts";
import { describeEachDatabase } from "../../../support/databases.ts";

const GUILD = "710000000000000001";

const rowOf = (id: string, channel = id) => ({
  id,
  guild_id: GUILD,
  channel_id: channel,
  what: "trending" as const,
  kind: "",
  locale: "en-US",
  state: "live" as const,
  post_id: id,
  is_pinned: 0,
  next_try: 0,
  tries: 0,
  deleted_at: "[]",
  made_by: "1",
  made_at: 0,
});

describeEachDatabase("rows of boards", (database) => {
  it("are as many as a server may have, however many are made at once", async () => {
    const rows = boardRows(database().queries);
    const made = await Promise.all(Array.from({ length: 12 }, (_, index) => rows.add(rowOf(`b${index}`), 5)));
    expect(made.filter((row) => row !== undefined)).toHaveLength(5);
    expect(await rows.ofGuild(GUILD)).toHaveLength(5);
  });

  it("are one for a channel and content, whoever makes it first", async () => {
    const rows = boardRows(database().queries);
    const made = await Promise.all(["a", "b", "c"].map((id) => rows.add(rowOf(id, "channel"), 5)));
    expect(new Set(made.map((row) => row?.id)).size).toBe(1);
    expect(await rows.due(0)).toHaveLength(1);
  });

  it("are changed and removed while they are there", async () => {
    const rows = boardRows(database().queries);
    await rows.add(rowOf("a"), 5);
    expect(await rows.change("a", { state: "held", reason: "missing-access" })).toBe(true);
    expect((await rows.untold("1")).map(({ id }) => id)).toEqual(["a"]);
    expect([await rows.remove("a"), await rows.remove("a")]).toEqual([true, false]);
    expect(await rows.change("a", { state: "live" })).toBe(false);
  });
});
