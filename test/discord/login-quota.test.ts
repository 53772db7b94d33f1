import { expect, it } from "vitest";

import { silentLog } from "../../src/base/log.ts";
import { LoginQuota } from "../../src/discord/gateway/login-quota.ts";
import { ManualClock } from "../support/manual-clock.ts";

it("counts logins, and asks Discord again once a minute where none is left", async () => {
  const clock = new ManualClock();
  const answers = [Promise.reject(new Error("no answer")), Promise.resolve(2)];
  let asked = 0;
  const warned: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void warned.push(message) };
  const quota = new LoginQuota({ left: 1, ask: () => answers[asked++] ?? Promise.resolve(0), clock, log });
  expect([await quota.take(), asked]).toEqual([true, 0]);
  expect([await quota.take(), await quota.take(), asked]).toEqual([false, false, 1]);
  expect(warned).toEqual(["Discord did not say how many logins are left; asking again in a minute"]);
  clock.at += 60_000;
  expect([await quota.take(), await quota.take(), await quota.take(), asked]).toEqual([true, true, false, 2]);
});
