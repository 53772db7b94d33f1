import { describe, expect, it } from "vitest";

import { isLoopbackHost } from "../../src/base/address.ts";

describe("isLoopbackHost", () => {
  it.each([
    "http://127.0.0.1:80/",
    "http://127.8.9.1/",
    "http://localhost/",
    "http://a.localhost./",
    "http://[::1]/",
  ])("knows %s", (address) => {
    expect(isLoopbackHost(new URL(address).hostname)).toBe(true);
  });

  it.each([
    "http://127.0.0.1.evil.example/",
    "http://localhost.evil.example/",
    "http://10.0.0.1/",
    "http://[::2]/",
  ])("does not take %s for one", (address) => {
    expect(isLoopbackHost(new URL(address).hostname)).toBe(false);
  });
});
