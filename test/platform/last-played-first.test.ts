import { expect, it } from "vitest";

import { int64 } from "../../src/base/int64.ts";
import { lastPlayedFirst } from "../../src/platform/resources/user.ts";

const account = (id: string, lastPlayed?: string | null) => ({
  membershipType: 1,
  id: int64(id),
  lastPlayed,
});

it("puts the account played last first, and keeps the service's order of those it has no date of", () => {
  const given = [
    account("1"),
    account("2", "2026-10-01T00:00:00Z"),
    account("3", "2026-11-01T00:00:00Z"),
    account("4", null),
    account("5", "12/11/2026"),
  ];
  expect(lastPlayedFirst(given).map(({ id }) => id)).toEqual(["3", "2", "1", "4", "5"]);
});
