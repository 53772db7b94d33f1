import { existsSync } from "node:fs";

import type { Clock } from "../base/clock.ts";
import { silentLog } from "../base/log.ts";
import { packageVersion } from "../config/package-version.ts";
import { createForgetTraces } from "../features/account/forget-traces.ts";
import type { MemberDataParts } from "../features/account/member-data.ts";
import { createSessions } from "../features/account/create-sessions.ts";
import { createMemberSettingsStore } from "../features/posts/store/member-rows.ts";
import { createOwnCalendars } from "../features/posts/store/own-calendar-rows.ts";
import { memberReminders } from "../features/posts/store/reminder-view.ts";
import { connectPlatform } from "../platform/connection.ts";
import { loadProfile } from "../platform/profile/load.ts";
import { openKeyring } from "../sessions/keyring/keyring.ts";
import { keyringChecks } from "../sessions/keyring/keyring-checks.ts";
import { createStoredSessions } from "../sessions/store/stored-sessions.ts";
import type { Database } from "../storage/database.ts";
import { controlStates } from "../storage/control-states.ts";
import { type OperatorDatabase, withOperatorDatabase } from "./database.ts";
import { asking } from "./live/open-operator-session.ts";
import { type CliContext, readArguments } from "./subcommand.ts";

const ID = /^\d{15,20}$/;

/** Runs `--member ID` on a member's stored data. Returns undefined where it was called wrongly. */
export async function withMemberData(
  args: readonly string[],
  context: CliContext,
  work: (parts: MemberDataParts, memberId: string, operator: OperatorDatabase) => Promise<number>,
): Promise<number | undefined> {
  const { member = "" } = readArguments(args, { member: { type: "string" } })?.values ?? {};
  if (!ID.test(member)) return undefined;
  return withOperatorDatabase(context, async (operator) => {
    const { parts, close } = await openMemberData(operator);
    try {
      return await work(parts, member, operator);
    } finally {
      await close();
    }
  });
}

/** Returns what a database stores about members, unopened. */
export function storedMemberData(database: Database, clock: Clock): MemberDataParts {
  const { queries } = database;
  const states = controlStates(queries, clock);
  return {
    profile: { name: "" },
    storedSessions: createStoredSessions({ database, clock }),
    reminders: memberReminders(queries, clock),
    memberSettings: createMemberSettingsStore(queries, clock),
    ownCalendars: createOwnCalendars(database, clock),
    controlStates: states,
    forgetTraces: createForgetTraces(database, states),
  };
}

/** Adds what opens sessions, if there is a keyring. */
async function openMemberData({ database, place, settings, clock }: OperatorDatabase) {
  const stored = storedMemberData(database, clock);
  const profile = loadProfile(settings.platform.profile ?? "neutral", { baseUrl: settings.platform.baseUrl });
  const parts = { ...stored, profile };
  if (!existsSync(place.file)) return { parts, close: async () => {} };
  const connection = connectPlatform({
    ...asking(profile, settings.platform),
    clock,
    version: packageVersion(),
  });
  const sessions = createSessions({
    connection,
    clientSecret: settings.platform.clientSecret,
    database,
    keyring: await openKeyring({
      ...settings.keyring,
      home: process.cwd(),
      databaseFile: database.file,
      checks: keyringChecks(database.queries),
    }),
    accepts: () => "sealed",
    idleDays: settings.privateCommands.idleDays,
    clock,
    log: silentLog,
  });
  const close = async () => {
    await sessions?.close();
    await connection.close();
  };
  return { parts: { ...parts, ...(sessions && { linking: { sessions } }) }, close };
}
