import { describe, expect, it } from "vitest";

import { Secret } from "../../src/base/secret.ts";
import { createScrubber, spellingsOf } from "../../src/observability/scrubber.ts";
import { isLinear } from "../support/processor-time.ts";

const CANARY = 'canary+7f/3a=&"<ü>9 z';
const bytes = Buffer.from(CANARY);
const json = JSON.stringify(CANARY).slice(1, -1);

const encodings: readonly (readonly [string, string])[] = [
  ["as it is", CANARY],
  ["in an address", encodeURIComponent(CANARY)],
  [
    "in an address with small letters",
    encodeURIComponent(CANARY).replaceAll(/%../g, (escape) => escape.toLowerCase()),
  ],
  ["in an address in an address", encodeURIComponent(encodeURIComponent(CANARY))],
  ["in a form", encodeURIComponent(CANARY).replaceAll("%20", "+")],
  ["in JSON", json],
  ["in JSON in JSON", JSON.stringify(json).slice(1, -1)],
  [
    "as unicode escapes",
    Array.from(CANARY, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  ],
  [
    "in HTML",
    CANARY.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  ],
  ["in hex", bytes.toString("hex")],
  ["in upper-case hex", bytes.toString("hex").toUpperCase()],
  ["in base64", bytes.toString("base64")],
  ["in base64url", bytes.toString("base64url")],
  [
    "in base64 behind one byte",
    Buffer.concat([Buffer.from("x"), bytes, Buffer.from("tail")]).toString("base64"),
  ],
  [
    "in base64 behind two bytes",
    Buffer.concat([Buffer.from("xy"), bytes, Buffer.from("t")]).toString("base64url"),
  ],
];

describe("createScrubber", () => {
  it.each(encodings)("takes a registered secret out %s", (_name, spelled) => {
    const scrubber = createScrubber();
    scrubber.protect(new Secret(CANARY));
    const scrubbed = scrubber.scrub(`before ${spelled} after`);
    expect(scrubbed).toContain("[secret]");
    for (const spelling of spellingsOf(CANARY)) expect(scrubbed).not.toContain(spelling);
    expect(scrubbed.startsWith("before ") && scrubbed.endsWith(" after")).toBe(true);
  });

  it.each([
    ["https://a.example/x?code=canary1&y=2", "https://a.example/x?code=[secret]&y=2"],
    ["/SignIn/A?bru=%2F&code%3Dcanary1", "/SignIn/A?bru=%2F&code%3D[secret]"],
    ["state=canary1; token=canary2", "state=[secret]; token=[secret]"],
    ["Authorization: Bearer canary1.canary2", "Authorization: [secret]"],
    ["Cookie: portalatk=canary1; portald=canary2", "Cookie: [secret]"],
    ['{"cookie":"portalatk=canary1"}', '{"cookie":"[secret]"}'],
    [String.raw`{"body":"{\"password\":\"canary1\"}"}`, String.raw`{"body":"{\"password\":\"[secret]\"}"}`],
    ["grant_type=x&client_secret=canary1&n=1", "grant_type=x&client_secret=[secret]&n=1"],
    ["code_verifier=canary1", "code_verifier=[secret]"],
    ["client_assertion%3Dcanary1", "client_assertion%3D[secret]"],
    ['{"access_token":"canary1","expires_in":3600}', '{"access_token":"[secret]","expires_in":3600}'],
    ['{"refresh_token" : "canary1"}', '{"refresh_token":"[secret]"}'],
    [String.raw`{"body":"{\"id_token\":\"canary1\"}"}`, String.raw`{"body":"{\"id_token\":\"[secret]\"}"}`],
    [
      '{"client_secret":"canary1","code_verifier":"canary2"}',
      '{"client_secret":"[secret]","code_verifier":"[secret]"}',
    ],
    ["Bot canary1canary1", "Bot [secret]"],
    [`x ${"M".repeat(24)}.canary.${"c".repeat(30)} y`, "x [secret] y"],
    [
      "https://discord.com/api/webhooks/123/canarycanarycanarycanary",
      "https://discord.com/api/webhooks/123/[secret]",
    ],
    ["mpk1 1 canarycanary abcdef", "mpk1 1 [secret]"],
    ["AGE-SECRET-KEY-1CANARYCANARY", "[secret]"],
    ["milepost1:canarycanarycanarycanary", "milepost1:[secret]"],
  ])("takes out what looks like a secret: %s", (text, scrubbed) => {
    expect(createScrubber().scrub(text)).toBe(scrubbed);
  });

  it.each([
    "encode=fast",
    "no code here",
    "exit code 3",
    "the bot is ready",
    "key 1 is missing",
    "keys=3 found",
  ])("leaves ordinary words alone: %s", (text) => {
    expect(createScrubber().scrub(text)).toBe(text);
  });

  it("leaves a value alone that is too short to be told from words", () => {
    const scrubber = createScrubber();
    scrubber.protect(new Secret("abc"));
    expect(scrubber.scrub("abcabc")).toBe("abcabc");
  });

  it.each([1, 2, 3, 4])("takes out a member of JSON that is %i levels deep in other JSON", (levels) => {
    let text = '{"token":"canary1"}';
    for (let level = 0; level < levels; level += 1) text = JSON.stringify({ body: text });
    expect(createScrubber().scrub(text)).not.toContain("canary1");
  });

  it.each<[string, (length: number) => string]>([
    ["backslashes", (length) => "\\".repeat(length)],
    [
      "backslashes around a member's name",
      (length) => `${"\\".repeat(length / 4)}"cookie${"\\".repeat(length / 4)}":`.repeat(2),
    ],
    ["backslashes in a member's value", (length) => `"cookie":"${"\\".repeat(length)}`],
    ["openings that never end", (length) => '\\"token\\":\\"'.repeat(length / 16)],
    ["spaces behind a name", (length) => `cookie${" ".repeat(length)}`],
    ["dashes", (length) => "a-".repeat(length / 2)],
    ["names of parameters", (length) => "code=".repeat(length / 5)],
    ["quotes", (length) => '\\"'.repeat(length / 2)],
    ["letters", (length) => "a".repeat(length)],
    ["schemes", (length) => "Bot ".repeat(length / 4)],
  ])("takes a million %s in time that grows with the length alone", (_name, text) => {
    const scrubber = createScrubber();
    scrubber.protect(new Secret(CANARY));
    expect(isLinear((length) => scrubber.scrub(text(length)), 1_000_000)).toBe(true);
  });
});
