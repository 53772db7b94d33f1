import { describe, expect, it } from "vitest";

import { isMilepostError, MilepostError } from "../../src/base/errors.ts";

describe("MilepostError", () => {
  it("says its code and details in one line", () => {
    const error = new MilepostError("platform-answer", { operation: "trending.list", path: "entries[3]" });
    expect(error.message).toBe("platform-answer: operation=trending.list, path=entries[3]");
    expect(new MilepostError("busy").message).toBe("busy");
  });

  it("leaves absent details out of its message", () => {
    const details: { reason?: string } = { reason: undefined } as never;
    expect(new MilepostError("busy", details).message).toBe("busy");
  });

  it("keeps its cause and is recognised by its code", () => {
    const cause = new Error("below");
    const error: unknown = new MilepostError("internal", {}, { cause });
    expect(isMilepostError(error, "internal")).toBe(true);
    expect(isMilepostError(error, "busy")).toBe(false);
    expect(isMilepostError(cause)).toBe(false);
  });
});
