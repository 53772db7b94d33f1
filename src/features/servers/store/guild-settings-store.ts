import type { Insertable, Selectable } from "kysely";

import type { Clock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import { sleep } from "../../../base/async/sleep.ts";
import { SerialQueue } from "../../../base/async/serial-queue.ts";
import type { Database } from "../../../storage/database.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import {
  chosenSchema,
  defaultGuildSettings,
  type GuildSettingsStore,
  type GuildChanges,
  type GuildSettings,
} from "../../kit/settings/settings.ts";
import type { GuildsTable, Queries } from "../../../storage/schema.ts";

/** The hint sent with each change of a row, so that every process reads it again. */
export const GUILDS_CHANGE = "guilds";
const AGAIN_MS = 1_000;

/** The settings of all servers, read without waiting. Changes by other processes arrive within two seconds. */
export async function createGuildSettingsStore(deps: {
  readonly database: Pick<Database, "queries" | "nodes">;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<GuildSettingsStore & { close(): Promise<void> }> {
  const { database, clock, log } = deps;
  const { queries, nodes } = database;
  const rows = guildRows(queries);
  const kept = new Map<string, GuildSettings>();
  const keep = (row: GuildRow) => void kept.set(row.guild_id, settingsOf(row, log));
  // An older read must not overwrite a newer change.
  const queue = new SerialQueue();
  const closing = new AbortController();
  const readChanges = async () => {
    const there = new Map((await rows.revisions()).map((row) => [row.guild_id, row.revision]));
    for (const id of kept.keys()) if (!there.has(id)) kept.delete(id);
    for (const [id, revision] of there) {
      if (kept.get(id)?.revision === revision) continue;
      const row = await rows.find(id);
      if (row !== undefined) keep(row);
    }
  };
  const follow = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await queue.take(readChanges);
        return;
      } catch (error) {
        log.warn("Servers' settings could not be read again; it is tried every second", {}, error);
      }
      await sleep(AGAIN_MS, closing.signal).catch(() => {});
    }
  };
  const stopListening = nodes.onChange(GUILDS_CHANGE, () => void follow());
  for (const row of await rows.all()) keep(row);
  return {
    ids: () => [...kept.keys()],
    of: (guildId) => kept.get(guildId) ?? defaultGuildSettings(guildId),
    change: ({ guildId, revision, by }, changes) =>
      queue.take(async () => {
        const next = await writeTransaction(queries, async (transaction) => {
          const now = guildRows(transaction);
          const row = await now.find(guildId);
          const before = row === undefined ? defaultGuildSettings(guildId) : settingsOf(row, log);
          if (before.revision !== revision) return undefined;
          const chosen = rowOf(changed(before, changes, { by, at: clock.now() }), by);
          if (!(await now.put(chosen))) return undefined;
          await nodes.noteChange(transaction, GUILDS_CHANGE);
          return chosen;
        });
        if (next !== undefined) keep(next);
        else await readChanges();
        return next !== undefined;
      }),
    forget: (guildId) => void kept.delete(guildId),
    async close() {
      stopListening();
      closing.abort();
      await queue.take(async () => {});
    },
  };
}

/** Returns all settings, as `rowOf` stores them. Throws for an invalid change. */
function changed(
  { guildId, revision, ...before }: GuildSettings,
  changes: GuildChanges,
  { by, at }: { readonly by: string; readonly at: number },
): GuildSettings {
  const chosen = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  return {
    ...chosenSchema.parse(Object.fromEntries(chosen)),
    guildId,
    revision: revision + 1,
    changedBy: by,
    changedAt: at,
  };
}

function rowOf({ guildId, revision, changedBy: _by, changedAt, ...chosen }: GuildSettings, by: string) {
  return {
    guild_id: guildId,
    revision,
    settings: JSON.stringify(chosen),
    changed_by: by,
    changed_at: changedAt ?? 0,
  };
}

/** An unreadable row makes replies private: better too quiet than in the wrong channel. */
function settingsOf(row: GuildRow, log: Log): GuildSettings {
  const { guild_id: guildId, revision, changed_by: changedBy, changed_at: changedAt } = row;
  const stamped = { guildId, revision, changedBy, changedAt };
  try {
    return { ...chosenSchema.parse(JSON.parse(row.settings)), ...stamped };
  } catch (error) {
    log.error(
      "A server's settings can't be read; its public answers are private until they are chosen anew",
      {
        reference: guildId,
      },
      error,
    );
    return { ...defaultGuildSettings(guildId), publicIn: [], ...stamped };
  }
}

export type GuildRow = Selectable<GuildsTable>;

/** The servers' settings, one row per server. */
export function guildRows(queries: Queries) {
  return {
    all: (): Promise<readonly GuildRow[]> => queries.selectFrom("guilds").selectAll().execute(),
    revisions: () => queries.selectFrom("guilds").select(["guild_id", "revision"]).execute(),
    find: (guildId: string): Promise<GuildRow | undefined> =>
      queries.selectFrom("guilds").selectAll().where("guild_id", "=", guildId).executeTakeFirst(),
    /** Writes the row if it still has the revision before; 1 is the first. Returns false where someone was faster. */
    async put(row: Insertable<GuildsTable>): Promise<boolean> {
      if (row.revision === 1) {
        const added = await queries
          .insertInto("guilds")
          .values(row)
          .onConflict((conflict) => conflict.column("guild_id").doNothing())
          .executeTakeFirst();
        return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
      }
      const { guild_id: id, ...changes } = row;
      const changed = await queries
        .updateTable("guilds")
        .set(changes)
        .where("guild_id", "=", id)
        .where("revision", "=", row.revision - 1)
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
  };
}
