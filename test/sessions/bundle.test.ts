import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

import { armor, generateX25519Identity, identityToRecipient } from "age-encryption";
import { beforeAll, describe, expect, it } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { Secret } from "../../src/base/secret.ts";
import { type BundleContents, makeBundle } from "../../src/sessions/bundle/make-bundle.ts";
import { createMemoryKeyring } from "../../src/sessions/keyring/keyring.ts";
import { bundleIdentities, bundleRecipient, openBundle } from "../../src/sessions/bundle/open-bundle.ts";
import type { KeyKind } from "../../src/sessions/keyring/keyring-file.ts";
import { readPaste } from "../../src/sessions/paste/read-paste.ts";
import { importsOf, reachableFrom } from "../support/import-graph.ts";
import { values, wanted } from "./paste/forms.ts";
import { ALICE, BOB, NOW } from "./support.ts";
import { DAY } from "../support/time.ts";
import { ManualClock } from "../support/manual-clock.ts";

const contents: BundleContents = {
  cookies: values,
  discordId: ALICE,
  origin: "https://portal.test",
  expiresAt: new Date(NOW + 60_000).toISOString(),
};
const options = { discordId: ALICE, origin: "https://portal.test", wanted, now: NOW };
let identity: Secret;
let recipient: string;
beforeAll(async () => {
  const text = await generateX25519Identity();
  identity = new Secret(text);
  recipient = await identityToRecipient(text);
});

const open = (text: string, more: Partial<Parameters<typeof openBundle>[1]> = {}) =>
  openBundle(text, { ...options, identities: [identity], ...more });
const plain = (cookies: ReadonlyMap<string, Secret>) =>
  Object.fromEntries([...cookies].map(([name, value]) => [name, value.reveal()]));

