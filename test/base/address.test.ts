import { describe, expect, it } from "vitest";

import { isLoopbackHost, withoutEndSlashes } from "../../src/base/address.ts";
import { filesBelow } from "../support/files-below.ts";
import { isLinear } from "../support/processor-time.ts";

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

describe("withoutEndSlashes", () => {
  it.each([
    ["https://a.example", "https://a.example"],
    ["https://a.example/b//", "https://a.example/b"],
    ["///", ""],
    ["", ""],
  ])("makes of %j %j", (text, trimmed) => {
    expect(withoutEndSlashes(text)).toBe(trimmed);
  });

  it("takes time in proportion to slashes that are not at the end", () => {
    expect(isLinear((length) => withoutEndSlashes(`${"/".repeat(length)}x`), 1_000_000)).toBe(true);
  });

  it("is how all code trims slashes, as a regular expression would take the square of their number", () => {
    const trimming = filesBelow("src").filter(
      ([name, bytes]) => name.endsWith(".ts") && /\(\/(?:\[\/\]|\\\/)[+*]\$\//.test(bytes.toString()),
    );
    expect(trimming.map(([name]) => name)).toEqual([]);
  });
});
