import type { REST } from "@discordjs/rest";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { systemClock } from "../../src/base/clock.ts";
import { serve } from "../platform/support/served.ts";
import { DAY, HOUR, MINUTE } from "../support/time.ts";

/** More than the library sends in a second by its own count. */
const MANY = 120;

const outcome = (asked: Promise<unknown>) => asked.then(() => "sent", String);

describe("the library's own limits", () => {
  let rest: REST;
  let aheadMs: number;
  const restOf = (origin: string) => {
    const breaker = new RefusalBreaker({ clock: systemClock });
    rest = createBotRest({ apiUrl: `${origin}/api`, breaker }).setToken("any");
    return rest;
  };

  beforeEach(() => {
    aheadMs = 0;
    const now = Date.now.bind(Date);
    vi.spyOn(Date, "now").mockImplementation(() => now() + aheadMs);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rest.clearHandlerSweeper();
    rest.clearHashSweeper();
  });

  it.each([-365 * DAY, -DAY, -HOUR, -MINUTE, MINUTE, DAY])(
    "keep nothing back for longer when the clock is set by %i ms, before requests and while they wait",
    async (step) => {
      const headers = {
        "x-ratelimit-limit": "1",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset-after": "0.1",
      };
      await using server = await serve((_, response) => response.writeHead(200, headers).end("{}"));
      restOf(server.origin);
      expect(await outcome(rest.get("/channels/1"))).toBe("sent");
      aheadMs += step;
      const asked = [1, 2, 3].map(() => outcome(rest.get("/channels/1")));
      await expect.poll(() => server.seen.length).toBeGreaterThan(1);
      aheadMs -= 2 * step;
      expect(await Promise.all(asked)).toEqual(["sent", "sent", "sent"]);
    },
  );

  it("of all routes together keep nothing back when the clock is set back by a day", async () => {
    await using server = await serve((_, response) => response.writeHead(200).end("{}"));
    restOf(server.origin);
    expect(await outcome(rest.get("/channels/1"))).toBe("sent");
    aheadMs -= DAY;
    const asked = Array.from({ length: MANY }, (_, id) => outcome(rest.get(`/channels/${id + 2}`)));
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["sent"]));
  });
});
