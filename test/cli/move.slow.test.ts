import path from "node:path";

import { sql } from "kysely";
import { afterEach, expect, it } from "vitest";

import { copyRows, MOVED_TABLES } from "../../src/cluster/copy-rows.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { facts } from "../../src/storage/facts.ts";
import { notices } from "../../src/sessions/store/session-notices.ts";
import { openCutter } from "../support/cut-connections.ts";
import { describeOnPostgres, useFolder } from "../support/databases.ts";
import { milepost } from "./operator.ts";
import { addReminder } from "../features/posts/engine/engine-harness.ts";

async function move(from: string, to: string) {
  const { code, shown: output } = await milepost(["move", "--from", from, "--to", to]);
  return { code, output };
}

describeOnPostgres("moving to another database", (urls) => {
  const folder = useFolder();
  const fileUrl = (name: string) => `file:${path.join(folder.path, name, "test.db")}`;
  const opened: Database[] = [];
  const open = async (url: string, isOwner = false) => {
    const database = await openDatabase({ url, isOwner });
    opened.push(database);
    return database;
  };
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  /** A file with a row of each sort that could be changed on the way: bytes, large numbers, texts of every script. */
  async function filled(name: string): Promise<string> {
    const url = fileUrl(name);
    const database = await openDatabase({ url });
    const { queries } = database;
    for (let index = 0; index < 450; index += 1) await facts(queries).set(`fact ${index}`, "äöü 🦊 '\\ \n");
    for (const id of ["a", "B", "ä"]) await addReminder(database, id, { targets: ["one", "two"] });
    await notices(queries).add(["1", "2"], "died", Number.MAX_SAFE_INTEGER);
    const check = { kind: "mpk1", key_id: 1, fingerprint: "x", superseded_at: null };
    await queries.insertInto("keyring_checks").values(check).execute();
    const sealed = Buffer.from([0, 1, 2, 255]);
    await sql`insert into sessions (id, discord_id, origin, revision, key_id, cookies, account, is_active, state,
      state_since, linked_at, last_used_at, renewed_at, allows_away, keeps_snapshots)
      values ('s', '1', 'o', 1, 1, ${sealed}, ${sealed}, 1, 'alive', 1, 1, 1, 1, 0, 0)`.execute(queries);
    await database.close();
    return url;
  }

  it("knows every table there is", async () => {
    const { queries } = await open(await urls.fresh());
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema() order by 1`.execute(queries);
    const gateway = ["gateway_sessions", "identify_slots", "shard_counts"];
    const own = ["migrations", "nodes", "node_keys", "leases", "first_claims", "changes", ...gateway];
    expect(rows.map(({ name }) => name)).toEqual([...Object.keys(MOVED_TABLES), ...own].sort());
  });

  it("brings every row there and back, and says so when it is called again", async () => {
    const [file, server, back] = [await filled("there"), await urls.fresh(), fileUrl("back")];
    expect(await move(file, server)).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        new RegExp(`^Moved \\d+ rows of ${Object.keys(MOVED_TABLES).length} tables`),
      ),
    });
    expect(await move(file, server)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/holds all of it already/),
    });
    expect(await move(server, back)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Moved \d+ rows/),
    });
    const copied = await copyRows(await open(file), await open(back));
    expect(copied.isThere).toBe(true);
    expect([copied.counts.get("facts"), copied.counts.get("sessions")]).toEqual([450, 1]);
  });

  it("leaves keys that new rows can take", async () => {
    const server = await urls.fresh();
    await move(await filled("there"), server);
    const { queries } = await open(server);
    await notices(queries).add(["3"], "died", 1);
    expect(await notices(queries).of("3")).toHaveLength(1);
  });

  it("is refused while a bot runs on either, and where the target holds something else", async () => {
    const [file, server] = [await filled("there"), await urls.fresh()];
    const bot = await open(file, true);
    expect(await move(file, server)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Another Milepost is using/),
    });
    opened.pop();
    await bot.close();
    const other = await open(server, true);
    expect(await move(file, server)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Another Milepost is using/),
    });
    await facts(other.queries).set("other", "");
    opened.pop();
    await other.close();
    expect(await move(file, server)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/The target is not empty/),
    });
    expect(await move(fileUrl("nothing"), server)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/There is no database/),
    });
  });

  it("that is cut off leaves nothing behind, and is done by the next call", async () => {
    const [file, server] = [await filled("there"), await urls.fresh()];
    const cutter = await openCutter(server);
    const [source, target] = [await open(file), await open(cutter.url)];
    cutter.cutOnce('insert into "destinations"', "before");
    const { counts } = await copyRows(source, target);
    expect(counts.get("destinations")).toBe(6);
    expect((await move(file, server)).output).toMatch(/holds all of it already/);
    for (const database of opened.splice(0)) await database.close();
    await cutter.close();
  });
});
