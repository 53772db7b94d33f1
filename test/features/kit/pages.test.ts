import { expect, it } from "vitest";

import { cutPage } from "../../../src/features/kit/view/pages.ts";

it.each([
  ["the first", 0, ["a", "b"], 0, true],
  ["the last, not full", 2, ["e"], 2, false],
  ["a page after the last, since entries are gone", 7, ["e"], 2, false],
  ["a page before the first, as a forged button may ask", -1, ["a", "b"], 0, true],
])("cuts %s", (_, wanted, ...[entries, page, hasMore]) => {
  expect(cutPage(["a", "b", "c", "d", "e"], wanted, 2)).toEqual({ entries, at: { page, pages: 3, hasMore } });
});

it("has one page where there is nothing", () => {
  expect(cutPage([], 3, 2)).toEqual({ entries: [], at: { page: 0, pages: 1, hasMore: false } });
});
