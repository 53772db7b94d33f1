import { expect, it } from "vitest";

import { int64 } from "../../../src/base/int64.ts";
import { gameNames } from "../../../src/features/account/view/link-confirm.ts";

it("names game accounts, but for one that is the account itself", () => {
  const [membershipId, other] = [int64("5"), int64("6")];
  const own = { membershipType: 0, id: membershipId };
  expect(gameNames({ membershipId, accounts: [own] })).toEqual([]);
  expect(gameNames({ membershipId, accounts: [own, { membershipType: 1, id: other }] })).toEqual(["6"]);
  expect(gameNames({ membershipId, accounts: [{ ...own, name: "Asha" }] })).toEqual(["Asha"]);
});
