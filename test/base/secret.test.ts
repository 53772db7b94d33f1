import { format, inspect } from "node:util";
import { describe, expect, it } from "vitest";

import { Secret } from "../../src/base/secret.ts";

/** What an untyped `${...}` does. */
function template(parts: TemplateStringsArray, value: unknown): string {
  return `${parts[0]}${String(value)}`;
}

const secret = new Secret("canary-7f3a");

describe("Secret", () => {
  it.each([
    ["a template", template`${secret}`],
    ["String()", String(secret)],
    ["concatenation", "".concat(secret as never)],
    ["JSON", JSON.stringify({ secret, list: [secret] })],
    ["inspect", inspect({ secret }, { depth: 9, showHidden: true })],
    ["inspect without custom printers", inspect(secret, { customInspect: false, showHidden: true })],
    ["format", format("%s %o %j", secret, secret, secret)],
    ["copying", JSON.stringify(Object.assign({}, secret))],
    ["its keys", JSON.stringify(Reflect.ownKeys(secret))],
    ["an error", String(new Error(template`bad ${secret}`).stack)],
  ])("is not printed by %s", (_name, printed) => {
    expect(printed).not.toContain("canary-7f3a");
  });

  it("is given out by reveal alone", () => {
    expect(secret.reveal()).toBe("canary-7f3a");
  });
});
