import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import Sqlite from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";

import { isMilepostError } from "../../src/base/errors.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { facts } from "../../src/storage/facts.ts";
import { useFolder } from "../support/databases.ts";
import { startExecutable } from "../support/program.ts";

const folder = useFolder();
const fileIn = (name = "test.db") => path.join(folder.path, "data", name);

/** "opened"; "refused", where a sentence says why; else the error. */
async function outcomeOf(file: string): Promise<string> {
  try {
    await (await openDatabase({ url: `file:${file}` })).close();
    return "opened";
  } catch (error) {
    const isSentence =
      isMilepostError(error, "bad-settings") && /^[A-Z].*\.$/.test(error.details.reason ?? "");
    return isSentence ? "refused" : String(error);
  }
}

async function made(file = fileIn()): Promise<string> {
  const database = await openDatabase({ url: `file:${file}` });
  await facts(database.queries).set("a", "b");
  await database.close();
  return file;
}

describe("a database behind a symbolic link", () => {
  it("is one database by whatever name: a second bot is refused", async () => {
    const file = await made();
    symlinkSync(file, fileIn("linked.db"));
    symlinkSync(path.dirname(file), path.join(folder.path, "linked"));
    const first = await openDatabase({ url: `file:${fileIn("linked.db")}` });
    for (const name of [file, fileIn("linked.db"), path.join(folder.path, "linked", "test.db")]) {
      await expect(openDatabase({ url: `file:${name}` })).rejects.toThrow(/Another Milepost is using/);
    }
    expect(await facts(first.queries).get("a")).toBe("b");
    await first.close();
  });

  it("is made where the link points to", async () => {
    mkdirSync(path.dirname(fileIn()));
    symlinkSync(fileIn("elsewhere.db"), fileIn());
    await made();
    await expect(made(fileIn("elsewhere.db"))).resolves.toBeDefined();
  });
});

describe("a database with a hard link", () => {
  it("is refused under each name, and opened as a copy or once the other name is gone", async () => {
    const file = await made();
    mkdirSync(path.join(folder.path, "other"));
    const other = path.join(folder.path, "other", "test.db");
    linkSync(file, other);
    expect([await outcomeOf(file), await outcomeOf(other)]).toEqual(["refused", "refused"]);
    copyFileSync(file, fileIn("copy.db"));
    expect(await outcomeOf(fileIn("copy.db"))).toBe("opened");
    rmSync(other);
    expect(await outcomeOf(file)).toBe("opened");
  });
});

describe("a damaged header", () => {
  it("is a sentence for the operator wherever it is damaged, or does no harm", async () => {
    const file = await made();
    const whole = readFileSync(file);
    const outcomes = new Set<string>();
    for (let at = 0; at < 100; at += 1) {
      for (const value of [0x00, 0x7f, 0xff]) {
        const bytes = Buffer.from(whole);
        bytes[at] = value;
        const copy = fileIn(`damaged-${at}-${value}.db`);
        writeFileSync(copy, bytes);
        outcomes.add(`${at} ${value} ${await outcomeOf(copy)}`);
      }
    }
    expect([...outcomes].filter((outcome) => !/opened|refused/.test(outcome))).toEqual([]);
    // The schema's format, as it was seen damaged; and a counter anybody may change.
    expect(outcomes).toContain("47 255 refused");
    expect(outcomes).toContain("27 255 opened");
  });
});

/** The bot in a process that can write files of so many KiB. */
const start = (into: string, limitKiB = "unlimited") =>
  startExecutable(
    "/bin/bash",
    ["-c", `trap '' XFSZ; ulimit -f ${limitKiB}; exec ${process.execPath} src/start.js`],
    {
      DATABASE_URL: `file:${path.join(into, "data", "test.db")}`,
      MILEPOST_KEYRING_FILE: path.join(into, "keys", "keyring"),
      DISCORD_TOKEN: "any.token.here",
      DISCORD_API_URL: "http://127.0.0.1:9/api",
      PLATFORM_PROFILE: "neutral",
      PLATFORM_BASE_URL: "http://127.0.0.1:9",
      PLATFORM_API_KEY: "any",
    },
  );

describe("a start that can't be", () => {
  it.each([0, 4, 16, 64, 128, 256])(
    "ends with 78 and a sentence when the disk takes %i KiB a file",
    async (limit) => {
      const into = mkdtempSync(path.join(tmpdir(), "milepost-full-"));
      onTestFinished(() => rmSync(into, { recursive: true, force: true }));
      const program = start(into, String(limit));
      expect(await program.exited).toBe(78);
      expect(program.output()).toMatch(/^The \S.*\.\n$/);
    },
  );

  it("waits while another program holds the database locked, then ends with 1, to be started again", async () => {
    const other = new Sqlite(await made());
    other.pragma("locking_mode = exclusive");
    other.exec("begin exclusive");
    const startedAt = performance.now();
    const program = start(folder.path);
    expect(await program.exited).toBe(1);
    expect(performance.now() - startedAt).toBeGreaterThan(30_000);
    expect(program.output()).toMatch(/^Another program has locked the database \S+\. .*\.\n$/);
    other.close();
  });

  it.each(["exclusive", "immediate"])("goes on once another program's %s lock is gone", async (how) => {
    const other = new Sqlite(await made());
    other.exec(`begin ${how}`);
    const opening = openDatabase({ url: `file:${fileIn()}`, reachWithinMs: 30_000 });
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    other.close();
    const database = await opening;
    expect(database.engine).toBe("sqlite");
    await database.close();
  });
});
