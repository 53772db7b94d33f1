import { expect, it } from "vitest";

import { silentLog } from "../../src/base/log.ts";
import { createClosers } from "../../src/compose/closers.ts";

it("closes the last added first, goes on when one fails, and logs which failure it was", async () => {
  const failures: unknown[] = [];
  const log = { ...silentLog, error: (_: string, __: unknown, error: unknown) => void failures.push(error) };
  const { onClose: later, closeAll } = createClosers(log);
  const closed: string[] = [];
  const failure = new Error("it is stuck");
  later(async () => void closed.push("first"));
  later(() => Promise.reject(failure));
  later(async () => void closed.push("last"));
  await closeAll();
  expect([closed, failures]).toEqual([["last", "first"], [failure]]);
  await closeAll();
  expect(closed).toHaveLength(2);
});
