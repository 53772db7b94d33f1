import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { Painter } from "../../src/pictures/painter.ts";
import { tokensOf } from "../../src/pictures/tokens.ts";
import { contrast } from "./contrast.ts";
import { colorsIn, largestDifference, shrink } from "./golden.ts";
import { art } from "./samples/art.ts";
import { compareCard } from "./samples/compare.ts";
import { eventCard } from "./samples/event.ts";
import { progressCard, progressSamples } from "./samples/progress.ts";
import { statsCard, statsSamples } from "./samples/stats.ts";
import type { Card } from "../../src/pictures/card.ts";

const FOLDER = join(packageRoot, "test/pictures/golden");
const MOST = 10;
const painter = new Painter();

const isUpdating = process.env["UPDATE_GOLDEN"] === "1";

/** A handful, as they looked when somebody looked at them. `UPDATE_GOLDEN=1 npm test -- test/pictures/golden` takes them anew. */
const GOLDEN: Readonly<Record<string, Card>> = {
  progress: progressCard,
  "progress-scripts-light": {
    ...of(progressSamples, "all scripts in a name"),
    mode: "light",
    banner: undefined,
  },
  "progress-right-to-left": of(progressSamples, "right to left"),
  stats: statsCard,
  "stats-all-time-light": { ...of(statsSamples, "all time"), mode: "light" },
  compare: compareCard,
};

function of<One>(samples: Readonly<Record<string, One>>, name: string): One {
  const found = samples[name];
  if (found === undefined) throw new Error(`no sample ${name}`);
  return found;
}

describe("a picture behind the header", () => {
  it.each([
    ["dark", art.white()],
    ["light", art.black()],
  ] as const)("leaves what is written on a %s card readable, whatever its colours", async (mode, banner) => {
    const { bytes } = await painter.paint({
      ...progressCard,
      mode,
      banner,
      name: "",
      detail: "",
      tracks: [],
    });
    const tokens = tokensOf(progressCard.hue, mode);
    // The name, the line under it, and where the unit of the first track would stand.
    for (const [text, top, bottom] of [
      ["high", 30, 66],
      ["mid", 68, 92],
      ["low", 154, 166],
    ] as const) {
      const behind = await colorsIn(bytes, {
        left: text === "low" ? 400 : 140,
        right: text === "low" ? 450 : 496,
        top,
        bottom,
      });
      const worst = Math.min(...behind.map((color) => contrast(color, tokens[text])));
      expect({ text, isReadable: worst >= 4.5, worst }).toMatchObject({ isReadable: true });
    }
  });
});

describe("a ground without a picture", () => {
  it("leaves what is written on it readable, in every hue", async () => {
    for (let hue = 0; hue < 360; hue += 40) {
      for (const title of ["The Night Market", "Salt Road"]) {
        const { bytes } = await painter.paint({ ...eventCard, hue, title, picture: undefined });
        const tokens = tokensOf(hue, "dark");
        // Beside the title, and beside the two lines under it.
        for (const [text, top, bottom] of [
          ["high", 144, 184],
          ["mid", 190, 234],
        ] as const) {
          const behind = await colorsIn(bytes, { left: 340, right: 496, top, bottom });
          const worst = Math.min(...behind.map((color) => contrast(color, tokens[text])));
          expect({ hue, text, isReadable: worst >= 4.5, worst }).toMatchObject({ isReadable: true });
        }
      }
    }
  });
});

describe("a card", () => {
  it.each(Object.entries(GOLDEN))("%s looks as it did", async (name, card) => {
    const file = join(FOLDER, `${name}.png`);
    const { bytes } = await painter.paint(card);
    if (isUpdating) writeFileSync(file, await shrink(bytes));
    expect(await largestDifference(bytes, readFileSync(file))).toBeLessThan(MOST);
  });

  it("that says another number is told from it", async () => {
    const other = { ...progressCard, done: { ...progressCard.done, value: "8" } };
    const [one, two] = [await painter.paint(progressCard), await painter.paint(other)];
    expect(await largestDifference(one.bytes, two.bytes)).toBeGreaterThan(MOST);
  });
});
