import { DiscordAPIError, HTTPError, RateLimitError } from "@discordjs/rest";
import { describe, expect, it } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import { type RefusalName, refusalName, refusalOf } from "../../src/discord/rest/refusal.ts";

const answered = (status: number, code: number | string) =>
  new DiscordAPIError({ code: code as number, message: "" }, code, status, "POST", "https://x", {});

describe("a refusal of Discord's", () => {
  it.each<[number, number, RefusalName]>([
    [10_003, 404, "channel-gone"],
    [10_004, 404, "server-gone"],
    [10_008, 404, "message-gone"],
    [10_011, 404, "role-gone"],
    [10_013, 404, "member-gone"],
    [20_016, 429, "too-fast"],
    [20_022, 429, "too-fast"],
    [20_028, 429, "too-fast"],
    [20_029, 429, "too-fast"],
    [30_046, 429, "too-fast"],
    [30_003, 400, "pins-full"],
    [40_003, 403, "too-fast"],
    [40_004, 403, "unavailable"],
    [40_005, 413, "message-invalid"],
    [40_006, 403, "unavailable"],
    [40_033, 400, "published-already"],
    [40_058, 400, "takes-threads-alone"],
    [40_062, 429, "too-fast"],
    [40_067, 400, "needs-tag"],
    [40_333, 403, "unavailable"],
    [50_001, 403, "missing-access"],
    [50_006, 400, "message-invalid"],
    [50_007, 403, "dm-closed"],
    [50_008, 400, "takes-no-messages"],
    [50_013, 403, "missing-permission"],
    [50_035, 400, "message-invalid"],
    [50_083, 400, "thread-archived"],
    [50_278, 403, "no-mutual-server"],
    [60_003, 403, "needs-two-factor"],
    [110_001, 400, "unavailable"],
    [130_000, 503, "unavailable"],
    [160_005, 400, "thread-locked"],
    [200_000, 400, "blocked-by-automod"],
    [200_001, 400, "blocked-by-automod"],
    [240_000, 400, "blocked-link"],
    [50_109, 400, "refused"],
    [50_109, 429, "too-fast"],
    [0, 429, "too-fast"],
    [0, 401, "token-refused"],
    [0, 400, "message-invalid"],
    [0, 413, "message-invalid"],
    [0, 403, "unavailable"],
    [0, 404, "unavailable"],
    [0, 502, "unavailable"],
    [0, 0, "unavailable"],
  ])("of code %i and status %i is called %s", (code, status, name) => {
    expect(refusalName(code, status)).toBe(name);
    expect(refusalOf(answered(status, code))).toMatchObject({ kind: "refused", name });
  });

  it("is certain, but where Discord itself is broken", () => {
    expect(refusalOf(answered(403, 50_013)).isCertain).toBe(true);
    expect(refusalOf(answered(500, 0)).isCertain).toBe(false);
    expect(refusalOf(new HTTPError(502, "Bad Gateway", "POST", "https://x", {}))).toEqual({
      kind: "refused",
      name: "unavailable",
      isCertain: false,
    });
  });

  it("may be our own: nothing was sent then", () => {
    const limit = { retryAfter: 20, timeToReset: 20, limit: 1, method: "POST", hash: "", url: "", route: "" };
    const limited = new RateLimitError({
      ...limit,
      majorParameter: "",
      global: false,
      sublimitTimeout: 0,
      scope: "user",
    });
    expect(refusalOf(limited)).toEqual({
      kind: "refused",
      name: "too-fast",
      isCertain: true,
      retryAfterMs: 20,
    });
    expect(refusalOf(new MilepostError("busy"))).toMatchObject({ name: "too-fast", isCertain: true });
  });

  it.each([
    new SyntaxError("Unexpected token"),
    new DOMException("", "AbortError"),
    Object.assign(new Error("cut"), { code: "ECONNRESET" }),
  ])("is unavailable where nothing of it arrived, and nobody knows what was done: %s", (error) => {
    expect(refusalOf(error)).toEqual({ kind: "refused", name: "unavailable", isCertain: false });
  });

  it("is no excuse for a fault of ours", () => {
    expect(() => refusalOf(new TypeError("x is not a function"))).toThrow(TypeError);
  });
});
