import { createHmac, randomBytes } from "node:crypto";

import { describe, expect, it } from "vitest";

import { TagKey } from "../../src/discord/interaction/custom-id.ts";

describe("a tag key", () => {
  it.each([16, 32, 64, 65, 200])("of %i bytes gives the first 64 bits of HMAC-SHA-256", (length) => {
    const key = randomBytes(length);
    for (const text of ["", "a", "ünï\u{1F600}", "x".repeat(5_000)]) {
      const whole = createHmac("sha256", key).update(text).digest();
      expect(new TagKey(key).tag(text)).toBe(whole.subarray(0, 8).toString("base64url"));
    }
  });

  it("has an id of two characters that differs between keys and stays the same for one", () => {
    const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    expect(new TagKey(one).id).toMatch(/^[\w-]{2}$/);
    expect(new TagKey(one).id).toBe(new TagKey(Buffer.from(one)).id);
    expect(new TagKey(one).id).not.toBe(new TagKey(other).id);
  });
});
