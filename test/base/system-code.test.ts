import { openSync } from "node:fs";

import { expect, it } from "vitest";

import { systemCode } from "../../src/base/system-code.ts";

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

it.each([
  ["a file that is not there", thrownBy(() => openSync("/nowhere/at/all", "r")), "ENOENT"],
  ["an error of a library", Object.assign(new Error("x"), { code: "TokenInvalid" }), "TokenInvalid"],
  ["an aborted call, whose code is a number", AbortSignal.abort().reason, undefined],
  ["an error without a code", new TypeError("x"), undefined],
  ["no error at all", { code: "ENOENT" }, undefined],
])("the system's code of %s is read as it is", (_, error, code) => {
  expect(systemCode(error)).toBe(code);
});
