import { expect, test } from "vitest";

import { int64 } from "../../src/base/int64.ts";
import type { LinkedAccount } from "../../src/sessions/session.ts";
import { isSameAccount } from "../../src/sessions/store/seal-session.ts";

const account = (membershipId: string | undefined, ...ids: readonly string[]): LinkedAccount => ({
  ...(membershipId !== undefined && { membershipId: int64(membershipId) }),
  accounts: ids.map((id) => ({ membershipType: 1, id: int64(id) })),
});

test.each<readonly [string, boolean, LinkedAccount, LinkedAccount]>([
  ["the same id", true, account("1", "5"), account("1", "6")],
  ["another id, though a game account is shared", false, account("1", "5"), account("2", "5")],
  [
    "one without an id, and one game account of several shared",
    true,
    account("1", "5", "6"),
    account(undefined, "7", "6"),
  ],
  ["the other without an id", true, account(undefined, "5"), account("1", "5", "6")],
  ["no ids, and no game account shared", false, account(undefined, "5"), account(undefined, "6")],
  ["one without an id, and no game account shared", false, account("1", "5"), account(undefined, "6")],
  ["no game accounts at all", false, account(undefined), account(undefined)],
  [
    "one number on two platforms",
    false,
    account(undefined, "5"),
    { accounts: [{ membershipType: 2, id: int64("5") }] },
  ],
])("accounts with %s are one: %s", (_, isSame, one, other) => {
  expect(isSameAccount(one, other)).toBe(isSame);
});
