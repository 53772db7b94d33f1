import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import { expect, it } from "vitest";

import { silentLog } from "../../src/base/log.ts";
import { createKeyringFile, makeKey } from "../../src/sessions/keyring/keyring-location.ts";
import { formatKeyring, parseKeyring } from "../../src/sessions/keyring/keyring-file.ts";
import { openKeyring, type OpenKeyringOptions } from "../../src/sessions/keyring/keyring.ts";
import { type KeyringChecks, keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { describeEachDatabase, useFolder } from "../support/databases.ts";

const canRefuseModes = process.platform !== "win32";

describeEachDatabase("openKeyring", (database) => {
  const folder = useFolder();
  const at = (...names: string[]) => path.join(folder.path, ...names);
  const open = (options: Partial<OpenKeyringOptions> = {}) =>
    openKeyring({ home: folder.path, checks: keyringChecks(database().queries), ...options });
  const openAlone = (options: Partial<OpenKeyringOptions> = {}) =>
    open({ checks: { ...keyringChecks(database().queries), isShared: false }, ...options });
  const withSealedRows = (): KeyringChecks => ({
    ...keyringChecks(database().queries),
    sealedByKey: async () => [{ keyId: 1, count: 3 }],
  });

  it("makes a keyring on the first start, and finds it on the next", async () => {
    const lines: string[] = [];
    const note = (message: string) => void lines.push(message);
    const log = { ...silentLog, warn: note, info: note };
    const first = await open({ log });
    expect(lines).toEqual([expect.stringMatching(/^Made a new keyring/)]);
    expect(first).toMatchObject({ file: at("keys", "milepost-keyring"), isNew: true });
    expect(first.keys("mpk1").map(({ id }) => id)).toEqual([1]);
    expect(first.keys("mpi1")[0]?.value.reveal()).toMatch(/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/);
    expect(Buffer.from(first.tagKeys()[0]?.reveal() ?? "", "base64url")).toHaveLength(32);

    const second = await open({ log });
    expect(lines).toHaveLength(1);
    expect(second.isNew).toBe(false);
    expect(second.keys("mpk1")[0]?.value.reveal()).toBe(first.keys("mpk1")[0]?.value.reveal());
    expect(second.tagKeys()[0]?.reveal()).toBe(first.tagKeys()[0]?.reveal());
  });

  it("gives one of before there were identities its own, for good", async () => {
    const file = at("older");
    const older = await Promise.all((["mpk1", "mpt1"] as const).map((kind) => makeKey(kind, 1)));
    writeFileSync(file, formatKeyring(older), { mode: 0o600 });
    const identity = async () => (await open({ file })).keys("mpi1")[0]?.value.reveal();
    const first = await identity();
    expect([first, await identity()]).toEqual([expect.stringMatching(/^AGE-SECRET-KEY-1/), first]);
  });

  it.runIf(canRefuseModes)("gives it to nobody else, and leaves no draft behind", async () => {
    const { file } = await open();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(readdirSync(path.dirname(file))).toEqual(["milepost-keyring"]);
  });

  it("prefers systemd's credential, then MILEPOST_KEYRING_FILE, then its own place", async () => {
    const own = await open();
    const elsewhere = await open({ file: at("elsewhere", "ring"), checks: emptyChecks() });
    expect(elsewhere.file).toBe(at("elsewhere", "ring"));
    expect(elsewhere.tagKeys()[0]?.reveal()).not.toBe(own.tagKeys()[0]?.reveal());

    mkdirSync(at("credentials"));
    writeFileSync(at("credentials", "milepost-keyring"), readFileSync(own.file), { mode: 0o444 });
    const options = { file: at("elsewhere", "ring"), credentialsFolder: at("credentials") };
    expect((await open(options)).file).toBe(at("credentials", "milepost-keyring"));
    expect((await open({ ...options, credentialsFolder: at("none"), checks: emptyChecks() })).file).toBe(
      elsewhere.file,
    );
  });

  it("has the newest tag key first and keeps older ones", async () => {
    const { file } = await open();
    const made = await open({ file: at("other", "ring"), checks: emptyChecks() });
    const [newest] = made.keys("mpt1");
    if (newest === undefined) throw new Error("no tag key was made");
    const keys = [{ ...newest, id: 2 }, ...parseKeyring(readFileSync(file, "utf8"))];
    writeFileSync(file, formatKeyring(keys));
    const rotated = await open();
    expect(rotated.keys("mpt1").map(({ id }) => id)).toEqual([2, 1]);
    expect(rotated.tagKeys()[0]?.reveal()).toBe(newest.value.reveal());
    expect(await keyringChecks(database().queries).all()).toHaveLength(4);
  });

  it("stops at a keyring that is another database's", async () => {
    await open();
    const wrong = at("wrong", "ring");
    await open({ file: wrong, checks: emptyChecks() });
    await expect(open({ file: wrong })).rejects.toThrow(
      /not the keyring of this database: its key mpi1 1 is another one/,
    );
  });

  it("stops when a key that seals is missing, and lets an old tag key go where nobody else can have it", async () => {
    const { file } = await open();
    const keys = parseKeyring(readFileSync(file, "utf8"));
    const fresh = keys.map((key) => ({ ...key, id: 2 }));
    writeFileSync(file, formatKeyring([...keys.filter(({ kind }) => kind === "mpk1"), ...fresh]));
    await openAlone();
    expect(
      (await keyringChecks(database().queries).all()).map(({ kind, keyId }) => `${kind} ${keyId}`),
    ).toEqual(["mpi1 2", "mpk1 1", "mpk1 2", "mpt1 2"]);
    writeFileSync(file, formatKeyring(fresh));
    await expect(openAlone()).rejects.toThrow(/its key mpk1 1 is missing/);
  });

  it("never makes a new keyring while sealed rows exist", async () => {
    await open();
    const lost = { file: at("moved", "ring"), checks: withSealedRows() };
    await expect(open(lost)).rejects.toThrow(/is missing, and the database has 3 encrypted rows/);
    expect(() => statSync(at("moved", "ring"))).toThrow(/ENOENT/);
  });

  it("begins anew when the keyring is lost and nothing is sealed, where nobody else can have it", async () => {
    await open();
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
    const anew = await openAlone({ file: at("moved", "ring"), log });
    expect(anew.isNew).toBe(true);
    expect(warnings).toEqual([expect.stringMatching(/This database's keyring is gone/)]);
    expect((await openAlone({ file: at("moved", "ring") })).isNew).toBe(false);
  });

  it.each(["data/ring", "data/deeper/ring", "link/ring"])(
    "refuses %s, in the database's folder",
    async (name) => {
      mkdirSync(at("data"));
      symlinkSync(at("data"), at("link"));
      const options = { file: at(name), databaseFile: at("data", "milepost.db") };
      await expect(open(options)).rejects.toThrow(/is inside the database's folder/);
      expect(readdirSync(at("data")).filter((entry) => entry === "ring")).toEqual([]);
    },
  );

  it("takes a folder whose name only begins like the database's", async () => {
    mkdirSync(at("data"));
    const keyring = await open({ file: at("data-keys", "ring"), databaseFile: at("data", "milepost.db") });
    expect(keyring.isNew).toBe(true);
  });

  it.runIf(canRefuseModes).each([0o644, 0o640, 0o602, 0o604])("refuses mode %o", async (mode) => {
    const { file } = await open();
    chmodSync(file, mode);
    await expect(open()).rejects.toThrow(/can be read by others: chmod 600 it/);
  });

  it.runIf(canRefuseModes && process.getuid?.() === 0)("refuses another user's file", async () => {
    const { file } = await open();
    chownSync(file, 12_345, 12_345);
    await expect(open()).rejects.toThrow(/belongs to another user/);
  });

  it.runIf(canRefuseModes)("asks for no owner and no mode where there are none, as on Windows", async () => {
    const { file } = await open();
    chmodSync(file, 0o644);
    chmodSync(path.dirname(file), 0o777);
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
    const { getuid } = process;
    try {
      Object.assign(process, { getuid: undefined });
      expect((await open({ log })).isNew).toBe(false);
    } finally {
      Object.assign(process, { getuid });
    }
    expect(warnings).toEqual([]);
  });

  it.runIf(canRefuseModes).each([
    [0o755, 0],
    [0o775, 1],
    [0o757, 1],
  ])("warns of a folder others can write: %o", async (mode, count) => {
    const { file } = await open();
    chmodSync(path.dirname(file), mode);
    const warnings: string[] = [];
    await open({ log: { ...silentLog, warn: (message) => void warnings.push(message) } });
    expect(warnings.filter((warning) => warning.includes("chmod 700 it"))).toHaveLength(count);
  });

  it.runIf(canRefuseModes)("makes no other in place of one that can't be read", async () => {
    symlinkSync(at("ring"), at("ring"));
    await expect(open({ file: at("ring") })).rejects.toThrow(/can't be read \(ELOOP\)/);
  });

  it("refuses what is no file, and a file without keys", async () => {
    mkdirSync(at("folder"));
    await expect(open({ file: at("folder") })).rejects.toThrow(/is no file|can't be read \(EISDIR\)/);
    writeFileSync(at("empty"), "", { mode: 0o600 });
    await expect(open({ file: at("empty") })).rejects.toThrow(/no key of kind mpk1.* move the file away/);
    const sealing = formatKeyring([await makeKey("mpk1", 1)]);
    writeFileSync(at("half"), sealing, { mode: 0o600 });
    await expect(open({ file: at("half") })).rejects.toThrow(/no key of kind mpt1/);
    writeFileSync(at("blocker"), "", { mode: 0o600 });
    await expect(open({ file: at("blocker", "ring") })).rejects.toThrow(/can't be (made|read) \(E/);
    const place = { file: at("blocker", "ring"), isCredential: false, databaseFile: undefined };
    await expect(createKeyringFile(place)).rejects.toThrow(/can't be made \(E/);
  });

  it("leaves fingerprints in the database that hold nothing of a key", async () => {
    const keyring = await open();
    const rows = JSON.stringify(await keyringChecks(database().queries).all());
    const value = keyring.keys("mpk1")[0]?.value.reveal() ?? "";
    expect(rows).not.toContain(value);
    expect(rows).not.toContain(Buffer.from(value, "base64url").toString("hex").slice(0, 16));
  });

  it("shows no key when it or an error of it is printed", async () => {
    const keyring = await open();
    const text = readFileSync(keyring.file, "utf8");
    const values = parseKeyring(text).map(({ value }) => value.reveal());
    writeFileSync(keyring.file, text.replace(/.\n$/, "\n"));
    const error: unknown = await open().catch((error: unknown) => error);
    const printed = inspect(keyring, { depth: 9, showHidden: true }) + inspect(error, { depth: 9 });
    expect(printed).toContain("is damaged or incomplete");
    for (const value of values) expect(printed).not.toContain(value);
  });
});

function emptyChecks(): KeyringChecks {
  return {
    isShared: false,
    all: async () => [],
    add: async () => {},
    remove: async () => {},
    rank: async () => {},
    sealedByKey: async () => [],
  };
}
