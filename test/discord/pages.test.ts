import { describe, expect, it } from "vitest";

import { pageOf, pager } from "../../src/discord/reply/build.ts";
import { runtime } from "../../src/messages/en/runtime.ts";

const turn = (page: number) => ({ command: "trending", action: "page", state: { kind: "news", page } });

describe("pages", () => {
  const items = [1, 2, 3, 4, 5];

  it.each([
    [1, [1, 2], 1],
    [3, [5], 3],
    [9, [5], 3],
    [0, [1, 2], 1],
    [-4, [1, 2], 1],
    [1.5, [1, 2], 1],
    [Number.NaN, [1, 2], 1],
  ])("asked for page %d show %j", (wanted, shown, page) => {
    expect(pageOf(items, wanted, 2)).toEqual({ items: shown, page, pages: 3 });
  });

  it("of an empty list are one", () => {
    expect(pageOf([], 4, 10)).toEqual({ items: [], page: 1, pages: 1 });
  });

  it("are turned by a call for each other page", () => {
    const [, row] = pager({ page: 1, pages: 2 }, turn, runtime.pages);
    expect(row).toMatchObject({
      buttons: [
        { label: "Previous", disabled: true, press: { state: { kind: "news", page: 0 } } },
        { label: "Next", disabled: false, press: { state: { kind: "news", page: 2 } } },
      ],
    });
  });

  it("have no buttons where there is one only", () => {
    expect(pager({ page: 1, pages: 1 }, () => ({ command: "a", action: "b" }), runtime.pages)).toEqual([]);
  });
});
