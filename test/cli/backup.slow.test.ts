import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { describe, expect, it } from "vitest";

import { createTemporarySecrets } from "../../src/sessions/store/temporary-secrets.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { ALICE, sessionOf } from "../sessions/support.ts";
import { useBot } from "./operator.ts";
import { startProgram } from "../support/program.ts";

const bot = useBot();
const { at: inFolder, milepost } = bot;

const link = () => bot.bench.store.add(sessionOf(bot.bench.place, ALICE, { value: "canary-of-a-cookie" }));
const factsIn = ({ queries }: Database) => queries.selectFrom("facts").selectAll().orderBy("name").execute();

async function fill(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    name: `row-${index}`,
    value: "x".repeat(2_000),
  }));
  await bot.database.queries.insertInto("facts").values(rows).execute();
}

describe("milepost backup", () => {
  it("copies what stands in the database of a running bot, for its owner alone", async () => {
    await fill(50);
    await link();
    const target = inFolder("backups", "copy.db");
    const { code, output } = await milepost("backup", target, "--sessions");
    expect([code, output]).toEqual([
      0,
      `Copied the database to ${target}.\nIt holds one linked session, sealed: delete it after 30 days.\n`,
    ]);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(target)).mode & 0o777).toBe(0o700);
    const copy = await openDatabase({ url: `file:${target}` });
    const made = { name: "backup.made-at", value: expect.stringMatching(/^\d+$/) };
    expect(await factsIn(copy)).toEqual([made, ...(await factsIn(bot.database)).slice(1)]);
    expect(await copy.queries.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
    await copy.close();
  });

  it("leaves sessions out unless they are asked for, with everything that hangs on them", async () => {
    await link();
    const target = inFolder("copy.db");
    expect((await milepost("backup", target)).output).toBe(
      `Copied the database to ${target}.\nIt leaves out one linked session: --sessions copies them too.\n`,
    );
    const copy = await openDatabase({ url: `file:${target}` });
    for (const table of ["sessions", "session_uses", "snapshots"] as const)
      expect(await copy.queries.selectFrom(table).selectAll().execute()).toEqual([]);
    await copy.close();
  });

  it("leaves out what waits for minutes, also with the sessions", async () => {
    await link();
    const secrets = createTemporarySecrets({ ...bot.bench, database: bot.database });
    await secrets.put({ kind: "pending", name: ALICE, discordId: ALICE, text: "waits", forMs: 60_000 });
    const target = inFolder("copy.db");
    expect((await milepost("backup", target, "--sessions")).code).toBe(0);
    const copy = await openDatabase({ url: `file:${target}` });
    expect(await copy.queries.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
    expect(await copy.queries.selectFrom("temporary_secrets").selectAll().execute()).toEqual([]);
    await copy.close();
  });

  it("encrypts the copy to a recipient, and leaves nothing beside it or the database", async () => {
    const identity = await generateX25519Identity();
    const target = inFolder("copies", "copy.age");
    await fill(50);
    const { code } = await milepost("backup", target, "--recipient", await identityToRecipient(identity));
    expect(code).toBe(0);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const opened = inFolder("opened.db");
    writeFileSync(opened, await decrypter.decrypt(readFileSync(target)));
    const copy = await openDatabase({ url: `file:${opened}` });
    expect(await factsIn(copy)).toHaveLength(51);
    await copy.close();
    const names = [...readdirSync(inFolder("copies")), ...readdirSync(inFolder("data"))];
    expect(names.filter((name) => name.includes("part"))).toEqual([]);
  });

  it("has one instant in it while another process goes on writing", async () => {
    const url = `file:${inFolder("busy", "test.db")}`;
    const writer = startProgram(["test/storage/writer.ts", url, "w"]);
    await writer.line(/w-100\n/);
    bot.env = { ...bot.env, DATABASE_URL: url };
    const { code } = await milepost("backup", inFolder("copy.db"));
    await writer.end("SIGKILL");
    expect(code).toBe(0);
    const copy = await openDatabase({ url: `file:${inFolder("copy.db")}` });
    const written = (await factsIn(copy)).filter(({ name }) => name.startsWith("w-"));
    expect(written.length).toBeGreaterThan(100);
    for (const index of written.keys()) expect(written).toContainEqual({ name: `w-${index}`, value: "kept" });
    await copy.close();
  });

  it("leaves nothing of a session that was unlinked in the copy", async () => {
    await link();
    const { cookies } = await bot.database.queries
      .selectFrom("sessions")
      .select("cookies")
      .executeTakeFirstOrThrow();
    await bot.bench.store.unlink({ discordId: ALICE });
    const target = inFolder("copy.db");
    expect((await milepost("backup", target)).output).toBe(`Copied the database to ${target}.\n`);
    const bytes = readFileSync(target);
    expect(bytes.includes(cookies.subarray(0, 32))).toBe(false);
  });

  it("writes over nothing", async () => {
    const target = inFolder("mine.db");
    writeFileSync(target, "of value");
    const { code, output } = await milepost("backup", target);
    expect([code, output]).toEqual([
      1,
      `${target} exists already. Choose another name, or delete it first.\n`,
    ]);
    expect(readFileSync(target, "utf8")).toBe("of value");
  });

  it.each([
    ["the keyring's folder", () => inFolder("keys", "copy.db")],
    ["a link to it", () => inFolder("elsewhere", "copy.db")],
    ["a folder in it", () => inFolder("keys", "copies", "copy.db")],
    ["a folder in a link to it", () => inFolder("elsewhere", "new", "copy.db")],
  ])("refuses %s", async (_, target) => {
    symlinkSync(inFolder("keys"), inFolder("elsewhere"));
    const { code, output } = await milepost("backup", target());
    expect(code).toBe(1);
    expect(output).toContain("is in the keyring's folder");
    expect(readdirSync(inFolder("keys"))).toEqual(["ring"]);
  });

  it("says what stands in its way, and leaves nothing half-done", async () => {
    mkdirSync(inFolder("locked"));
    writeFileSync(inFolder("locked", "file"), "");
    const target = inFolder("locked", "file", "copy.db");
    const { code, output } = await milepost("backup", target);
    expect(code).toBe(1);
    expect(output).toMatch(/can't be written/);
    expect(existsSync(target)).toBe(false);
  });

  it("says so where there is no database yet", async () => {
    bot.env = { ...bot.env, DATABASE_URL: `file:${inFolder("none.db")}` };
    expect((await milepost("backup", inFolder("copy.db"))).output).toBe(
      `There is no database at ${inFolder("none.db")}.\n`,
    );
  });

  it("names a recipient that is no age key, and copies nothing", async () => {
    const { code, output } = await milepost("backup", inFolder("copy.age"), "--recipient", "age1x");
    expect(code).toBe(2);
    expect(output).toMatch(/^--recipient isn't an age public key/);
    expect(existsSync(inFolder("copy.age"))).toBe(false);
  });

  it.each([[], ["a", "b"], ["--all"], [""]])("says how it is called for %j", async (...args) => {
    const { code, output } = await milepost("backup", ...args);
    expect(code).toBe(2);
    expect(output).toMatch(/^Usage: milepost backup FILE/);
  });
});
