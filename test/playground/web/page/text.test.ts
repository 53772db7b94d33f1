import { describe, expect, it } from "vitest";

import { textOf } from "../../../../src/playground/web/page/message/menu.ts";

const text = (content: string) => ({ type: 10 as const, content });

describe("what of a message can be copied", () => {
  it("is its content", () => {
    expect(textOf({ content: "**Hello**" })).toBe("**Hello**");
  });

  it("is what its components say, in order, however deep, without labels of controls", () => {
    const row = {
      type: 1 as const,
      components: [{ type: 2 as const, style: 2 as const, label: "Next", custom_id: "next" }],
    };
    const section = {
      type: 9 as const,
      components: [text("An entry")],
      accessory: { type: 11 as const, media: { url: "file:x" } },
    };
    const container = { type: 17 as const, components: [text("# Trending"), section, row, text("Page 1")] };
    expect(textOf({ content: "", components: [text("Above"), container] })).toBe(
      "Above\n# Trending\nAn entry\nPage 1",
    );
  });

  it("is nothing where it says nothing", () => {
    expect(textOf({ content: "", components: [] })).toBe("");
  });
});
