import { chmodSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import path from "node:path";

import { REST } from "@discordjs/rest";
import Sqlite from "better-sqlite3";
import { Routes } from "discord-api-types/v10";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { MovableClock, systemClock } from "../../src/base/clock.ts";
import { DAY_MS, HOUR_MS } from "../../src/base/duration.ts";
import { silentLog } from "../../src/base/log.ts";
import { roomFinding } from "../../src/cli/doctor/database-findings.ts";
import type { Finding } from "../../src/cli/doctor/finding.ts";
import { publishCommands, PUBLISHED_FACT } from "../../src/discord/command/publish.ts";
import { reminderStore } from "../../src/features/posts/engine/ports.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { startPlatform } from "../../src/playground/platform/server.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { openKeyring } from "../../src/sessions/keyring/keyring.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { facts } from "../../src/storage/facts.ts";
import { add, claim, plan } from "../features/posts/store/rows.ts";
import { sessionOf } from "../sessions/support.ts";
import { milepost, useBot } from "./operator.ts";
import { freePort } from "../support/free-port.ts";

type Env = Record<string, string>;
type Found = readonly ({ readonly about: string } & Finding)[];

const bot = useBot();
const inFolder = bot.at;
let discord: Awaited<ReturnType<typeof startDiscord>>;
let platform: Awaited<ReturnType<typeof startPlatform>>;
const servers: Server[] = [];
const SECRET = "playground-secret";

beforeAll(async () => {
  discord = await startDiscord({ port: 0, clock: new MovableClock(), log: silentLog });
  platform = await startPlatform({ profile: loadProfile("neutral"), port: 0, clock: systemClock });
});
afterAll(async () => {
  await discord.close();
  await platform.close();
});

beforeEach(() => {
  Object.assign(bot.env, {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.url,
    PLATFORM_PROFILE: profileWith({}),
    PLATFORM_API_KEY: "playground",
  });
});
afterEach(() =>
  Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve)))),
);

async function doctor(args: readonly string[], changed: Env = {}) {
  const env = { ...bot.env, ...changed };
  const { code, shown: output } = await milepost(["doctor", ...args], { env });
  for (const secret of [env["DISCORD_TOKEN"], SECRET]) expect(output).not.toContain(secret);
  return { code, output };
}

async function findings(changed: Env = {}): Promise<{ readonly code: number; readonly found: Found }> {
  const { code, output } = await doctor(["--json"], changed);
  return { code, found: (JSON.parse(output) as { readonly findings: Found }).findings };
}

/** A file with the embedded platform's profile, as far as it is looked at here, with other members. */
function profileWith(members: object): string {
  const file = inFolder("profile.json");
  const { "trending.list": list, "definitions.manifest": manifest } = platform.profile.operations;
  const operations = { "trending.list": list, "definitions.manifest": manifest };
  writeFileSync(file, JSON.stringify({ ...platform.profile, operations, ...members }));
  return file;
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Settings for a Discord whose answers are dated so long ago, with so many logins left. */
async function otherDiscord(behindMs: number, remaining = 900): Promise<Env> {
  const limit = { total: 1_000, remaining, reset_after: 7_200_000, max_concurrency: 1 };
  const answer: RequestListener = (asked, response) => {
    const isGateway = asked.url?.endsWith("/gateway/bot") === true;
    response.setHeader("date", new Date(Date.now() - behindMs).toUTCString());
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify(isGateway ? { url: "", shards: 1, session_start_limit: limit } : { id: "1" }),
    );
  };
  return { DISCORD_API_URL: `http://127.0.0.1:${await listen(createServer(answer))}/api` };
}

/** A certificate nobody vouches for, with its key: made for this test alone. */
const SELF_SIGNED = readFileSync(path.join(import.meta.dirname, "self-signed.test-pem"));

async function link(...members: readonly string[]): Promise<void> {
  for (const member of members) await bot.bench.store.add(sessionOf(bot.bench.place, member));
}

/** A delivery an hour late: as it is, tried once, or held by a refusal. */
async function late(code?: "missing-permission" | "unavailable"): Promise<void> {
  const store = reminderStore(bot.database.queries);
  const slot = Date.now() - HOUR_MS;
  await add(store, "one", { slot });
  await plan(store, "one", { slot });
  if (code === undefined) return;
  const [claimed] = await claim(store, slot + 1, { limit: 1 });
  if (claimed === undefined) throw new Error("nothing was claimed");
  const nextTry = Date.now() + HOUR_MS;
  const settled =
    code === "unavailable"
      ? ({ state: "failed", code, nextTry, isDoubtful: false } as const)
      : ({ state: "held", code, nextTry } as const);
  await store.deliveries.settle({ claim: claimed, settled, now: slot + 2 });
}

