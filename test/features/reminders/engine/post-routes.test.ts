import { describe, expect, it, test } from "vitest";

import { MovableClock } from "../../../../src/base/clock.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import type { Refusal, RefusalName } from "../../../../src/discord/rest/refusal.ts";
import { PostRoutes } from "../../../../src/features/reminders/engine/post-routes.ts";

const routesOf = () => new PostRoutes({ clock: new MovableClock(), random: () => 0.5 });
const refusal = (name: RefusalName): Refusal => ({ kind: "refused", name, isCertain: true });

test.each<readonly [RefusalName, boolean]>([
  ["unavailable", true],
  ["token-refused", true],
  ["too-fast", true],
  ["missing-permission", false],
])("three places that answer %s are an outage: %s", (name, isOutage) => {
  const routes = routesOf();
  for (const place of ["a", "b", "c"]) routes.note(place, refusal(name));
  expect(routes.posting.isOpen).toBe(isOutage);
  expect(routes.posting.waitMs > 0).toBe(isOutage);
  expect(routes.opening.isOpen).toBe(false);
});

it("tries an outage as soon as the one before, which is over", () => {
  const clock = new ManualClock(0);
  const routes = new PostRoutes({ clock, random: () => 1 });
  const fail = () => {
    for (const place of ["a", "b", "c"]) routes.note(place, refusal("unavailable"));
    return routes.posting.waitMs;
  };
  const first = fail();
  for (let trial = 0; trial < 4; trial += 1) routes.posting.beginTrial();
  routes.note("a", { kind: "sent", channelId: "a" });
  expect(fail()).toBe(first);
});

describe("a place that fails by itself", () => {
  it.each([refusal("unavailable"), { ...refusal("unavailable"), route: "open" } as const])(
    "is tried later and later, and soon again once what was is forgiven",
    (refused) => {
      const routes = routesOf();
      const fail = () => {
        routes.note("a", refused);
        return routes.nextTry("a", refused, 0) ?? Number.NaN;
      };
      const [first, second, third] = [fail(), fail(), fail()];
      expect(second).toBeGreaterThan(first);
      expect(third).toBeGreaterThan(second);
      routes.forgive();
      expect(fail()).toBe(first);
    },
  );
});
