import path from "node:path";

import { afterEach, beforeEach } from "vitest";

import { runCli } from "../../src/cli/main.ts";
import type { CliContext } from "../../src/cli/subcommand.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { type Keyring, openKeyring } from "../../src/sessions/keyring/keyring.ts";
import type { Database } from "../../src/storage/database.ts";
import { type Bench, benchOn } from "../sessions/support.ts";
import { useFolder } from "../support/databases.ts";

/** Runs `milepost ARGS`. Returns its exit code and what it printed: on stdout, on stderr, and both as they came. */
export async function milepost(args: readonly string[], context: Partial<CliContext> = {}) {
  const printed = { output: "", errors: "", shown: "" };
  const to = (stream: "output" | "errors") => ({
    write: (text: string) => {
      printed[stream] += text;
      printed.shown += text;
    },
  });
  const code = await runCli(args, { env: {}, ...context, stdout: to("output"), stderr: to("errors") });
  return { code, ...printed };
}

interface Bot {
  readonly folder: string;
  env: Record<string, string>;
  database: Database;
  keyring: Keyring;
  bench: Bench;
  readonly at: (...names: readonly string[]) => string;
  /** Opens its keyring, as a start does. */
  readonly open: () => Promise<Keyring>;
  /** Runs `milepost` beside it. */
  readonly milepost: (
    ...args: readonly string[]
  ) => Promise<{ readonly code: number; readonly output: string }>;
}

/** A bot's database and keyring in a folder of the test's own, open as a running bot has them. */
export function useBot(): Bot {
  const folder = useFolder();
  const at = (...names: readonly string[]) => path.join(folder.path, ...names);
  const bot = {
    get folder() {
      return folder.path;
    },
    at,
    open: () => {
      const { queries, file: databaseFile = "" } = bot.database;
      return openKeyring({
        file: at("keys", "ring"),
        home: at(),
        databaseFile,
        checks: keyringChecks(queries),
      });
    },
    async milepost(...args: readonly string[]) {
      const { code, shown: output } = await milepost(args, { env: bot.env });
      return { code, output };
    },
  } as Bot;
  beforeEach(async () => {
    bot.env = { DATABASE_URL: `file:${at("data", "test.db")}`, MILEPOST_KEYRING_FILE: at("keys", "ring") };
    bot.database = await openDatabase({ url: `file:${at("data", "test.db")}` });
    bot.keyring = await bot.open();
    bot.bench = await benchOn(bot.database, undefined, bot.keyring);
  });
  afterEach(() => bot.database.close());
  return bot;
}