const EVERYWHERE = { integration_types: [0], contexts: [0] };

/** As a bot leaves it that has been connected. */
async function publish(): Promise<REST> {
  const rest = new REST({ api: discord.url }).setToken(discord.token);
  const scopes = {
    get: async () => [],
    set: async () => {},
    published: (mark: string) => facts(bot.database.queries).set(PUBLISHED_FACT, mark),
  };
  const definitions = [{ type: 1, name: "trending", description: "What trends.", ...EVERYWHERE }] as never;
  await publishCommands(definitions, { rest, applicationId: Ids.bot, scopes, log: silentLog });
  return rest;
}

async function setAppliedAt(at: number): Promise<void> {
  await bot.database.queries.updateTable("migrations").set({ applied_at: at }).execute();
}

interface Fault {
  readonly name: string;
  /** Brings it about. Gives settings to change. */
  readonly plant: () => Env | void | Promise<Env | void>;
  readonly about: string;
  readonly verdict?: Finding["verdict"];
  /** What is wrong, then what to do. */
  readonly says: RegExp;
}

const faults: readonly Fault[] = [
  {
    name: "a wrong token",
    plant: () => ({ DISCORD_TOKEN: "no.such.token-at-all" }),
    about: "discord",
    says: /answered 401.*Reset the token in the developer portal/,
  },
  {
    name: "Discord out of reach",
    plant: () => ({ DISCORD_API_URL: "http://127.0.0.1:9/api" }),
    about: "discord",
    says: /ECONNREFUSED.*Can this machine reach Discord\?/,
  },
  {
    name: "a clock that is off",
    plant: () => otherDiscord(HOUR_MS),
    about: "discord",
    says: /clock is 360\d s ahead.*Switch NTP on/,
  },
  {
    name: "a clock that is behind",
    plant: () => otherDiscord(-90_000),
    about: "discord",
    says: /clock is (?:89|90) s behind Discord's/,
  },
  {
    name: "few logins that are left",
    plant: () => otherDiscord(0, 12),
    about: "discord",
    verdict: "look",
    says: /12 of 1000 logins are left for 2 h/,
  },
  {
    name: "commands that somebody changed",
    plant: async () => {
      const rest = await publish();
      await rest.put(Routes.applicationCommands(Ids.bot), { body: [] });
    },
    about: "discord",
    says: /are not the bot's: restart the bot/,
  },
  {
    name: "icons that are not there",
    plant: async () => {
      await publish();
      const read = { table_name: "item", locale: "en-US", version: "old", synced_at: 1 };
      await bot.database.queries.insertInto("definition_files").values(read).execute();
    },
    about: "discord",
    verdict: "look",
    says: /no icon.*See its log/,
  },
  {
    name: "names of an older version",
    plant: async () => {
      const read = { table_name: "item", locale: "en-US", version: "old", synced_at: 1 };
      await bot.database.queries.insertInto("definition_files").values(read).execute();
    },
    about: "platform",
    verdict: "look",
    says: /older version of the game.*\(item\).*search its log/,
  },
  {
    name: "a permission that is missing",
    plant: () => late("missing-permission"),
    about: "posts",
    verdict: "look",
    says: /waiting for a permission.*\/setup names the channels and the fix/,
  },
  {
    name: "reminders that are stuck",
    plant: () => late(),
    about: "posts",
    says: /late by over 10 minutes: 1 not tried yet.*Is the bot running\?/,
  },
  {
    name: "reminders that Discord doesn't take",
    plant: () => late("unavailable"),
    about: "posts",
    says: /late by over 10 minutes: 1 after unavailable\./,
  },
  {
    name: "a database that can't be written",
    plant: () => {
      mkdirSync(inFolder("folder.db"));
      return { DATABASE_URL: `file:${inFolder("folder.db")}` };
    },
    about: "database",
    says: /can't be written.*Let this user write to the folder/,
  },
  {
    name: "a database that another program has locked",
    plant: () => {
      const other = new Sqlite(bot.database.file ?? "");
      onTestFinished(() => void other.close());
      other.exec("begin immediate");
    },
    about: "database",
    says: /can't be written \(SQLITE_BUSY\): another program has locked it\. End that program \(`fuser` names it\)/,
  },
  {
    name: "a damaged database",
    plant: () => {
      writeFileSync(inFolder("damaged.db"), "no database ".repeat(1_000));
      return { DATABASE_URL: `file:${inFolder("damaged.db")}` };
    },
    about: "database",
    says: /is damaged.*Restore a backup/,
  },
  {
    name: "a database of a newer version",
    plant: async () => {
      const row = { number: 9_999, name: "later", checksum: "x", applied_at: 1 };
      await bot.database.queries.insertInto("migrations").values(row).execute();
    },
    about: "database",
    says: /made by a newer Milepost\. Start that version, or restore/,
  },
  {
    name: "a log that grows",
    plant: async () => {
      await bot.database.close();
      writeFileSync(`${bot.database.file}-wal`, "");
      truncateSync(`${bot.database.file}-wal`, 80 * 1024 * 1024);
    },
    about: "database",
    says: /-wal has 80 MiB.*End that program/,
  },
  {
    name: "no backup for weeks",
    plant: async () => {
      await setAppliedAt(Date.now() - 30 * DAY_MS);
      await facts(bot.database.queries).set("backup.made-at", String(Date.now() - 20 * DAY_MS));
    },
    about: "database",
    verdict: "look",
    says: /last backup is 20 days old: run `milepost backup`/,
  },
  {
    name: "no backup at all",
    plant: () => setAppliedAt(Date.now() - 30 * DAY_MS),
    about: "database",
    verdict: "look",
    says: /no backup was ever made: run `milepost backup`/,
  },
  {
    name: "a keyring that is lost",
    plant: async () => {
      await link("100000000000000001");
      rmSync(inFolder("keys", "ring"));
    },
    about: "keyring",
    says: /is missing.*Restore it from your backup/,
  },
  {
    name: "another bot's keyring",
    plant: async () => {
      const other = await openDatabase({ url: ":memory:" });
      const checks = keyringChecks(other.queries);
      await openKeyring({ file: inFolder("other", "ring"), home: bot.folder, checks });
      await other.close();
      return { MILEPOST_KEYRING_FILE: inFolder("other", "ring") };
    },
    about: "keyring",
    says: /not the keyring of this database.*Set MILEPOST_KEYRING_FILE/,
  },
  {
    name: "a keyring others can read",
    plant: () => chmodSync(inFolder("keys", "ring"), 0o644),
    about: "keyring",
    says: /chmod 600/,
  },
  {
    name: "a keyring's folder others can write",
    plant: () => chmodSync(inFolder("keys"), 0o770),
    about: "keyring",
    verdict: "look",
    says: /chmod 700/,
  },
  {
    name: "sessions the platform refuses",
    plant: async () => {
      await link("100000000000000001", "100000000000000002", "100000000000000003");
      await bot.database.queries.updateTable("sessions").set({ state: "dead" }).execute();
    },
    about: "sessions",
    verdict: "look",
    says: /refuses 3 of 3 linked sessions.*Compare the profile's cookies/,
  },
  {
    name: "a platform that is down",
    plant: () => ({ PLATFORM_BASE_URL: "http://127.0.0.1:9" }),
    about: "platform",
    says: /ECONNREFUSED[^]*Is it down\?/,
  },
  {
    name: "a certificate that is refused",
    plant: async () => {
      const port = await listen(createSecureServer({ key: SELF_SIGNED, cert: SELF_SIGNED }));
      return { PLATFORM_BASE_URL: `https://localhost:${port}` };
    },
    about: "platform",
    says: /CERT[^]*certificate is not trusted.*NODE_EXTRA_CA_CERTS/,
  },
  {
    name: "a platform that is asked by TLS and speaks none",
    plant: async () => ({
      PLATFORM_BASE_URL: `https://localhost:${await listen(createServer((_, response) => response.end()))}`,
    }),
    about: "platform",
    says: /no TLS there: correct the port or the https/,
  },
  {
    name: "a key the platform refuses",
    plant: () => ({ PLATFORM_API_KEY: SECRET }),
    about: "platform",
    says: /0 operations answer\ntrending\.list fails: .*refuses the key[^]*Set PLATFORM_API_KEY/,
  },
  {
    name: "a key that is refused by HTTP alone",
    plant: async () => {
      const port = await listen(createServer((_, response) => response.writeHead(401).end()));
      const hosts = { portal: `http://127.0.0.1:${port}`, api: "{portal}" };
      const operations = { "trending.list": { path: "/news" } };
      const bare = { id: "bare", name: "Bare", hosts, locale: { default: "en" }, operations };
      writeFileSync(inFolder("bare.json"), JSON.stringify({ ...bare, envelope: { kind: "bare" } }));
      return { PLATFORM_PROFILE: inFolder("bare.json") };
    },
    about: "platform",
    says: /the service refuses the key .*HTTP 401, platform-key[^]*Set PLATFORM_API_KEY/,
  },
  {
    name: "a profile that is not valid",
    plant: () => ({ PLATFORM_PROFILE: profileWith({ hosts: 7 }) }),
    about: "platform",
    says: /profile\.json[^]*hosts/,
  },
  {
    name: "a profile that still has its template's host",
    plant: () => ({ PLATFORM_PROFILE: "neutral" }),
    about: "platform",
    says: /placeholder host: portal\.example.*PLATFORM_BASE_URL/,
  },
  {
    name: "a port of another program",
    plant: async () => ({ HEALTH_PORT: String(await listen(createServer((_, response) => response.end()))) }),
    about: "health",
    says: /another program serves 127\.0\.0\.1:\d+: .*set HEALTH_PORT/,
  },
  {
    name: "settings that are wrong",
    plant: () => ({ LOG_LEVEL: "loud" }),
    about: "settings",
    says: /LOG_LEVEL: it must be one of/,
  },
];

