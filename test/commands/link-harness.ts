import { ByteBudget } from "../../src/base/async/byte-budget.ts";
import { createSessions } from "../../src/features/account/sessions/create-member-sessions.ts";
import { waitingState } from "../../src/features/shared/interrupted-command.ts";
import { createOpenPrivate } from "../../src/features/account/sessions/open-private.ts";
import { type Services, createServices } from "../../src/features/services.ts";
import type { LinkAccepts, MemberSessions } from "../../src/features/account/sessions/member-sessions.ts";
import { MovableClock } from "../../src/base/clock.ts";
import { type Log, type LogFields, silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { Secret } from "../../src/base/secret.ts";
import type { ActionRunning } from "../../src/discord/command/action.ts";
import type { AnyCommand } from "../../src/discord/command/command.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { connectPlatform } from "../../src/platform/connection.ts";
import { createPlatformClient } from "../../src/platform/create-client.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { DEFAULT_KEY, type Platform, startPlatform } from "../../src/playground/platform/server.ts";
import { createMemoryKeyring } from "../../src/sessions/keyring/keyring.ts";
import { type Database, openDatabase } from "../../src/storage/database.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { commands } from "../../commands/index.ts";
import link from "../../commands/link.ts";
import { type Asking, callOf, contextOf, run } from "../support/run-command.ts";
import type { CommandServices } from "../../src/features/shared/command-context.ts";
import { idleServices } from "../support/idle-services.ts";
import { english } from "../../src/messages/en.ts";

/** A bot's sessions over the embedded platform, with everything real but Discord. */
export interface LinkTable {
  readonly services: Services;
  readonly sessions: MemberSessions;
  readonly database: Database;
  readonly platform: Platform;
  readonly clock: MovableClock;
  readonly log: Log;
  /** What was logged as a warning or worse. */
  readonly logged: readonly Logged[];
  accepts: LinkAccepts;
  /** Signs a player in, and gives the Cookie header a browser would send. */
  headerOf(player: number): string;
  /** Pastes as this member; gives what is answered. */
  paste(memberId: string, pasted: string, waiting?: string): Promise<Reply>;
  /** Presses a control of a reply as this member. */
  press(memberId: string, reply: Reply, label: string): Promise<Reply>;
  run(memberId: string, command: string): Promise<Reply>;
  /** From the paste to the answer. */
  link(memberId: string, player: number): Promise<Reply>;
  close(): Promise<void>;
}

interface Logged {
  readonly level: "warn" | "error";
  readonly message: string;
  readonly fields: LogFields;
}

export async function openLinkTable(profileName: string): Promise<LinkTable> {
  const clock = new MovableClock();
  const shipped = loadProfile(profileName);
  const unhurried = { ...shipped, limits: { ...shipped.limits, rate: 10_000, concurrency: 200 } };
  const platform = await startPlatform({ profile: unhurried, port: 0, clock });
  const { profile } = platform;
  const logged: Logged[] = [];
  const noting =
    (level: Logged["level"]) =>
    (message: string, fields: LogFields = {}) =>
      void logged.push({ level, message, fields });
  const log = { ...silentLog, warn: noting("warn"), error: noting("error") };
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
  const database = await openDatabase({ url: ":memory:" });
  const keyring = await createMemoryKeyring(keyringChecks(database.queries), clock);
  const rules = { accepts: "sealed,cookies" as LinkAccepts };
  const accepts = () => rules.accepts;
  const sessions = createSessions({ connection, database, keyring, accepts, idleDays: 30, clock, log });
  if (sessions === undefined) throw new Error("this profile has no sessions");
  const services = createServices(
    {
      ...idleServices(),
      platform: client,
      profile,
      definitions: { lookUp: async () => new Map() },
      operator: { name: "The keepers" },
      linking: { sessions, openPrivate: createOpenPrivate(sessions), memory: new ByteBudget(Infinity) },
    },
    idleServices,
  );
  const asking = (memberId: string): Asking => ({
    member: { id: memberId },
    isPrivate: true,
    now: clock.now(),
  });
  const running: ActionRunning = {
    update: async () => true,
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
  const headerOf = (player: number): string =>
    platform.signIn
      .issue(player, "ProviderA")
      .cookies.map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  return {
    services,
    sessions,
    database,
    platform,
    clock,
    log,
    logged,
    get accepts() {
      return rules.accepts;
    },
    set accepts(value) {
      rules.accepts = value;
    },
    headerOf,
    paste,
    press,
    run: (memberId, command) => run(named(command), services, {}, asking(memberId)),
    async link(memberId, player) {
      return press(memberId, await paste(memberId, headerOf(player)), english.link.confirm.keep);
    },
    async close() {
      await client.close();
      await database.close();
      await platform.close();
    },
  };
}

function named(name: string): AnyCommand<CommandServices> {
  const found = commands.find((command) => command.name === name);
  if (found === undefined || "subcommands" in found) throw new Error(`no command ${name}`);
  return found;
}
