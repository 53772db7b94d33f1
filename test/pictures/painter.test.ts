import { describe, expect, it } from "vitest";

import { Painter } from "../../src/pictures/painter.ts";
import { eventCard } from "./samples/event.ts";
import { profileCard } from "./samples/profile.ts";

const painter = new Painter();

describe("words that no font has a letter of", () => {
  const unknown = "ሰላም";

  it.each([
    ["a badge", { ...eventCard, kind: unknown }, { ...eventCard, kind: "–" }],
    ["a title", { ...profileCard, title: unknown }, { ...profileCard, title: "–" }],
    ["a name", { ...profileCard, name: unknown }, { ...profileCard, name: "–" }],
    ["an event's title", { ...eventCard, title: unknown }, { ...eventCard, title: "–" }],
  ])("are a dash as %s, never nothing", async (_, card, dashed) => {
    const [drawn, expected] = [await painter.paint(card), await painter.paint(dashed)];
    expect(Buffer.compare(drawn.bytes, expected.bytes)).toBe(0);
  });
});
