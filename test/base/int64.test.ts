import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { int64, toInt64 } from "../../src/base/int64.ts";

describe("toInt64", () => {
  it("keeps every 64-bit integer exact", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), (value) => {
        expect(toInt64(value.toString())).toBe(value.toString());
      }),
    );
  });

  it.each(["", " 1", "1.0", "1e3", "0x10", "+1", "--1", "99999999999999999999", "-9223372036854775809", "١"])(
    "refuses %j",
    (text) => {
      expect(toInt64(text)).toBeUndefined();
    },
  );

  it("takes a safe number and refuses one that lost digits", () => {
    expect(toInt64(Number.MAX_SAFE_INTEGER)).toBe("9007199254740991");
    expect(toInt64(Number.MAX_SAFE_INTEGER + 1)).toBeUndefined();
    expect(toInt64(1.5)).toBeUndefined();
    expect(toInt64(Number.NaN)).toBeUndefined();
  });

  it("gives one spelling for one number", () => {
    expect(toInt64("007")).toBe("7");
    expect(toInt64("-0")).toBe("0");
  });

  it.each([null, undefined, {}, [], true, 1n])("refuses %s", (value) => {
    expect(toInt64(value)).toBeUndefined();
  });
});

describe("int64", () => {
  it("throws on what is none, without repeating it", () => {
    expect(() => int64("secret")).toThrow(/^not a 64-bit integer in decimal$/);
  });
});
