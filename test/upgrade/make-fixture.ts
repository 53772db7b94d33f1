import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import Sqlite from "better-sqlite3";

import { packageVersion } from "../../src/config/package-version.ts";
import { postsOn } from "./posts.ts";
import { BEGINS_AT, scenarioOn } from "./scenario.ts";
import { passFirstDay, passThirdDay } from "./scenario-days.ts";
import { settleIn } from "./scenario-members.ts";
import { openUpgradeHarness } from "./upgrade-harness.ts";

/** Writes a database as this version leaves it, with its keyring and its posts, beside this file. */
const beside = (end: string) => join(import.meta.dirname, `${packageVersion()}${end}`);
if (existsSync(beside(".sqlite.gz"))) {
  throw new Error("there is one of this version: it stays as it was made");
}
const folder = mkdtempSync(join(tmpdir(), "milepost-upgrade-"));
const harness = await openUpgradeHarness(folder, BEGINS_AT);
const scenario = scenarioOn(harness);
const stopFirst = await harness.startBot();
await settleIn(scenario);
await passFirstDay(scenario);
await stopFirst();
await harness.milepost("keys", "rotate");
await harness.milepost("keys", "add", "mpt1");
harness.clock.moveTo(Date.parse("2026-11-26T18:20:00Z"));
const stop = await harness.startBot();
await passThirdDay(scenario);

const copy = join(folder, "copy.db");
const database = new Sqlite(harness.databaseFile, { readonly: true });
database.prepare("vacuum into ?").run(copy);
database.close();
const pack = (bytes: Buffer | string) => gzipSync(bytes, { level: 9 });
writeFileSync(beside(".sqlite.gz"), pack(readFileSync(copy)));
writeFileSync(beside(".posts.json.gz"), pack(JSON.stringify(await postsOn(harness))));
copyFileSync(harness.env["MILEPOST_KEYRING_FILE"] ?? "", beside(".test-keyring"));
await stop();
await harness.close();
rmSync(folder, { recursive: true });
