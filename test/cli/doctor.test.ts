import { chmodSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { MovableClock, systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { runCli } from "../../src/cli/main.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { startDiscord } from "../../src/playground/discord/start.ts";
import { startPlatform } from "../../src/playground/platform/server.ts";
import { reminderStore } from "../../src/features/posts/engine/ports.ts";
import { openKeyring } from "../../src/sessions/keyring/keyring.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { add, claim, plan } from "../features/posts/store/rows.ts";
import { serve } from "../platform/support/served.ts";
import { useFolder } from "../support/databases.ts";
import { HOUR_MS } from "../../src/base/duration.ts";
import { freePort } from "../support/free-port.ts";

const folder = useFolder();
const inFolder = (...names: readonly string[]) => path.join(folder.path, ...names);
let discord: Awaited<ReturnType<typeof startDiscord>>;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let database: Database;
let env: Record<string, string>;

beforeAll(async () => {
  discord = await startDiscord({ port: 0, clock: new MovableClock(), log: silentLog });
  platform = await startPlatform({ profile: loadProfile("neutral"), port: 0, clock: systemClock });
});
afterAll(async () => {
  await discord.close();
  await platform.close();
});

/** A bot's database and keyring, open as a running bot has them. */
beforeEach(async () => {
  const url = `file:${inFolder("data", "test.db")}`;
  const file = inFolder("keys", "ring");
  const profile = inFolder("profile.json");
  writeFileSync(profile, JSON.stringify(platform.profile));
  env = {
    DATABASE_URL: url,
    MILEPOST_KEYRING_FILE: file,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.url,
    PLATFORM_PROFILE: profile,
    PLATFORM_API_KEY: "playground",
  };
  database = await openDatabase({ url });
  const checks = keyringChecks(database.queries);
  await openKeyring({ file, home: folder.path, databaseFile: database.file ?? "", checks });
});
afterEach(() => database.close());

async function doctor(changed: Record<string, string> = {}) {
  let output = "";
  const write = (text: string) => (output += text);
  const code = await runCli(["doctor"], {
    stdout: { write },
    stderr: { write },
    env: { ...env, ...changed },
  });
  for (const secret of [discord.token, "playground-secret"]) expect(output).not.toContain(secret);
  return { code, output, lines: output.split("\n") };
}

describe("milepost doctor", () => {
  it("finds nothing wrong with a bot that is well", async () => {
    const { code, output } = await doctor();
    expect(output).toMatch(
      new RegExp(
        [
          "^ok    settings   readable",
          "ok    database   .*test\\.db, whole; 1 MiB, \\d+ MiB free on its disk",
          "ok    keyring    .*ring: 3 keys, 0 sealed rows",
          "ok    posts      none is late",
          'ok    platform   profile "neutral": \\d+ operations answer',
          "ok    discord    the token is Milepost's, in \\d+ servers?",
          "Nothing is wrong\\.\n$",
        ].join("\n"),
      ),
    );
    expect(code).toBe(0);
  });

  it("says that no bot answers where one should, in its last line too", async () => {
    const { code, output } = await doctor({ HEALTH_PORT: String(await freePort()) });
    expect(output).toMatch(
      /^look {2}health {5}no bot answers at 127\.0\.0\.1:\d+: if it should run, start it$/m,
    );
    expect(output).toMatch(/Nothing is wrong, but look at 1 line above\.\n$/);
    expect(code).toBe(0);
  });

  it("says all that is wrong with the settings, and asks nobody with them", async () => {
    const { code, output } = await doctor({ HEALTH_PORT: "many", LOG_LEVEL: "loud" });
    expect(code).toBe(1);
    expect(output).toMatch(/^WRONG settings {3}2 settings are wrong[^]+LOG_LEVEL[^]+HEALTH_PORT/);
    expect(output).toMatch(/1 thing is wrong\.\n$/);
  });

  it("tells of a damaged database, and goes on to the rest", async () => {
    const file = inFolder("damaged.db");
    writeFileSync(file, "no database ".repeat(1_000));
    const { code, output } = await doctor({ DATABASE_URL: `file:${file}` });
    expect(code).toBe(1);
    expect(output).toMatch(/^WRONG database {3}.*damaged/m);
    expect(output).toMatch(/^ok {4}discord/m);
  });

  it("tells of a keyring that others can read", async () => {
    chmodSync(inFolder("keys", "ring"), 0o644);
    const { code, output } = await doctor();
    expect([code, output.match(/^WRONG .*$/gm)]).toEqual([1, [expect.stringMatching(/keyring .*ring/)]]);
  });

  it("tells of a keyring's folder that others can write", async () => {
    chmodSync(inFolder("keys"), 0o770);
    const { code, output } = await doctor();
    expect([code, output.match(/^look .*$/gm)]).toEqual([0, [expect.stringMatching(/keyring .*chmod 700/)]]);
  });

  it("counts posts that are late, and what waits for a permission", async () => {
    const store = reminderStore(database.queries);
    const slot = Date.now() - HOUR_MS;
    for (const id of ["a", "b", "c", "d"]) {
      await add(store, id, { slot });
      await plan(store, id, { slot });
    }
    const [first, second] = await claim(store, slot + 1, { limit: 2 });
    if (first === undefined || second === undefined) throw new Error("nothing was claimed");
    const nextTry = Date.now() + HOUR_MS;
    const now = slot + 2;
    const failed = { state: "failed", code: "unavailable", nextTry, isDoubtful: false } as const;
    await store.deliveries.settle({ claim: first, settled: failed, now });
    await store.deliveries.settle({
      claim: second,
      settled: { state: "held", code: "missing-permission", nextTry },
      now,
    });
    const { code, output } = await doctor();
    expect(code).toBe(1);
    expect(output).toContain(
      "WRONG posts      late by over 10 minutes: 2 not tried yet, 1 after unavailable.",
    );
    expect(output).toContain("look  posts      waiting for a permission: 1 after missing-permission.");
  });

  it("names each operation the platform does not answer", async () => {
    const { code, output } = await doctor({ PLATFORM_API_KEY: "playground-secret" });
    expect(code).toBe(1);
    expect(output).toMatch(/^WRONG platform .*0 operations answer\n {17}trending\.list fails: /m);
  });

  it("says that the key is at fault where the platform refuses it by HTTP alone", async () => {
    await using served = await serve((_, response) => response.writeHead(401).end());
    const profile = inFolder("bare.json");
    const { id, locale } = platform.profile;
    const bare = {
      id,
      name: "Bare",
      hosts: { portal: served.origin, api: "{portal}" },
      locale,
      envelope: { kind: "bare" },
      operations: { "trending.list": { path: "/news" } },
    };
    writeFileSync(profile, JSON.stringify(bare));
    const { code, output } = await doctor({ PLATFORM_PROFILE: profile });
    expect(code).toBe(1);
    expect(output).toMatch(/trending\.list fails: the service refuses the key .*HTTP 401, platform-key/);
    expect(output).toContain("Set PLATFORM_API_KEY to the key the platform gave you.");
  });

  it("says that Discord refuses the token", async () => {
    const { code, output } = await doctor({ DISCORD_TOKEN: "no.such.token-at-all" });
    expect(code).toBe(1);
    expect(output).toMatch(/^WRONG discord {4}Discord answered 401/m);
    expect(output).not.toContain("no.such.token");
  });

  it("is called without anything else", async () => {
    let output = "";
    const write = (text: string) => (output += text);
    expect(await runCli(["doctor", "now"], { stdout: { write }, stderr: { write }, env })).toBe(2);
    expect(output).toMatch(/^Usage: milepost doctor \[--json\]\n/);
  });
});

describe("against a Discord whose answers are dated otherwise", () => {
  let server: Server;
  let behindMs = 0;
  beforeAll(async () => {
    const limit = { total: 1_000, remaining: 12, reset_after: 7_200_000, max_concurrency: 1 };
    server = createServer((request, response) => {
      const body =
        request.url?.endsWith("/gateway/bot") === true
          ? { url: "wss://gateway.example", shards: 1, session_start_limit: limit }
          : { id: "1", name: "Somebody", approximate_guild_count: 1 };
      response.setHeader("date", new Date(Date.now() - behindMs).toUTCString());
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    [0, []],
    [90_000, [expect.stringMatching(/clock is 9[01] s ahead of Discord's/)]],
    [-90_000, [expect.stringMatching(/clock is (89|90) s behind Discord's/)]],
  ])("%d ms behind, it says so where that matters", async (ms, words) => {
    behindMs = ms;
    const { port } = server.address() as AddressInfo;
    const { lines } = await doctor({ DISCORD_API_URL: `http://127.0.0.1:${port}/api` });
    const about = lines.filter((line) => line.includes(" discord "));
    expect(about[0]).toBe("ok    discord    the token is Somebody's, in 1 server");
    expect(about[1]).toMatch(/^look .*12 of 1000 logins are left for 2 h/);
    expect(about.slice(2)).toEqual(words);
  });
});
