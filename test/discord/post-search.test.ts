import { expect, it } from "vitest";

import { snowflakeBefore } from "../../src/discord/post/post-search.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const instantOf = (id: string) => Number(BigInt(id) >> 22n) + Date.UTC(2015, 0, 1);

it.each([
  ["ten minutes before a delivery, for clocks that differ", NOW - 1000, NOW - 1000 - 600_000],
  ["a day back when our clock was set back since", NOW + 1000, NOW - 86_400_000],
  ["Discord's first day for what is older", 0, Date.UTC(2015, 0, 1)],
])("looks from %s", (_, since, from) => {
  expect(instantOf(snowflakeBefore(since, NOW))).toBe(from);
});
