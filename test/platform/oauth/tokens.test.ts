import { inspect } from "node:util";

import { describe, expect, it } from "vitest";

import { Secret } from "../../../src/base/secret.ts";
import { readStoredCookies } from "../../../src/platform/cookies-stored.ts";
import { createTokens, restoreTokens } from "../../../src/platform/oauth/tokens.ts";
import type { GrantedTokens } from "../../../src/platform/oauth/token-answer.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { DAY, HOUR, MINUTE } from "../../support/time.ts";

const NOW = 1_800_000_000_000;
const ACCESS = "CANARYaccessCANARY";
const REFRESH = "CANARYrefreshCANARY";
const API = new URL("https://portal.example/Platform/me");

function scopeAt(clock: ManualClock, clientId = "milepost") {
  return { hosts: { api: "https://portal.example/Platform" }, clock, clientId, grantDays: 365 };
}

function granted(at: number, access = ACCESS, refresh: string | undefined = REFRESH): GrantedTokens {
  return {
    at,
    access: new Secret(access),
    accessEnds: at + HOUR,
    refresh: refresh === undefined ? undefined : new Secret(refresh),
    refreshEnds: at + 90 * DAY,
  };
}

describe("tokens", () => {
  it("come back as they were sealed, for the same application alone", () => {
    const clock = new ManualClock(NOW);
    const text = createTokens(granted(NOW), scopeAt(clock)).serialise();
    expect(restoreTokens(text, scopeAt(clock))?.authorization?.(API)).toBe(`Bearer ${ACCESS}`);
    expect(restoreTokens(text, scopeAt(clock, "another"))).toBeUndefined();
  });

  it("hold no cookie an older version would send", () => {
    expect(readStoredCookies(createTokens(granted(NOW), scopeAt(new ManualClock(NOW))).serialise())).toEqual(
      [],
    );
  });

  it("are printed by nothing", () => {
    const tokens = createTokens(granted(NOW), scopeAt(new ManualClock(NOW)));
    const printed = `${inspect(tokens, { depth: 9, showHidden: true })} ${JSON.stringify(tokens)}`;
    expect(printed).not.toContain("CANARY");
    expect(inspect([tokens.access, tokens.refresh])).not.toContain("CANARY");
  });

  it.each([
    "https://portal.example/",
    "https://portal.example/PlatformElse",
    "http://portal.example/Platform/me",
    "https://evil.example/Platform/me",
  ])("are not sent to %s", (address) => {
    const tokens = createTokens(granted(NOW), scopeAt(new ManualClock(NOW)));
    expect(tokens.authorization?.(new URL(address))).toBeUndefined();
  });

  it("are taken over by generation, whatever the clock says", () => {
    const scope = scopeAt(new ManualClock(NOW));
    const older = createTokens(granted(NOW), scope);
    const newer = restoreTokens(older.serialise(), scope);
    newer?.receive(granted(NOW - DAY, "renewed", "next"));
    older.adopt(newer?.serialise() ?? "");
    expect(older.authorization?.(API)).toBe("Bearer renewed");
    older.adopt(createTokens(granted(NOW + DAY), scope).serialise());
    expect(older.authorization?.(API)).toBe("Bearer renewed");
  });

  it("keep the refresh token where a renewal brings none", () => {
    const tokens = createTokens(granted(NOW), scopeAt(new ManualClock(NOW)));
    tokens.receive({ at: NOW + HOUR, access: new Secret("renewed") });
    expect(tokens.refresh?.reveal()).toBe(REFRESH);
  });

  it("are due a minute before they end, and can't be renewed once the consent is over", () => {
    const clock = new ManualClock(NOW);
    const tokens = createTokens(granted(NOW), scopeAt(clock));
    expect([tokens.isDue(), tokens.expiresAt]).toEqual([false, NOW + 90 * DAY]);
    clock.step(HOUR - MINUTE);
    expect([tokens.isDue(), tokens.isExpired()]).toEqual([true, false]);
    clock.step(365 * DAY);
    expect(tokens.refresh).toBeUndefined();
  });
});
