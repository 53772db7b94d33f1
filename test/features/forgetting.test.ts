import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { silentLog } from "../../src/base/log.ts";
import { forgetMe } from "../../src/features/account/member-data.ts";
import { createForgetTraces } from "../../src/features/account/forget-traces.ts";
import { controlStates } from "../../src/storage/control-states.ts";
import { createOwnCalendars } from "../../src/features/posts/store/own-calendar-rows.ts";
import { createMemberSettingsStore } from "../../src/features/posts/store/member-rows.ts";
import { createForgetGuilds } from "../../src/features/servers/engine/forget-guilds.ts";
import { createGuildSettingsStore } from "../../src/features/servers/store/guild-settings-store.ts";
import { guildData } from "../../src/features/servers/store/guild-data.ts";
import { createStoredSessions } from "../../src/sessions/store/stored-sessions.ts";
import { facts } from "../../src/storage/facts.ts";
import type { Queries } from "../../src/storage/schema.ts";
import { contextOf } from "../support/run-command.ts";
import { openWorld, type World } from "./posts/posting-harness.ts";
import { WEEK_MS } from "../../src/base/duration.ts";

const SERVER = "990000000000000001";
const MEMBER = "990000000000000002";

/** Columns with the id of a server, and those with the id of a member; `target` too, where posts go to a member. */
const SERVER_COLUMNS = ["guild_id"];
const MEMBER_COLUMNS = ["discord_id", "member_id", "owner_id", "editor_id", "changed_by", "made_by"];
/** Columns with the id of something else. */
const OTHER_COLUMNS = [
  "id",
  "channel_id",
  "destination_id",
  "event_id",
  "key_id",
  "membership_id",
  "message_id",
  "post_id",
  "reminder_id",
  "session_id",
  "told_by",
];
/** Columns that look like an id of somebody or something. */
const NAMES_SOMETHING = /(^|_)(id|by)$/;

/** Rows that stay, and why. */
const MEMBERS_OWN = "A member's own reminder stays theirs when the server it was made in is forgotten.";
const SERVERS_OWN = "What admins set up is their server's, and tells its other admins who did.";
const KEPT: Readonly<Record<"server" | "member", Readonly<Record<string, string>>>> = {
  server: { "reminders (personal)": MEMBERS_OWN },
  member: {
    guilds: SERVERS_OWN,
    boards: SERVERS_OWN,
    "reminders (announcement)": SERVERS_OWN,
  },
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
}

describe("everything that is kept of a server or a member", () => {
  let world: World;
  let queries: Queries;

  beforeEach(async () => {
    world = await openWorld();
    ({ queries } = world.table.database);
  });
  afterEach(() => world.close());

  const read = async <T>(text: string): Promise<readonly T[]> =>
    (await sql.raw<T>(text).execute(queries)).rows;
  const tables = async () => {
    const rows = await read<{ name: string }>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
    );
    return rows.map(({ name }) => name);
  };
  const columnsOf = async (table: string): Promise<readonly Column[]> => {
    const rows = await read<{ name: string; type: string; pk: number }>(
      `select name, type, pk from pragma_table_info('${table}')`,
    );
    return rows.map(({ name, type, pk }) => ({ name, type: type.toLowerCase(), isKey: pk > 0 }));
  };

  /** Fills every table with a row of the server and the member; of reminders one of each purpose. */
  async function fillAll(): Promise<void> {
    await sql.raw("pragma foreign_keys = off").execute(queries);
    await sql.raw("pragma ignore_check_constraints = on").execute(queries);
    for (const table of await tables()) {
      if (table === "migrations" || table === "facts") continue;
      const columns = await columnsOf(table);
      const purposes = columns.some(({ name }) => name === "purpose") ? ["personal", "announcement"] : [""];
      for (const purpose of purposes) await fill(table, columns, purpose);
    }
    await sql.raw("pragma ignore_check_constraints = off").execute(queries);
    await sql.raw("pragma foreign_keys = on").execute(queries);
  }

  async function fill(table: string, columns: readonly Column[], purpose: string): Promise<void> {
    const values = columns.map((column) => valueOf(column, purpose));
    const names = columns.map(({ name }) => sql.ref(name));
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(
      queries,
    );
  }

  /** Tables where the id is anywhere in a row. Reminders are told apart by their purpose. */
  async function tablesWith(id: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const table of await tables()) {
      const columns = await columnsOf(table);
      const has = columns.map(({ name }) => `instr(cast("${name}" as text), '${id}') > 0`).join(" or ");
      const label = columns.some(({ name }) => name === "purpose")
        ? `'${table} (' || purpose || ')'`
        : `'${table}'`;
      const rows = await read<{ label: string }>(
        `select distinct ${label} as label from "${table}" where ${has}`,
      );
      found.push(...rows.map((row) => row.label));
    }
    return found;
  }

  it("is known by its columns: of each that names something it is said whose it is", async () => {
    const unknown: string[] = [];
    for (const table of await tables()) {
      for (const { name } of await columnsOf(table)) {
        const isKnown = [...SERVER_COLUMNS, ...MEMBER_COLUMNS, ...OTHER_COLUMNS].includes(name);
        if (NAMES_SOMETHING.test(name) && !isKnown) unknown.push(`${table}.${name}`);
      }
    }
    expect(unknown).toEqual([]);
  });

  it("is forgotten with a server the bot has left for long", async () => {
    const { clock } = world.table;
    await fillAll();
    expect((await tablesWith(SERVER)).length).toBeGreaterThanOrEqual(4);
    const sweep = createForgetGuilds({
      traces: guildData(world.table.database),
      facts: facts(queries),
      guilds: await createGuildSettingsStore({ database: world.table.database, clock, log: silentLog }),
      reach: async () => "gone",
      clock,
      log: silentLog,
    });
    for (let week = 0; week < 7; week += 1) {
      await sweep(new AbortController().signal);
      clock.moveTo(clock.now() + WEEK_MS - Date.now());
    }
    expect(await tablesWith(SERVER)).toEqual(Object.keys(KEPT.server));
  });

  it.each([true, false])("is forgotten with a member who wants it (private commands: %s)", async (isOn) => {
    const { clock, database } = world.table;
    await fillAll();
    expect((await tablesWith(MEMBER)).length).toBeGreaterThanOrEqual(10);
    const { linking, ...others } = world.services;
    const services = {
      ...others,
      ...(isOn && { linking }),
      reminders: world.reminders.service,
      memberSettings: createMemberSettingsStore(queries, clock),
      ownCalendars: createOwnCalendars(database, clock),
      storedSessions: createStoredSessions({ database, clock }),
      forgetTraces: createForgetTraces(database, controlStates(queries, clock)),
    };
    await forgetMe(contextOf(services, { member: { id: MEMBER }, isPrivate: true }));
    expect([...(await tablesWith(MEMBER))].sort()).toEqual(Object.keys(KEPT.member).sort());
  });
});

function valueOf({ name, type, isKey }: Column, purpose: string): unknown {
  if (SERVER_COLUMNS.includes(name)) return SERVER;
  if (MEMBER_COLUMNS.includes(name) || name === "target") return MEMBER;
  if (name === "purpose") return purpose;
  if (type === "blob") return Buffer.alloc(40);
  if (type === "integer") return name === "id" && isKey ? null : 1;
  // What belongs to a reminder belongs to the member's own, whose id that is.
  return name === "id" && purpose === "announcement" ? "other" : "one";
}