describe("a sealed bundle", () => {
  it("opens to its cookies for its member, its platform and its time", async () => {
    const text = await makeBundle(contents, recipient);
    expect(text).toMatch(/^milepost1:[A-Za-z0-9_-]+$/);
    const opened = await open(text);
    expect(opened).toMatchObject({ ok: true, missing: [] });
    expect(opened.ok && plain(opened.cookies)).toEqual(values);
  });

  it("fits into the modal with cookies of real size", async () => {
    const large = {
      portald: "1".repeat(19),
      portalatk: "a".repeat(900),
      portaldid: "d".repeat(200),
      portalme: "1",
    };
    expect((await makeBundle({ ...contents, cookies: large }, recipient)).length).toBeLessThan(2_500);
  });

  it("passes through the paste as it was made", async () => {
    const text = await makeBundle(contents, recipient);
    expect(readPaste(`\`${text}\``, wanted)).toEqual({ kind: "bundle", bundle: text, isCut: false });
  });

  it.each([
    ["spaces behind its lines", (text: string) => text.replaceAll("\n", "  \n")],
    ["quote marks", (text: string) => text.replaceAll(/^/gm, "> ")],
    ["quote marks of two replies", (text: string) => text.replaceAll(/^/gm, "> > ")],
    ["indents", (text: string) => text.replaceAll(/^/gm, "    ")],
    ["tabs", (text: string) => text.replaceAll(/^/gm, "\t")],
    ["blank lines", (text: string) => text.replaceAll("\n", "\n\n")],
    ["the line ends of Windows", (text: string) => text.replaceAll("\n", "\r\n")],
    ["a BOM and words around it", (text: string) => `\uFEFFhere it is:\n${text}thanks`],
    ["a fence", (text: string) => `\`\`\`\n${text}\`\`\``],
    ["one line", (text: string) => text.replaceAll("\n", " ")],
    ["a program's string", (text: string) => JSON.stringify(text)],
    ["a program's string without its quotes", (text: string) => JSON.stringify(text).slice(1, -1)],
    ["long dashes", (text: string) => text.replaceAll("--", "\u2014")],
    ["spaces that don't break", (text: string) => text.replaceAll(" ", "\u00A0")],
  ])("opens after copying that left it with %s, armored or not", async (_name, copied) => {
    const text = await makeBundle(contents, recipient);
    const binary = Buffer.from(text.slice("milepost1:".length), "base64url");
    const wrapped = text.replaceAll(/(.{64})/g, "$1\n");
    for (const given of [armor.encode(binary), `${wrapped}\n`]) {
      const reading = readPaste(copied(given), wanted);
      const opened = reading.kind === "bundle" ? await open(reading.bundle) : undefined;
      expect(opened).toMatchObject({ ok: true });
    }
  });

  it("tells apart what is wrong with it", async () => {
    const text = await makeBundle(contents, recipient);
    const stranger = new Secret(await generateX25519Identity());
    const whyOf = async (opening: ReturnType<typeof open>) => {
      const opened = await opening;
      return opened.ok ? "opened" : opened.why;
    };
    expect(await whyOf(open(text, { discordId: BOB }))).toBe("other-member");
    expect(await whyOf(open(text, { origin: "https://portal.test:8443" }))).toBe("other-platform");
    expect(await whyOf(open(text, { now: NOW + 60_000 }))).toBe("expired");
    expect(await whyOf(open(text, { identities: [stranger] }))).toBe("unknown-key");
    expect(await whyOf(open(text, { identities: [] }))).toBe("unknown-key");
    expect(await whyOf(open(text, { identities: [stranger, identity] }))).toBe("opened");
    expect(await whyOf(open(text.slice(0, -8)))).toBe("damaged");
    expect(await whyOf(open(text.slice(0, 200)))).toBe("damaged");
    expect(await whyOf(open("milepost1:"))).toBe("damaged");
    expect(await whyOf(open("milepost1:!!!"))).toBe("damaged");
    const none = await makeBundle({ ...contents, cookies: { other: "1", portald: "a b" } }, recipient);
    expect(await whyOf(open(none))).toBe("no-cookies");
    const odd = await makeBundle({ ...contents, expiresAt: "soon" }, recipient);
    expect(await whyOf(open(odd))).toBe("damaged");
    for (const expiresAt of [
      "9999-12-31T00:00:00Z",
      NOW + 25 * 3_600_000,
      9e15,
      -9e15,
      8_640_000_000_000_001,
    ]) {
      const endless = await makeBundle({ ...contents, expiresAt } as typeof contents, recipient);
      expect(await whyOf(open(endless))).toBe("expired");
    }
  });

  it("takes its end in any zone", async () => {
    const end = new Date(NOW + 60_000 + 2 * 3_600_000).toISOString().replace("Z", "+02:00");
    expect(await open(await makeBundle({ ...contents, expiresAt: end }, recipient))).toMatchObject({
      ok: true,
    });
    const over = new Date(NOW - 1 + 2 * 3_600_000).toISOString().replace("Z", "+02:00");
    expect(await open(await makeBundle({ ...contents, expiresAt: over }, recipient))).toMatchObject({
      why: "expired",
    });
  });

  it("names the required cookies it lacks", async () => {
    const text = await makeBundle(
      { ...contents, cookies: { portald: "1", portalatk: "bad;value" } },
      recipient,
    );
    expect(await open(text)).toMatchObject({ ok: true, missing: ["portalatk", "portaldid"] });
  });

  it("is refused with any character changed", async () => {
    const text = await makeBundle(contents, recipient);
    const results = new Set<string>();
    for (let at = "milepost1:".length; at < text.length - 1; at += 3) {
      const changed = `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
      const opened = await open(changed);
      results.add(opened.ok ? "opened" : opened.why);
    }
    expect([...results].filter((result) => !["damaged", "unknown-key"].includes(result))).toEqual([]);
  });

  it("is made by modules that a browser has too", () => {
    const reached = [...reachableFrom("src/sessions/bundle/make-bundle.ts", () => true)].filter((file) =>
      file.startsWith("src/"),
    );
    const outside = reached.flatMap(importsOf).filter(({ to }) => !to.startsWith("src/"));
    expect([...new Set(outside.map(({ to }) => to))]).toEqual(["age-encryption"]);
    expect(
      reached.filter((file) => /\bBuffer\b/.test(readFileSync(path.join(packageRoot, file), "utf8"))),
    ).toEqual([]);
  });
});

const key = (kind: KeyKind, text: string) => ({ kind, id: 1, value: new Secret(text) });

describe("the identities of a bot", () => {
  it("open bundles for 7 days after another took their place", async () => {
    const checks = {
      isShared: false,
      add: async () => {},
      remove: async () => {},
      rank: async () => {},
      sealedByKey: async () => [],
    };
    const clock = new ManualClock(NOW);
    const [older, newer] = await Promise.all(
      [1, 2].map(() => createMemoryKeyring({ ...checks, all: async () => [] }, clock)),
    );
    const [old] = older?.keys("mpi1") ?? [];
    const [fresh] = newer?.keys("mpi1") ?? [];
    if (old === undefined || fresh === undefined) throw new Error("no identity");
    const keyring = { keys: () => [{ ...fresh, id: 2 }, old], refresh() {} };
    const known = [{ kind: "mpi1", keyId: 1, fingerprint: "", supersededAt: NOW }];
    const at = async (now: number) =>
      (await bundleIdentities(keyring, { all: async () => known }, now)).length;
    expect(await at(NOW + 7 * DAY - 1)).toBe(2);
    expect(await at(NOW + 7 * DAY)).toBe(1);
    expect(await bundleRecipient(keyring)).toBe(await identityToRecipient(fresh.value.reveal()));
    expect(await bundleRecipient({ keys: () => [], refresh() {} })).toBeUndefined();
  });

  it("are those the keyring has now, of its kind alone", async () => {
    const [made, another] = await Promise.all([generateX25519Identity(), generateX25519Identity()]);
    let onDisk = made;
    let mine = key("mpi1", made);
    const keyring = {
      keys: (kind: KeyKind) => [key("mpk1", "no identity"), mine].filter((one) => one.kind === kind),
      refresh: () => void (mine = key("mpi1", onDisk)),
    };
    expect(await bundleRecipient(keyring)).toBe(await identityToRecipient(made));
    onDisk = another;
    expect(await bundleRecipient(keyring)).toBe(await identityToRecipient(another));
    onDisk = made;
    const identities = await bundleIdentities(keyring, { all: async () => [] }, NOW);
    expect(identities.map((one) => one.reveal())).toEqual([made]);
  });
});

/** Not a package of ours: a program the system may have. */
const AGE = "age";

const sealWith = (args: readonly string[]) =>
  execFileSync(AGE, ["-r", recipient, ...args], { input: JSON.stringify(contents) });

const hasAge = spawnSync(AGE, ["--version"]).status === 0;

describe.runIf(hasAge)("the plain age tool (skipped where it isn't installed)", () => {
  it("makes a bundle, in base64 or base64url", async () => {
    const file = sealWith([]);
    expect(await open(`milepost1:${file.toString("base64url")}`)).toMatchObject({ ok: true });
    expect(await open(`milepost1:${file.toString("base64")}`)).toMatchObject({ ok: true });
  });

  it("makes one of text typed by hand, a cookie a line, fit for the form with cookies of usual size", async () => {
    const value = "x".repeat(400);
    const typed = `{"cookies": {
  "portald": "123",
  "portalatk": "${value}",
  "portaldid": "${value}",
  "portalme": "77"
 },
 "discordId": "${contents.discordId}",
 "origin": "${contents.origin}",
 "expiresAt": "${contents.expiresAt}"
}
`;
    const pasted = execFileSync(AGE, ["-a", "-r", recipient], { input: typed }).toString("utf8");
    expect(pasted.length).toBeLessThan(4_000);
    const reading = readPaste(pasted, wanted, { cutAt: 4_000 });
    expect(reading.kind === "bundle" && (await open(reading.bundle))).toMatchObject({
      ok: true,
      missing: [],
    });
  });

  it("makes an armored one, which is read where it was pasted", async () => {
    const armored = sealWith(["-a"]).toString("utf8");
    const reading = readPaste(`here\n${armored}`, wanted);
    expect(reading.kind === "bundle" && (await open(reading.bundle))).toMatchObject({ ok: true });
  });
});
