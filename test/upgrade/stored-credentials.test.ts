import { describe, expect, it } from "vitest";

import { restoreCredential } from "../../src/platform/restore-credential.ts";
import { ManualClock } from "../support/manual-clock.ts";

const NOW = Date.UTC(2026, 10, 21);
const API = new URL("https://portal.test/Platform/");
const scope = {
  wanted: {
    cookies: [
      { name: "portald", role: "csrf", isRequired: true },
      { name: "portalatk", role: "session", isRequired: true },
    ],
    hosts: ["portal.test"],
  },
  hosts: { portal: "https://portal.test", api: "https://portal.test/Platform" },
  clock: new ManualClock(NOW),
  oauth: { clientId: "app" },
} as const;

/** As sealed by 1.0.0. */
const COOKIES =
  '{"v":1,"cookies":[{"n":"portald","v":"d","d":"portal.test","h":true,"s":false,"a":1763683200000},' +
  '{"n":"portalatk","v":"k=","d":"portal.test","h":false,"s":true,"a":1763683200001,"e":1900000000000}]}';
const TOKENS =
  '{"v":2,"k":"oauth","c":"app","g":3,"at":1795190400000,"a":"ACCESS","ae":1795305600000,"r":"REFRESH","m":"77"}';

describe("a session that 1.0.0 sealed", () => {
  it("of cookies opens, and is sealed in the same form", () => {
    const opened = restoreCredential(COOKIES, scope);
    expect([opened.kind, opened.isChanged, opened.expiresAt]).toEqual(["cookies", false, 1_900_000_000_000]);
    expect(opened.cookie(API)).toBe("portald=d; portalatk=k=");
    expect(opened.missing()).toEqual([]);
    expect(JSON.parse(opened.serialise())).toEqual(JSON.parse(COOKIES));
  });

  it("of tokens opens, and is sealed in the same form", () => {
    const opened = restoreCredential(TOKENS, scope);
    expect([opened.kind, opened.isChanged]).toEqual(["tokens", false]);
    expect(opened.kind === "tokens" && opened.generation).toBe(3);
    expect(opened.authorization?.(API)).toBe("Bearer ACCESS");
    expect(opened.account?.()).toEqual({ membershipId: "77", source: "service" });
    expect(opened.serialise()).toBe(TOKENS);
  });

  it("of tokens of another application, or no text at all, opens as cookies that lack what is needed", () => {
    for (const text of [TOKENS.replace("app", "other"), "", "{}"]) {
      const opened = restoreCredential(text, scope);
      expect([opened.kind, opened.missing()]).toEqual(["cookies", ["portald", "portalatk"]]);
    }
  });
});
