import { describe, expect, it, test } from "vitest";

import { MovableClock } from "../../../../src/base/clock.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import type { Refusal, RefusalName } from "../../../../src/discord/rest/refusal.ts";
import { PostRoutes } from "../../../../src/features/posts/engine/post-routes.ts";

const routesOf = () => new PostRoutes({ clock: new MovableClock(), random: () => 0.5 });
const sent = { kind: "sent", channelId: "a" } as const;
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

it("learns nothing of opening conversations from a post that needed none", () => {
  const routes = routesOf();
  const unopened = { ...refusal("unavailable"), route: "open" } as const;
  for (const place of ["a", "b", "c"]) routes.note(place, unopened);
  routes.note("d", sent);
  expect(routes.opening.isOpen).toBe(true);
  routes.note("d", { ...sent, route: "open" });
  expect(routes.opening.isOpen).toBe(false);
});

it("learns of both from a post that opened its conversation", () => {
  const routes = routesOf();
  for (const place of ["a", "b", "c"]) {
    routes.note(place, refusal("unavailable"));
    routes.note(place, { ...refusal("unavailable"), route: "open" });
  }
  expect([routes.posting.isOpen, routes.opening.isOpen]).toEqual([true, true]);
  routes.note("d", { ...sent, route: "open" });
  expect([routes.posting.isOpen, routes.opening.isOpen]).toEqual([false, false]);
});

it("tries an outage after a second, and as soon as the one before, which is over", () => {
  const clock = new ManualClock(0);
  const routes = new PostRoutes({ clock, random: () => 1 });
  const fail = () => {
    for (const place of ["a", "b", "c"]) routes.note(place, refusal("unavailable"));
    return routes.posting.waitMs;
  };
  const first = fail();
  expect(first).toBe(1_000);
  for (let trial = 0; trial < 4; trial += 1) routes.posting.beginTrial();
  routes.note("a", sent);
  expect(fail()).toBe(first);
});

it("waits for nothing once an outage is over, and tells so once", () => {
  const routes = routesOf();
  let told = 0;
  routes.onWorking.add(() => (told += 1));
  for (const place of ["a", "b", "c"]) routes.note(place, refusal("unavailable"));
  expect(routes.posting.waitMs).toBeGreaterThan(0);
  for (let post = 0; post < 3; post += 1) routes.note("a", sent);
  expect([routes.posting.waitMs, told]).toEqual([0, 1]);
});

describe("a place that fails by itself", () => {
  const failAt = (routes: PostRoutes, place: string) => {
    routes.note(place, refusal("unavailable"));
    return routes.nextTry(place, refusal("unavailable"), 0) ?? Number.NaN;
  };
  const FIRST_MS = 750;

  it("is tried again within a second at first, also after it worked, or everything failed", () => {
    const routes = routesOf();
    expect([failAt(routes, "a"), failAt(routes, "a")]).toEqual([FIRST_MS, 2 * FIRST_MS]);
    routes.note("a", sent);
    expect([failAt(routes, "a"), failAt(routes, "a")]).toEqual([FIRST_MS, 2 * FIRST_MS]);
    for (const place of ["b", "c"]) failAt(routes, place);
    routes.note("b", sent);
    expect(failAt(routes, "a")).toBe(FIRST_MS);
  });

  it("is tried within seconds from the third failure in a row on, counted from the last success", () => {
    const routes = routesOf();
    for (let tries = 0; tries < 6; tries += 1) {
      failAt(routes, "a");
      routes.note("b", sent);
    }
    expect(failAt(routes, "a")).toBe(2 ** 6 * FIRST_MS);
    expect(failAt(routes, "a")).toBe(2 ** 7 * FIRST_MS);
    expect(failAt(routes, "a")).toBe(15_000);
  });

  it("is tried after minutes, however often, while others work", () => {
    const routes = routesOf();
    let waitMs = 0;
    for (let tries = 0; tries < 9; tries += 1) {
      waitMs = failAt(routes, "a");
      routes.note("b", sent);
    }
    expect(waitMs).toBe(2 ** 8 * FIRST_MS);
  });

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
