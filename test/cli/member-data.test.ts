import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { runCli } from "../../src/cli/main.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { openKeyring } from "../../src/sessions/keyring/keyring.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { ALICE, type Bench, benchOn, BOB, CANARY, sessionOf } from "../sessions/support.ts";
import { useFolder } from "../support/databases.ts";

const folder = useFolder();
let database: Database;
let bench: Bench;
let env: Record<string, string>;

/** A bot's database and keyring, open as a running bot has them, with a session of two members. */
beforeEach(async () => {
  const file = path.join(folder.path, "keys", "ring");
  env = { DATABASE_URL: `file:${folder.path}/data/test.db`, MILEPOST_KEYRING_FILE: file };
  database = await openDatabase({ url: env["DATABASE_URL"] ?? "" });
  const checks = keyringChecks(database.queries);
  const place = { file, home: folder.path, databaseFile: database.file ?? "" };
  bench = await benchOn(database, undefined, await openKeyring({ ...place, checks }));
  for (const member of [ALICE, BOB]) await bench.store.add(sessionOf(bench.place, member));
});
afterEach(() => database.close());

async function milepost(...args: readonly string[]) {
  let output = "";
  const write = (text: string) => (output += text);
  const code = await runCli(args, { stdout: { write }, stderr: { write }, env });
  return { code, output };
}

describe("milepost export", () => {
  it("prints what is kept of a member, and no secret", async () => {
    const { code, output } = await milepost("export", "--member", ALICE);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      discordId: ALICE,
      sessions: [{ account: { name: "Player 77" } }],
      reminders: [],
      settings: {},
    });
    expect(output).not.toContain(CANARY);
  });

  it("lists sessions of another platform unopened", async () => {
    env = { ...env, PLATFORM_BASE_URL: "https://other.example" };
    const { output } = await milepost("export", "--member", ALICE);
    expect(JSON.parse(output)).toMatchObject({
      sessions: [],
      unused: [{ origin: "https://portal.example" }],
    });
  });
});

describe("milepost forget", () => {
  it("deletes what is kept of a member beside a running bot, and nobody else's", async () => {
    expect(await milepost("forget", "--member", ALICE)).toEqual({
      code: 0,
      output: "Deleted: 1 session, 0 snapshots, 0 reminders.\n",
    });
    expect(await bench.store.list(ALICE)).toEqual([]);
    expect(await bench.store.list(BOB)).toHaveLength(1);
  });
});

it.each(["export", "forget"])("milepost %s says how it is called", async (name) => {
  for (const args of [[], ["--member"], ["--member", "Alice"], ["--member", ALICE, "now"]]) {
    const { code, output } = await milepost(name, ...args);
    expect([code, output]).toEqual([2, expect.stringMatching(`^Usage: milepost ${name} --member ID`)]);
  }
});