describe("milepost doctor", () => {
  it("has a line for all that is well", async () => {
    const { code, output } = await doctor([]);
    expect(output.replaceAll(/\d+/g, "1")).toMatch(
      new RegExp(
        [
          "^ok    settings   readable",
          "ok    database   .*test\\.db, whole; 1 MiB, 1 MiB free on its disk",
          "ok    keyring    .*ring: 1 keys, 1 sealed rows",
          "ok    posts      none is late",
          'ok    platform   profile "neutral": 1 operations answer',
          "ok    discord    the token is Milepost's, in 1 servers?",
          "Nothing is wrong\\.\n$",
        ].join("\n"),
      ),
    );
    expect(code).toBe(0);
  });

  it("says all that is wrong with the settings, and asks nobody with them", async () => {
    const { code, output } = await doctor([], { HEALTH_PORT: "many", LOG_LEVEL: "loud" });
    expect(code).toBe(1);
    expect(output).toMatch(
      /^WRONG settings {3}2 settings are wrong[^]+LOG_LEVEL[^]+HEALTH_PORT[^]+1 thing is wrong\.\n$/,
    );
  });

  it("goes on to the rest behind what is wrong", async () => {
    writeFileSync(inFolder("damaged.db"), "no database ".repeat(1_000));
    const { code, output } = await doctor([], { DATABASE_URL: `file:${inFolder("damaged.db")}` });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^WRONG database {3}.*damaged[^]*^ok {4}discord/m),
    ]);
  });

  it("says in its last line too that no bot answers where one should", async () => {
    const { code, output } = await doctor([], { HEALTH_PORT: String(await freePort()) });
    expect(output).toMatch(
      /^look {2}health {5}no bot answers at 127\.0\.0\.1:\d+: if it should run, start it\n[^]*but look at 1 line above\.\n$/m,
    );
    expect(code).toBe(0);
  });

  it("is called without anything else", async () => {
    const { code, output } = await doctor(["now"]);
    expect([code, output]).toEqual([2, expect.stringMatching(/^Usage: milepost doctor \[--json\]\n/)]);
  });
});

