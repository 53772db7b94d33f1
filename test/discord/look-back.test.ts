import { expect, it } from "vitest";

import { lookBack, type LookedFor } from "../../src/discord/post/post-search.ts";
import { MINUTE } from "../support/time.ts";

const { signal } = new AbortController();
const lookedFor = (found: LookedFor, agoMs = 0) =>
  lookBack(
    { kind: "channel", target: "1", deliveryId: "d", since: 10 * MINUTE - agoMs },
    { find: async () => found, now: () => 10 * MINUTE, signal },
  );

it("takes what was refused while it looked for certain: nothing was posted by it", async () => {
  const refused = { kind: "refused", name: "unavailable", isCertain: false } as const;
  expect(await lookedFor(refused)).toEqual({ ...refused, isCertain: true });
});

it.each([
  [0, "nonce-holds"],
  [2 * MINUTE, "nonce-holds"],
  [2 * MINUTE + 1, "unsure"],
  [-1, "unsure"],
])(
  "trusts a nonce for two minutes of a clock that was not set back: %i ms later it is %s",
  async (ago, kind) => {
    expect(await lookedFor({ kind: "unreadable" }, ago)).toEqual({ kind });
  },
);
