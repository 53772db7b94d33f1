import { describe, expect, it } from "vitest";

import { tokensOf } from "../../src/pictures/tokens.ts";
import { contrast } from "./contrast.ts";
import type { Mode } from "../../src/pictures/card.ts";

const HUES = Array.from({ length: 72 }, (_, index) => index * 5);
const MODES: readonly Mode[] = ["dark", "light"];

/** The lowest contrast of these two over every hue. */
function worst(
  mode: Mode,
  over: "ground" | "panel" | "tint" | "urgentTint" | "track",
  of: keyof ReturnType<typeof tokensOf>,
) {
  return Math.min(
    ...HUES.map((hue) => {
      const tokens = tokensOf(hue, mode);
      return contrast(tokens[of], tokens[over]);
    }),
  );
}

describe.each(MODES)("the colours of a %s card, in every hue", (mode) => {
  it.each([
    ["high", "ground", 7],
    ["mid", "ground", 7],
    ["low", "ground", 4.5],
    ["high", "panel", 7],
    ["mid", "panel", 7],
    ["low", "panel", 4.5],
    ["high", "tint", 4.5],
    ["accent", "ground", 4.5],
    ["accent", "panel", 4.5],
    ["accent", "tint", 4.5],
    ["urgent", "ground", 4.5],
    ["urgent", "panel", 4.5],
    ["urgent", "urgentTint", 4.5],
  ] as const)("have text in %s on %s at %d to 1 or more", (of, over, least) => {
    expect(worst(mode, over, of)).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ["accentStart", "ground"],
    ["urgentFill", "ground"],
    ["accent", "track"],
  ] as const)("have graphics in %s on %s at 3 to 1 or more", (of, over) => {
    expect(worst(mode, over, of)).toBeGreaterThanOrEqual(3);
  });

  it("never show what is urgent in the theme's own colour", () => {
    const alike = HUES.filter((hue) => {
      const { accent, urgent } = tokensOf(hue, mode);
      return accent === urgent || hueGap(accent, urgent) < 20;
    });
    expect(alike).toEqual([]);
  });
});

/** In degrees of the colour wheel of sRGB, which is what is left of a hue once it is a colour of a screen. */
function hueGap(a: string, b: string): number {
  const gap = Math.abs(wheel(a) - wheel(b)) % 360;
  return Math.min(gap, 360 - gap);
}

function wheel(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
}
