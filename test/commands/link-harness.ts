import { tmpdir } from "node:os";
import { inspect } from "node:util";

import { ByteBudget } from "../../src/base/async/byte-budget.ts";
import { createSessions } from "../../src/features/account/create-sessions.ts";
import { waitingState } from "../../src/features/kit/own-data/own-accounts.ts";
import { createOpenPrivate } from "../../src/sessions/use/open-private.ts";
import { createKitServices } from "../../src/features/kit/command/services.ts";
import { createRecentPlayers } from "../../src/features/profile/recent-players.ts";
import type { Services } from "../../src/features/services.ts";
import type { LinkAccepts, MemberSessions } from "../../src/sessions/use/member-sessions.ts";
import { MovableClock } from "../../src/base/clock.ts";
import { type Log, type LogFields, silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { Secret } from "../../src/base/secret.ts";
import type { ActionRunning } from "../../src/discord/command/controls.ts";
import type { AnyCommand } from "../../src/discord/command/command.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { connectPlatform, type PlatformConnection } from "../../src/platform/connection.ts";
import { createPlatformClient } from "../../src/platform/create-client.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { DEFAULT_KEY, type Platform, startPlatform } from "../../src/playground/platform/server.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";
import { createMemoryKeyring, type Keyring, openKeyring } from "../../src/sessions/keyring/keyring.ts";
import { createForgetTraces } from "../../src/features/account/forget-traces.ts";
import { controlStates } from "../../src/storage/control-states.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import type { Nodes } from "../../src/storage/nodes.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { commands } from "../../commands/index.ts";
import link from "../../commands/link.ts";
import { type Asking, callOf, contextOf, run } from "../support/run-command.ts";
import type { CommandServices } from "../../src/features/kit/command/command-context.ts";
import { withNodes } from "../support/memory-nodes.ts";
import { idleServices } from "../support/idle-services.ts";
import { english } from "../../src/messages/en.ts";

/** A bot's sessions over the embedded platform, with everything real but Discord. */
export interface LinkTable extends SessionTable {
  readonly platform: Platform;
  /** Signs a player in, and gives the Cookie header a browser would send. */
  headerOf(player: number): string;
  /** From the paste to the answer. */
  link(memberId: string, player: number): Promise<Reply>;
}

/** The same over any platform. */
export interface SessionTable {
  readonly connection: PlatformConnection;
  readonly services: Services;
  readonly sessions: MemberSessions;
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: MovableClock;
  readonly log: Log;
  /** What was logged as a warning or worse. */
  readonly logged: readonly Logged[];
  accepts: LinkAccepts;
  /** Pastes as this member; gives what is answered. */
  paste(memberId: string, pasted: string, waiting?: string): Promise<Reply>;
  /** Presses a control of a reply as this member. */
  press(memberId: string, reply: Reply, label: string): Promise<Reply>;
  run(memberId: string, command: string): Promise<Reply>;
  close(): Promise<void>;
}

interface Logged {
  readonly level: "warn" | "error";
  readonly message: string;
  readonly fields: LogFields;
}

export async function openLinkTable(
  profileName: string,
  place: Pick<SessionTableOptions, "database" | "keyringFile"> = {},
): Promise<LinkTable> {
  const clock = new MovableClock();
  const shipped = loadProfile(profileName);
  const unhurried = { ...shipped, limits: { ...shipped.limits, rate: 10_000, concurrency: 200 } };
  const platform = await startPlatform({ profile: unhurried, port: 0, clock });
  const table = await openSessionTable({ profile: platform.profile, clock, ...place });
  const headerOf = (player: number): string =>
    platform.signIn
      .issue(player, "ProviderA")
      .cookies.map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  const link = async (memberId: string, player: number) =>
    table.press(memberId, await table.paste(memberId, headerOf(player)), english.link.confirm.keep);
  const closeTable = table.close.bind(table);
  const close = async () => {
    await closeTable();
    await platform.close();
  };
  const whole = { platform, headerOf, link, close };
  return Object.defineProperties(table, Object.getOwnPropertyDescriptors(whole)) as LinkTable;
}

export interface SessionTableOptions {
  readonly profile: Profile;
  readonly clock: MovableClock;
  readonly clientSecret?: Secret;
  /** Of the bot's own page. */
  readonly publicUrl?: string;
  /** Takes what is shown in a reply's place; gives whether Discord did. */
  readonly onUpdate?: (reply: Reply) => boolean;
  /** A file that outlives it; in memory by default. */
  readonly url?: string;
  /** One that is open, and stays so. */
  readonly database?: Database;
  /** Told of every line, debug too. */
  readonly onLog?: (line: string) => void;
  /** With it. */
  readonly keyringFile?: string;
  /** Of another process, on the database and with the keys of this table. */
  readonly beside?: SessionTable;
  /** What it knows of the others. */
  readonly nodes?: Nodes | undefined;
}

export async function openSessionTable(options: SessionTableOptions): Promise<SessionTable> {
  const { profile, clock, clientSecret } = options;
  const logged: Logged[] = [];
  const { onLog } = options;
  const tell = (message: string, fields?: LogFields, error?: unknown) =>
    onLog?.(`${message} ${JSON.stringify(fields)} ${inspect(error, { depth: 9 })}`);
  const noting =
    (level: Logged["level"]) =>
    (message: string, fields: LogFields = {}, error?: unknown) => {
      tell(message, fields, error);
      logged.push({ level, message, fields });
    };
  const log = {
    ...silentLog,
    ...(onLog && { debug: tell, info: tell }),
    warn: noting("warn"),
    error: noting("error"),
  };
  const parts = {
    profile,
    apiKey: new Secret(DEFAULT_KEY),
    clock,
    random: () => 0.01,
    log,
    metrics: noMetrics,
    version: "0.0.0",
  };
  const connection = connectPlatform(parts);
  const client = createPlatformClient(parts, connection);
  const { beside, nodes, keyringFile: file } = options;
  const given = beside?.database ?? options.database;
  const opened = given ?? (await openDatabase({ url: options.url ?? ":memory:" }));
  const database = nodes === undefined ? opened : withNodes(opened, nodes);
  const checks = keyringChecks(database.queries);
  const newKeyring = async () =>
    file === undefined
      ? createMemoryKeyring(checks, clock)
      : openKeyring({ file, home: tmpdir(), databaseFile: database.file ?? "", checks, clock });
  const keyring = beside?.keyring ?? (await newKeyring());
  const rules = { accepts: "sealed,cookies" as LinkAccepts };
  const accepts = () => rules.accepts;
  const sessions = createSessions({
    connection,
    clientSecret,
    publicUrl: options.publicUrl,
    database,
    keyring,
    accepts,
    clock,
    log,
    idleDays: 30,
  });
  if (sessions === undefined) throw new Error("this profile has no sessions");
  const idle = idleServices();
  const services = {
    ...idle,
    ...createKitServices({
      ...idle,
      platform: client,
      profile,
      definitions: { lookUp: async () => new Map(), search: async () => [] },
      operator: { name: "The keepers" },
    }),
    recentPlayers: createRecentPlayers(),
    forgetTraces: createForgetTraces(database, controlStates(database.queries, clock)),
    linking: { sessions, openPrivate: createOpenPrivate(sessions), memory: new ByteBudget(Infinity) },
  };
  const asking = (memberId: string): Asking => ({
    member: { id: memberId },
    isPrivate: true,
    now: clock.now(),
  });
  const running: ActionRunning = {
    update: async (reply) => options.onUpdate?.(reply) ?? true,
    rerun: async () => ({ blocks: [] }),
  };
  const runningFor = (memberId: string): ActionRunning => ({
    ...running,
    rerun: ({ command, options }) => run(named(command), services, options, asking(memberId)),
  });
  const paste = async (memberId: string, pasted: string, waiting?: string): Promise<Reply> => {
    const form = link.modals?.["paste"];
    if (form === undefined) throw new Error("no form");
    const state = waitingState(waiting === undefined ? undefined : { command: waiting, options: {} });
    return form.submitted({
      ...contextOf(services, asking(memberId)),
      ...runningFor(memberId),
      state,
      fields: { pasted },
    });
  };
  const press = async (memberId: string, reply: Reply, label: string): Promise<Reply> => {
    const call = callOf(reply, label);
    const action = named(call.command).actions?.[call.action];
    if (action === undefined) throw new Error(`no action ${call.action}`);
    return action.run({
      ...contextOf(services, asking(memberId)),
      ...runningFor(memberId),
      state: call.state ?? {},
    });
  };
  return {
    connection,
    services,
    sessions,
    database,
    keyring,
    clock,
    log,
    logged,
    get accepts() {
      return rules.accepts;
    },
    set accepts(value) {
      rules.accepts = value;
    },
    paste,
    press,
    run: (memberId, command) => run(named(command), services, {}, asking(memberId)),
    async close() {
      await sessions.close();
      await client.close();
      if (given === undefined) await opened.close();
    },
  };
}

function named(name: string): AnyCommand<CommandServices<Services>> {
  const found = commands.find((command) => command.name === name);
  if (found === undefined || "subcommands" in found) throw new Error(`no command ${name}`);
  return found;
}
