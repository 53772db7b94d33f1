import path from "node:path";

import { sql } from "kysely";
import { expect, it } from "vitest";

import { openDatabase } from "../../src/cluster/open-database.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { useFolder } from "../support/databases.ts";

const folder = useFolder();
const BEFORE = 9;

/** What stands in a database of before, and what it is called now. */
const NAMES: readonly (readonly [string, string])[] = [
  ["10003", "channel-gone"],
  ["gone", "channel-gone"],
  ["10004", "server-gone"],
  ["10008", "message-gone"],
  ["10011", "role-gone"],
  ["10013", "member-gone"],
  ["50001", "missing-access"],
  ["50007", "dm-closed"],
  ["50008", "takes-no-messages"],
  ["50013", "missing-permission"],
  ["50083", "thread-archived"],
  ["50278", "no-mutual-server"],
  ["60003", "needs-two-factor"],
  ["160005", "thread-locked"],
  ["40058", "takes-threads-alone"],
  ["40067", "needs-tag"],
  ["40033", "published-already"],
  ["200000", "blocked-by-automod"],
  ["200001", "blocked-by-automod"],
  ["240000", "blocked-by-automod"],
  ["50035", "message-invalid"],
  ["50006", "message-invalid"],
  ["40005", "message-invalid"],
  ["20016", "too-fast"],
  ["20022", "too-fast"],
  ["20028", "too-fast"],
  ["20029", "too-fast"],
  ["30046", "too-fast"],
  ["40003", "too-fast"],
  ["40062", "too-fast"],
  ["40004", "unavailable"],
  ["40006", "unavailable"],
  ["40333", "unavailable"],
  ["110001", "unavailable"],
  ["130000", "unavailable"],
  ["http-0", "unavailable"],
  ["http-403", "unavailable"],
  ["http-404", "unavailable"],
  ["http-503", "unavailable"],
  ["http-429", "too-fast"],
  ["http-401", "token-refused"],
  ["http-400", "message-invalid"],
  ["http-413", "message-invalid"],
  ["50109", "refused"],
  ["99999999", "refused"],
  ["switched-off", "switched-off"],
  ["too-late", "too-late"],
  ["unsure", "unsure"],
  ["moved", "moved"],
  ["internal", "internal"],
  ["deleted", "deleted"],
];

const byIndex = (column: string) => `order by cast(substr(${column}, 2) as integer)`;

it("calls by name why something was not posted, in a database of before", async () => {
  const url = `file:${path.join(folder.path, "old.db")}`;
  const old = await openDatabase({ url, migrations: migrations.slice(0, BEFORE) });
  const run = (statement: string) => sql.raw(statement).execute(old.queries);
  await run(`insert into reminders (id, owner_id, editor_id, state, rule, content, when_unsure, revision,
    made_at, changed_at) values ('r', 'm', 'm', 'active', '{}', '{}', 'at-most-once', 1, 0, 0)`);
  for (const [index, [before]] of NAMES.entries()) {
    const id = `d${index}`;
    await run(`insert into destinations values ('${id}', 'r', 'channel', '${id}', 'open', '${before}', 0)`);
    for (const [slot, state] of [
      [index * 2, "skipped"],
      [index * 2 + 1, "sent"],
    ] as const) {
      await run(`insert into occurrences (reminder_id, slot, useful_until, state, planned_at)
        values ('r', ${slot}, 9, 'planned', 0)`);
      await run(`insert into deliveries (id, reminder_id, slot, destination_id, kind, target, useful_until, state,
        next_try, joins, fence, tries, code) values ('${id}-${state}', 'r', ${slot}, '${id}', 'channel', '${id}', 9,
        '${state}', 0, 0, 0, 0, '${before}')`);
    }
    await run(`insert into boards (id, guild_id, channel_id, what, kind, locale, state, reason, told, post_id,
      is_pinned, next_try, tries, deleted_at, made_by, made_at) values ('b${index}', 'g', '${id}', 'trending', '',
      'en-US', 'held', '${before}', '${before}', 'p', 0, 0, 0, '[]', 'm', 0)`);
  }
  await run(`insert into destinations values ('none', 'r', 'channel', 'none', 'open', null, 0)`);
  await run(`insert into reminder_notices values ('m', 'r', 'closed-dm', 'm', 50007, 1)`);
  await run(`insert into reminder_notices values ('m', 'r', 'missing-permission', 'c', 50013, 2)`);
  await run(`insert into reminder_notices values ('m', 'r', 'refused', 'c', 50109, 3)`);
  await run(`insert into reminder_notices values ('m', 'r', 'role-refused', 'c', 0, 4)`);
  await old.close();

  const database = await openDatabase({ url });
  const { queries } = database;
  const names = NAMES.map(([, name]) => name);
  const read = async (statement: string) =>
    (await sql.raw<{ name: string | null }>(statement).execute(queries)).rows.map(({ name }) => name);
  expect(await read(`select reason as name from destinations where id <> 'none' ${byIndex("id")}`)).toEqual(
    names,
  );
  expect(await read(`select reason as name from destinations where id = 'none'`)).toEqual([null]);
  const codes = (state: string) =>
    read(`select code as name from deliveries where state = '${state}' ${byIndex("destination_id")}`);
  expect(await codes("skipped")).toEqual(names);
  expect(await codes("sent")).toEqual(NAMES.map(([before]) => before));
  expect(await read(`select reason as name from boards ${byIndex("id")}`)).toEqual(names);
  expect(await read(`select told as name from boards ${byIndex("id")}`)).toEqual(names);
  const notices = await queries
    .selectFrom("reminder_notices")
    .select(["what", "reason"])
    .orderBy("at")
    .execute();
  expect(notices).toEqual([
    { what: "dm-closed", reason: "dm-closed" },
    { what: "missing-permission", reason: "missing-permission" },
    { what: "refused", reason: "refused" },
    { what: "role-refused", reason: null },
  ]);
  await database.close();
});
