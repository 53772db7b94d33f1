import { existsSync, realpathSync } from "node:fs";
import path from "node:path";

import { sql } from "kysely";

import { type Clock, systemClock } from "../base/clock.ts";
import { isMilepostError, MilepostError } from "../base/errors.ts";
import { forgetMember } from "../features/account/member-data.ts";
import { lookBeforePosting } from "../features/posts/engine/plan-occurrences.ts";
import { feedMark } from "../features/posts/store/own-calendar-rows.ts";
import { keyringPlace, refuseWithoutKeyring } from "../sessions/keyring/keyring.ts";
import { keyringStatus } from "../sessions/keyring/keyring-changes.ts";
import { keyringChecks, WITHOUT_KEY } from "../sessions/keyring/keyring-checks.ts";
import type { Database } from "../storage/database.ts";
import { deletionList, DELETIONS_KEPT_MS } from "../storage/deletion-list.ts";
import { WITHOUT_SESSIONS } from "../storage/make-backup.ts";
import { copiedAt, removeDatabase, replaceDatabase, unpackBackup } from "../storage/restore.ts";
import type { Queries } from "../storage/schema.ts";
import { holdLock } from "../storage/sqlite-file.ts";
import { databaseFileOf, inSentences, withDatabase } from "./database.ts";
import { storedMemberData } from "./member-data.ts";
import { type CliContext, counted, endWith, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost restore FILE [--identity FILE] [--without-sessions]

Puts a backup in the place of the database, which is kept beside it for 30 days. Stop the bot first. The backup is
checked before anything changes. What members had deleted since stays deleted, and what may have been posted since is
looked for in Discord before it is posted again.

  --identity FILE      opens a backup that was encrypted to an age key
  --without-sessions   leaves linked sessions out, as where the key that opens them is lost
`;

const OPTIONS = { identity: { type: "string" }, "without-sessions": { type: "boolean" } } as const;

/** `milepost restore FILE`: changes nothing before the backup is verified. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const { positionals: [backup] = [], values = {} } =
    readArguments(args, OPTIONS, { least: 1, most: 1 }) ?? {};
  if (backup === undefined || backup === "") return undefined;
  const { clock = systemClock } = context;
  return inSentences(context, async (settings) => {
    const named = databaseFileOf(settings);
    if (named === undefined) {
      throw new MilepostError("bad-settings", {
        reason: "The database is PostgreSQL's: `pg_restore` brings a copy back.",
      });
    }
    const file = existsSync(named) ? realpathSync(named) : named;
    const freeLock = holdLock(file);
    const draft = `${file}.restored.part`;
    try {
      removeDatabase(draft);
      await unpackBackup(path.resolve(backup), draft, values.identity);
      const place = keyringPlace({ ...settings.keyring, home: process.cwd(), databaseFile: file });
      const opening = { url: `file:${draft}`, isOwner: false, isCopy: true };
      const prepared = await withDatabase(opening, async (database) => {
        const { queries } = database;
        const isWithout = values["without-sessions"] === true;
        for (const statement of isWithout ? WITHOUT_SESSIONS : []) await sql.raw(statement).execute(queries);
        const opens = existsSync(place.file)
          ? keyringStatus({ queries, place, clock })
          : refuseWithoutKeyring(place.file, keyringChecks(queries));
        await opens.catch(refuseCopy);
        return prepare(database, file, clock);
      });
      const kept = replaceDatabase(file, draft, clock.now());
      return endWith(0, context.stdout, words(prepared, { file, kept, now: clock.now() }));
    } finally {
      removeDatabase(draft);
      freeLock();
    }
  });
}

/** Names the way out of a lost key that spares the database in place. */
function refuseCopy(error: unknown): never {
  const reason = isMilepostError(error, "bad-settings") ? String(error.details.reason) : "";
  if (!reason.includes(WITHOUT_KEY)) throw error;
  const wayOut = "If that key is lost, add --without-sessions: members then link again.";
  throw new MilepostError("bad-settings", { reason: reason.replace(WITHOUT_KEY, wayOut) }, { cause: error });
}

async function prepare(database: Database, file: string, clock: Clock) {
  const [prepared] = await database.rewriteAfter(async () => {
    const since = await copiedAt(database.queries, clock.now());
    const forgotten = await deleteAgain(database, deletionList(file).since(since), clock);
    return { since, forgotten, lookedFor: await lookBeforePosting(database.queries, { since, clock }) };
  });
  return prepared;
}

/** Deletes members, sessions and reminders that were deleted after the copy. Returns how many. */
async function deleteAgain(
  database: Database,
  isDeleted: (id: string) => boolean,
  clock: Clock,
): Promise<number> {
  const { queries } = database;
  const { rows: members } = await sql<{ id: string }>`select discord_id as id from sessions
    union select discord_id from member_settings union select discord_id from notices
    union select owner_id from reminders union select member_id from reminder_notices
    union select member_id from conversations union select member_id from sign_ups
    union select member_id from calendar_feeds union select member_id from calendar_items
    union select owner_id from control_states where owner_id is not null`.execute(queries);
  const gone = members.filter(({ id }) => isDeleted(id));
  for (const { id } of gone) await forgetMember(storedMemberData(database, clock), id);
  await withdrawAgain(queries, isDeleted);
  for (const { member_id: id } of await queries.selectFrom("calendar_feeds").select("member_id").execute())
    if (isDeleted(feedMark(id)))
      await queries.deleteFrom("calendar_feeds").where("member_id", "=", id).execute();
  let count = gone.length;
  for (const table of ["sessions", "reminders"] as const) {
    for (const { id } of await queries.selectFrom(table).select("id").execute()) {
      if (!isDeleted(id)) continue;
      await queries.deleteFrom(table).where("id", "=", id).execute();
      count += 1;
    }
  }
  return count;
}

/** Withdraws consent that was withdrawn after the copy; if in doubt, withdraws it. */
async function withdrawAgain(queries: Queries, isDeleted: (id: string) => boolean): Promise<void> {
  for (const { id, discord_id: member } of await queries
    .selectFrom("sessions")
    .select(["id", "discord_id"])
    .execute()) {
    const session = queries.updateTable("sessions").where("id", "=", id);
    if (isDeleted(`away ${id}`)) await session.set({ allows_away: 0 }).execute();
    if (isDeleted(`snapshots ${id}`)) {
      await session.set({ keeps_snapshots: 0 }).execute();
      await queries.deleteFrom("snapshots").where("session_id", "=", id).execute();
    }
    if (isDeleted(`found ${member}`))
      await queries.deleteFrom("found_members").where("discord_id", "=", member).execute();
  }
}

function words(
  { since, forgotten, lookedFor }: Awaited<ReturnType<typeof prepare>>,
  { file, kept, now }: { readonly file: string; readonly kept: string | undefined; readonly now: number },
): string {
  const isOld = now - since > DELETIONS_KEPT_MS;
  return [
    `Restored the database of ${new Date(since).toISOString()} to ${file}.`,
    ...(kept === undefined ? [] : [`The one before is kept as ${kept}; it is deleted after 30 days.`]),
    ...(lookedFor === 0 ? [] : [`Looked for before it is posted: ${counted(lookedFor, "post")}.`]),
    ...(forgotten === 0
      ? []
      : [`Deleted again, as members wanted: ${counted(forgotten, "entry", "entries")}.`]),
    ...(isOld ? ["It is older than 90 days: what members had deleted before that may be back."] : []),
    "Start the bot.\n",
  ].join("\n");
}
