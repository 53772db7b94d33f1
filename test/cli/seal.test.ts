import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { beforeAll, describe, expect, it } from "vitest";

import { Secret } from "../../src/base/secret.ts";
import { openBundle } from "../../src/sessions/bundle/open-bundle.ts";
import { header, values, wanted } from "../sessions/paste/forms.ts";
import { ALICE } from "../sessions/support.ts";
import { milepost } from "./operator.ts";
import { Keyboard } from "./keyboard.ts";

let identity: string;
let recipient: string;
beforeAll(async () => {
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
});

async function seal(args: readonly string[], stdin = new Keyboard()) {
  const { code, output: stdout, errors: stderr } = await milepost(["seal", ...args], { stdin });
  return { code, stdout, stderr };
}

const target = () => ["--recipient", recipient, "--member", ALICE];
const piped = (text: string) => {
  const keyboard = new Keyboard();
  keyboard.isTTY = false;
  keyboard.type(...(text.match(/[^]{1,1000}/g) ?? []));
  setImmediate(() => keyboard.end());
  return keyboard;
};

describe("milepost seal", () => {
  it("seals what is pasted at a terminal, without showing it", async () => {
    const keyboard = new Keyboard();
    keyboard.type("\r", `\u001b[200~Cookie: ${header(values)}\u001b[201~`, "\r");
    const { code, stdout, stderr } = await seal(target(), keyboard);
    expect(code).toBe(0);
    expect(keyboard.isRaw).toBe(false);
    expect(stderr).not.toContain("FAKE");
    // Four letters stand in what is encrypted by chance.
    for (const value of Object.values(values)) expect(stdout).not.toContain(value);
    const options = { discordId: ALICE, origin: "https://portal.example", wanted, now: Date.now() };
    const opened = await openBundle(stdout.trim(), { ...options, identities: [new Secret(identity)] });
    expect(opened).toMatchObject({ ok: true, missing: [] });
  });

  it("says so when the cookies were copied for another site", async () => {
    const rows = Object.entries(values).map(([name, value]) => `${name}\t${value}\telsewhere.test\t/`);
    const { code, stderr } = await seal(target(), piped(rows.join("\n")));
    expect(code).toBe(0);
    expect(stderr).toContain("copied for elsewhere.test, not portal.example");
  });

  it("seals what comes on stdin, of any length", async () => {
    const long = `other=${"x".repeat(20_000)}\n${Object.entries(values)
      .map(([n, v]) => `${n}=${v}`)
      .join("\n")}`;
    const { code, stdout } = await seal(target(), piped(long));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^milepost1:[\w-]+\n$/);
  });

  it.each([
    [
      "portald=1; portaldid=2",
      "Read as the value of a Cookie header. Found: portald, portaldid.\n  portalatk is missing",
    ],
    ["portald=undefined\nportalatk=1\nportaldid=2", "portald has a placeholder, not a value (undefined)"],
    ["user@example.com hunter2", "That looks like a name and password"],
    ["hello", "No cookies found"],
    ["milepost1:abc", "That's sealed text already"],
    ["", "That was empty"],
  ])("says what is wrong with %j", async (text, words) => {
    const { code, stdout, stderr } = await seal(target(), piped(text));
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(words);
    expect(stderr).not.toContain("hunter2");
  });

  it("seals nothing when it is ended", async () => {
    const keyboard = new Keyboard();
    keyboard.type(header(values), "\u0003");
    expect(await seal(target(), keyboard)).toMatchObject({ code: 1, stdout: "" });
  });

  it("says how it is called, and repeats nothing that was typed", async () => {
    for (const args of [
      [],
      ["--recipient", "age1x", "--member", ALICE],
      ["--cookies", "hunter2"],
      ["hunter2"],
    ]) {
      const { code, stderr } = await seal(args);
      expect(code).toBe(2);
      expect(stderr).toContain("Usage: milepost seal");
      expect(stderr).not.toContain("hunter2");
    }
    expect((await seal(["--recipient", recipient, "--member", "1"])).stderr).toContain("15 to 20 digits");
    expect((await seal([...target(), "--profile", "none"])).code).toBe(2);
  });
});
