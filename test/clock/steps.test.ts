import type { REST } from "@discordjs/rest";
import { describe, expect, it } from "vitest";

import { Cooldown, TokenBuckets } from "../../src/base/limit.ts";
import { ExpiringMap } from "../../src/base/async/expiring-map.ts";
import { MilepostError } from "../../src/base/errors.ts";
import { silentLog } from "../../src/base/log.ts";
import { CachedLookup } from "../../src/discord/rest/cached-lookup.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { RoleToggle } from "../../src/features/posts/engine/role-toggle.ts";
import { PublicCache } from "../../src/platform/cache.ts";
import { breaker } from "../../src/platform/http/breaker.ts";
import type { PlatformRequest, Send } from "../../src/platform/http/request.ts";
import { deadline } from "../../src/platform/http/send.ts";
import { throttle } from "../../src/platform/http/throttle.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { DAY, HOUR, MINUTE } from "../support/time.ts";

/** Begins something that lasts; what it gives says whether it still does. */
type Begin = (clock: ManualClock) => Promise<() => boolean | Promise<boolean>>;

const { signal } = new AbortController();
const request: PlatformRequest = {
  operation: "user.byId",
  class: "public",
  method: "GET",
  url: new URL("https://portal.example/x"),
  envelope: "bare",
  maxBytes: 1,
  signal,
};
const answered = { payload: null, at: 0, bytes: 1 };
const code = (error: unknown) => (error instanceof MilepostError ? error.code : "another");
/** Fails once as given, then answers. */
function failingOnce(failure: MilepostError): Send {
  let left = 1;
  return async () => {
    if (left-- > 0) throw failure;
    return answered;
  };
}

const LIMITS = { rate: 1, windowSeconds: 4, concurrency: 8 };

const WAITS: readonly (readonly [what: string, ms: number, begin: Begin])[] = [
  [
    "the window of the throttle before the platform",
    4_000,
    async (clock) => {
      const send = throttle(async () => answered, LIMITS, clock);
      for (let count = 0; count < 4; count += 1) await send(request);
      const now = () => send({ ...request, deadlineAt: clock.monotonic() });
      return () =>
        now().then(
          () => false,
          (error: unknown) => code(error) === "platform-throttled",
        );
    },
  ],
  [
    "the pause that the platform asked for",
    30_000,
    async (clock) => {
      const throttled = new MilepostError("platform-throttled", { retryAfterMs: 30_000 });
      const send = throttle(failingOnce(throttled), LIMITS, clock);
      await send(request).catch(() => {});
      const now = () => send({ ...request, deadlineAt: clock.monotonic() });
      return () =>
        now().then(
          () => false,
          (error: unknown) => code(error) === "platform-throttled",
        );
    },
  ],
  [
    "the breaker before the platform",
    5_000,
    async (clock) => {
      let isDown = true;
      const send = breaker(async () => {
        if (isDown) throw new MilepostError("platform-unavailable");
        return answered;
      }, clock);
      for (let count = 0; count < 5; count += 1) await send(request).catch(() => {});
      isDown = false;
      return () =>
        send(request).then(
          () => false,
          () => true,
        );
    },
  ],
  [
    "what is left of a call's time",
    10_000,
    async (clock) => {
      let deadlineAt = 0;
      const send: Send = async (given) => {
        deadlineAt = given.deadlineAt ?? 0;
        return answered;
      };
      await deadline(send, () => 10_000, clock)(request);
      return () => deadlineAt > clock.monotonic();
    },
  ],
  [
    "the age of public data",
    MINUTE,
    async (clock) => {
      const cache = new PublicCache({ freshMs: MINUTE, staleMs: DAY, patienceMs: 10 }, clock);
      let loads = 0;
      const load = async () => {
        loads += 1;
        return { data: "x", at: clock.now(), bytes: 1 };
      };
      await cache.get("key", load);
      return async () => {
        await cache.get("key", load);
        return loads === 1;
      };
    },
  ],
  [
    "the rest after a refresh of public data failed",
    5_000,
    async (clock) => {
      const cache = new PublicCache({ freshMs: MINUTE, staleMs: 10 * DAY, patienceMs: 10 }, clock);
      await cache.get("key", async () => ({ data: "x", at: clock.now(), bytes: 1 }));
      clock.at += HOUR;
      await cache.get("key", async () => {
        throw new MilepostError("platform-unavailable");
      });
      let isAsked = false;
      return async () => {
        await cache.get("key", async () => {
          isAsked = true;
          return { data: "y", at: clock.now(), bytes: 1 };
        });
        return !isAsked;
      };
    },
  ],
  [
    "a member's budget of commands",
    20_000,
    async (clock) => {
      const buckets = new TokenBuckets({ capacity: 1, refillMs: 20_000 }, clock);
      buckets.take("member");
      return () => buckets.take("member") > 0;
    },
  ],
  [
    "the rest of work in the background",
    HOUR,
    async (clock) => {
      const rest = new Cooldown(clock);
      rest.begin(HOUR);
      return () => !rest.isOver();
    },
  ],
  [
    "what is kept in memory for a while",
    10 * MINUTE,
    async (clock) => {
      const map = new ExpiringMap<string>({ clock, forMs: 10 * MINUTE });
      map.put("key", "secret");
      return () => map.get("key") !== undefined;
    },
  ],
  [
    "what was read of Discord",
    MINUTE,
    async (clock) => {
      let reads = 0;
      const rest = { get: async () => (reads += 1) } as unknown as REST;
      const lookup = new CachedLookup({ rest, clock });
      await lookup.get("/guilds/1", "1", signal);
      return async () => {
        await lookup.get("/guilds/1", "1", signal);
        return reads === 1;
      };
    },
  ],
  [
    "the breaker before Discord",
    10 * MINUTE,
    async (clock) => {
      const refusals = new RefusalBreaker({ clock, most: 10 });
      for (let count = 0; count < 10; count += 1) refusals.saw(403, null);
      return () => refusals.isOpen;
    },
  ],
  [
    "the rest after a role was refused",
    MINUTE,
    async (clock) => {
      const refused = { kind: "refused", name: "missing-permission", isCertain: true } as const;
      let asked = 0;
      const set = async () => {
        asked += 1;
        return refused;
      };
      const role = { id: "3", position: 1, permissions: 0n, inChannels: 0n, isManaged: false };
      const look = async () => ({ kind: "seen", ownerId: "9", roles: [role] }) as const;
      const toggle = new RoleToggle({
        roles: {
          look,
          of: async () => [],
          own: async () => ({ kind: "own" as const, id: "8", roleIds: [] }),
          forget: () => {},
          set,
        },
        clock,
        log: silentLog,
      });
      const press = { guildId: "1", memberId: "2", roleId: "3", has: false };
      await toggle.press(press);
      return async () => {
        await toggle.press(press);
        return asked === 1;
      };
    },
  ],
];

const STEPS = [-365 * DAY, -DAY, -HOUR, -MINUTE, MINUTE, HOUR, DAY, 365 * DAY];

describe.each(WAITS)("%s", (_what, ms, begin) => {
  it.each(STEPS)("lasts as long as it would have when the clock is set by %i ms meanwhile", async (step) => {
    const clock = new ManualClock();
    const lasts = await begin(clock);
    clock.step(step);
    clock.at += ms - 1;
    expect(await lasts()).toBe(true);
    clock.at += 1;
    expect(await lasts()).toBe(false);
  });
});