describe("milepost doctor --json", () => {
  it("finds nothing in a bot that is well", async () => {
    await publish();
    const { code, found } = await findings();
    expect(found.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
    expect(code).toBe(0);
  });

  it.each(faults)("finds $name, and says what to do", async ({ plant, about, verdict = "wrong", says }) => {
    const { code, found } = await findings((await plant()) ?? {});
    const odd = found.filter((finding) => finding.verdict !== "ok");
    expect(odd).toContainEqual({ about, verdict, words: expect.stringMatching(says) });
    expect(code).toBe(odd.some((finding) => finding.verdict === "wrong") ? 1 : 0);
  });

  it("says once that a database's server is away, and what to do", async () => {
    const { found } = await findings({ DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" });
    const odd = found.filter(({ verdict }) => verdict === "wrong");
    expect(odd).toEqual([
      {
        about: "database",
        verdict: "wrong",
        words: expect.stringMatching(/ECONNREFUSED.*Is it running, .*\?$/),
      },
    ]);
  });

  it("knows the bot that serves its port", async () => {
    const { startHealthServer } = await import("../../src/observability/server.ts");
    const { noMetricsRegistry: metrics } = await import("../../src/observability/metrics.ts");
    const server = await startHealthServer({ host: "127.0.0.1", port: 0, reasons: () => [], metrics });
    const { port } = new URL(server.address);
    const { found } = await findings({ HEALTH_PORT: port });
    await server.close();
    const later = await findings({ HEALTH_PORT: port });
    const health = [...found, ...later.found].filter(({ about }) => about === "health");
    expect(health.map(({ verdict }) => verdict)).toEqual(["ok", "look"]);
  });

  it("warns before the disk is full", () => {
    expect(roomFinding("x", 100 * 1024 * 1024)).toMatchObject({
      verdict: "wrong",
      words: expect.stringMatching(/100 MiB free.*free some space/),
    });
    expect(roomFinding("x", 1024 ** 3).verdict).toBe("ok");
  });
});
