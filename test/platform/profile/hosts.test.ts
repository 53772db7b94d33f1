import { expect, test } from "vitest";

import { isUnder } from "../../../src/platform/profile/hosts.ts";

test.each([
  ["https://a.example/", "https://a.example", true],
  ["https://a.example/x", "https://a.example", true],
  ["https://a.example/api", "https://a.example/api", true],
  ["https://a.example/api/x", "https://a.example/api", true],
  ["https://a.example/api/x", "https://a.example/api/", true],
  ["https://a.example/api-more", "https://a.example/api", false],
  ["https://a.example/", "https://a.example/api", false],
  ["https://b.example/api/x", "https://a.example/api", false],
  ["https://b.example/api", "https://a.example/api", false],
  ["https://a.example:444/api", "https://a.example/api", false],
  ["http://a.example/api", "https://a.example/api", false],
])("%s lies under %s: %s", (address, base, isWithin) => {
  expect(isUnder(new URL(address), base)).toBe(isWithin);
});
