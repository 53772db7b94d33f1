import { expect, test } from "vitest";

import { allowedAddress, isUnder } from "../../../src/platform/profile/hosts.ts";

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

test.each([
  ["https://a.example/x", "https://a.example/x"],
  ["https://b.example/x", undefined],
  ["https://a.example.b.example/x", undefined],
  ["https://name@a.example/x", undefined],
  ["https://:word@a.example/x", undefined],
  ["/x", undefined],
])("of an allow-list's origin %s gives %s", (address, given) => {
  expect(allowedAddress(address, { allowed: new Set(["https://a.example"]) })?.href).toBe(given);
});
