import { cpSync, rmSync } from "node:fs";
import path from "node:path";

import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { openKeyring } from "../../src/sessions/keyring/keyring.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { describeOnPostgres, useFolder } from "../support/databases.ts";
import { milepost as call } from "./operator.ts";
import { connectAsStranger } from "../support/stranger.ts";

describeOnPostgres("the commands of operators", (urls) => {
  const folder = useFolder();
  let env: Record<string, string>;
  let database: Database;
  beforeEach(async () => {
    env = { DATABASE_URL: await urls.fresh(), MILEPOST_KEYRING_FILE: path.join(folder.path, "ring") };
    // As a running bot has it.
    database = await openDatabase({ url: env["DATABASE_URL"] ?? "" });
    const file = env["MILEPOST_KEYRING_FILE"] ?? "";
    await openKeyring({ file, home: folder.path, checks: keyringChecks(database.queries) });
  });
  afterEach(() => database.close());

  async function milepost(...args: readonly string[]) {
    const { code, shown: output } = await call(args, { env });
    return { code, output };
  }

  it.each([
    ["doctor", ["doctor"], /ok +database +postgres of PostgreSQL \d+/],
    ["keys status", ["keys", "status"], /mpk1/],
    ["keys rotate", ["keys", "rotate"], /mpk1/],
    ["sessions revoke-all", ["sessions", "revoke-all"], /Deleted 0 sessions\.\n.*until VACUUM/],
  ])("%s works beside the bot", async (_name, args, words) => {
    const { code, output } = await milepost(...args);
    expect(output).toMatch(words);
    expect(code).toBe(0);
  });

  it("doctor says where the server takes no writes, as a standby", async () => {
    const url = new URL(env["DATABASE_URL"] ?? "");
    const options = url.searchParams.get("options") ?? "";
    url.searchParams.set("options", `${options} -c default_transaction_read_only=on`);
    env = { ...env, DATABASE_URL: url.href };
    const { code, output } = await milepost("doctor");
    expect(output).toMatch(/WRONG database +postgres of .*: it takes no writes \(25006\)/);
    expect(code).toBe(1);
  });

  it("doctor says who else may make functions in its schema", async () => {
    const stranger = await connectAsStranger(env["DATABASE_URL"] ?? "");
    onTestFinished(() => stranger.end());
    await sql`do $$ begin execute format('grant create on schema %I to stranger', current_schema()); end $$`.execute(
      database.queries,
    );
    const { code, output } = await milepost("doctor");
    expect(output).toMatch(/look +database +in its schema test_\w+ stranger may make functions/);
    expect(code).toBe(0);
  });

  it("export takes a keyring below the folder it is called in", async () => {
    const below = path.join(packageRoot, "node_modules", ".cache", path.basename(folder.path));
    onTestFinished(() => rmSync(below, { recursive: true, force: true }));
    cpSync(env["MILEPOST_KEYRING_FILE"] ?? "", path.join(below, "ring"));
    env = { ...env, MILEPOST_KEYRING_FILE: path.join(below, "ring"), PLATFORM_PROFILE: "neutral" };
    const { code, output } = await milepost("export", "--member", "720000000000000001");
    expect(output).toMatch(/"reminders": \[\]/);
    expect(code).toBe(0);
  });

  it("backup says what to do instead", async () => {
    const { code, output } = await milepost("backup", path.join(folder.path, "copy"));
    expect(output).toMatch(/pg_dump/);
    expect(code).toBe(1);
  });
});
