import { describe, expect, it } from "vitest";

import { composeCompare } from "../../src/pictures/cards/compare.ts";
import { composeEvent } from "../../src/pictures/cards/event.ts";
import { composeProfile } from "../../src/pictures/cards/profile.ts";
import { composeProgress } from "../../src/pictures/cards/progress.ts";
import { composeStats } from "../../src/pictures/cards/stats.ts";
import { composeTrending } from "../../src/pictures/cards/trending.ts";
import { composeWeek } from "../../src/pictures/cards/week.ts";
import { tokensOf } from "../../src/pictures/tokens.ts";
import { textNode } from "../../src/pictures/takumi/style.ts";
import { isTall } from "../../src/pictures/text/direction.ts";
import {
  type Box,
  type Canvas,
  type LinearGradient,
  type Node,
  type Text,
  text,
} from "../../src/pictures/tree.ts";
import { art } from "./samples/art.ts";
import { compareCard } from "./samples/compare.ts";
import { samples } from "./samples/index.ts";
import { profileCard } from "./samples/profile.ts";
import { progressCard } from "./samples/progress.ts";
import { statsCard } from "./samples/stats.ts";
import { weekCard } from "./samples/week.ts";

const kit = {
  tokens: tokensOf(240, "dark"),
  width: async (text: string, { size }: { size: number }) => text.length * size * 0.55,
};

describe("heights", () => {
  it("of progress and comparisons stay within what Discord shows unshrunk", async () => {
    const all = [
      ...(await Promise.all(Object.values(samples.progress).map((card) => composeProgress(card, kit)))),
      ...(await Promise.all(Object.values(samples.compare).map((card) => composeCompare(card, kit)))),
    ];
    expect(Math.max(...all.map(({ style }) => style.height))).toBeLessThanOrEqual(440);
  });

  it("of a mosaic are right for what is in it", async () => {
    const { one, two, three, four, usual } = samples.trending;
    const cards = [one, two, three, four, usual].flatMap((card) => card ?? []);
    const composed = await Promise.all(cards.map((card) => composeTrending(card, kit)));
    expect(composed.map(({ style }) => style.height)).toEqual([292, 353, 353, 478, 478]);
  });

  it("of an event never grow: posts shrink what is tall", async () => {
    const composed = await Promise.all(Object.values(samples.event).map((card) => composeEvent(card, kit)));
    expect(new Set(composed.map(({ style }) => style.height))).toEqual(new Set([336]));
  });

  it("of a week are those of its rows, six at most", async () => {
    const cards = Object.values(samples.week);
    const heights = await Promise.all(cards.map((card) => composeWeek(card, kit)));
    expect(heights.map(({ style }) => style.height)).toEqual(
      cards.map(({ rows }) => 164 + 44 * Math.min(6, rows.length)),
    );
  });

  it("of a profile stay within what Discord shows unshrunk", async () => {
    const all = await Promise.all(Object.values(samples.profile).map((card) => composeProfile(card, kit)));
    expect(Math.max(...all.map(({ style }) => style.height))).toBeLessThanOrEqual(440);
  });
});

describe("words with little room", () => {
  it("never run into the ring around them", async () => {
    for (const card of Object.values(samples.progress)) {
      const composed = await composeProgress(card, kit);
      const rings = boxesIn(composed).filter(({ style }) => style.width === 142 && style.height === 142);
      for (const numbers of rings.flatMap(({ children }) => children.filter((one) => one.type === "box"))) {
        const widths = textsIn(numbers).map(({ text, style, fit }) =>
          Math.min(fit?.width ?? Infinity, text.length * style.size * 0.55),
        );
        const isRow = numbers.style.direction === "row";
        const width = isRow ? widths.reduce((sum, one) => sum + one, 2) : Math.max(...widths);
        expect(width).toBeLessThanOrEqual(100);
      }
    }
  });

  it("between two numbers stand on two lines where one is too short, and above the bars", async () => {
    for (const card of Object.values(samples.compare).filter(({ sides }) => sides.length === 2)) {
      const labels = new Set(card.rows.map(({ label }) => label));
      const texts = textsIn(await composeCompare(card, kit)).filter(({ text }) => labels.has(text));
      expect(texts.length).toBe(Math.min(5, card.rows.length));
      for (const { text: label, fit, style } of texts) {
        const isLong = label.length * 17 * 0.55 > (fit?.width ?? 0);
        expect(fit?.lines ?? 1).toBe(isLong ? 2 : 1);
        expect(style.size * (style.lineHeight ?? 1.25) * (fit?.lines ?? 1)).toBeLessThanOrEqual(38);
      }
    }
  });

  it("are a name on two lines, if it has words, where one would be tiny", async () => {
    const name = "Willow the Extraordinarily Long-Named Keeper of the Northern Light";
    const cards = [
      await composeProgress({ ...progressCard, name }, kit),
      await composeStats({ ...statsCard, name }, kit),
      await composeProfile({ ...profileCard, name }, kit),
      await composeCompare(
        { ...compareCard, sides: compareCard.sides.map((side) => ({ ...side, name })) },
        kit,
      ),
    ];
    for (const card of cards) {
      const names = textsIn(card).filter(({ text: words }) => words === name);
      expect(names.length).toBeGreaterThan(0);
      for (const { fit, style } of names) {
        expect(fit?.lines).toBe(2);
        expect(style.size).toBeGreaterThanOrEqual(16);
      }
    }
  });

  it("are the dates of a week without their zone, which is below them", async () => {
    const { "two months in Spanish": spanish } = samples.week;
    if (spanish === undefined) throw new Error("no sample");
    expect(wordsIn(await composeWeek(weekCard, kit))).toContain("22–28 November · UTC");
    expect(wordsIn(await composeWeek(spanish, kit))).toEqual(
      expect.arrayContaining(["28 de septiembre – 4 de octubre", "Buenos Aires"]),
    );
  });

  it("of two that are compared are of one size", async () => {
    for (const { rows, ...card } of Object.values(samples.compare)) {
      for (const one of rows) {
        const said = new Set(one.values.map(({ text }) => text));
        const composed = await composeCompare({ ...card, sides: card.sides.slice(0, 2), rows: [one] }, kit);
        const sizes = textsIn(composed).flatMap(({ text, style }) => (said.has(text) ? [style.size] : []));
        expect(new Set(sizes).size).toBe(1);
      }
    }
  });

  it("stay on one line in a bar where their letters are taller than Latin ones", async () => {
    const tall: Text[] = [];
    for (const card of Object.values(samples.week)) {
      const names = new Set(card.rows.map(({ name }) => name).filter(isTall));
      tall.push(...textsIn(await composeWeek(card, kit)).filter(({ text: words }) => names.has(words)));
    }
    expect(tall.length).toBeGreaterThan(3);
    expect(new Set(tall.map(({ fit }) => fit?.lines))).toEqual(new Set([1]));
  });

  it("have the line that Arabic letters need", () => {
    const { style } = textNode(
      text("العربي", { size: 20, weight: 500, color: "#ffffff", lineHeight: 1.15 }),
      "ar",
    );
    expect(style).toMatchObject({ lineHeight: 1.5 });
  });

  it.each([
    ["Thai", "ตลาดกลางคืนบนถนนเกลือ", "ตลาด|กลาง|คืน|บน|ถนน|เกลือ"],
    ["Khmer", "ផ្សារពេលយប់", "ផ្សារ|ពេលយប់"],
    ["Burmese", "မင်္ဂလာပါ ကမ္ဘာ", "မင်္ဂလာ|ပါ ကမ္ဘာ"],
    ["Korean, at spaces", "소금길의 밤 시장", "소금길의 밤 시장"],
  ])("break between words in %s", (_, words, borders) => {
    const style = { size: 20, weight: 500, color: "#ffffff" };
    const wrapped = textNode(text(words, style, { width: 90, lines: 2 }), "en");
    expect(wrapped).toMatchObject({
      text: borders.replaceAll("|", "\u200B"),
      style: { wordBreak: "keep-all" },
    });
    expect(textNode(text(words, style), "en")).toMatchObject({ text: words });
  });
});

describe("white letters on a white picture", () => {
  it("stand on a shade that is dark enough, however many lines they take", async () => {
    const white = { picture: art.white(), title: "A title of two lines", tagline: "A tagline" };
    const { usual: event } = samples.event;
    const { usual: mosaic } = samples.trending;
    if (event === undefined || mosaic === undefined) throw new Error("no samples");
    const entries = mosaic.entries.map((tile) => ({ ...tile, ...white, isIcon: false }));
    const [first, ...others] = entries;
    if (first === undefined) throw new Error("no entries");
    const opened = await composeEvent({ ...event, ...white, when: undefined, rewards: [] }, kit);
    const drawn = await composeTrending({ ...mosaic, entries: [first, ...others] }, kit);
    const found = [
      ...shades(opened, 336),
      ...areasIn(drawn).flatMap((area) => shades(area, area.style.height ?? 0)),
    ];
    expect(found).toHaveLength(6);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0.55);
  });
});

/** Under each block of words at the foot of a picture: how dark the shade is where they begin, at least. */
function shades(area: Box, height: number): readonly number[] {
  const shade = area.children.find(isShade);
  const words = area.children.filter((child) => child.type === "box" && child.style.at?.bottom !== undefined);
  return words.flatMap((block) => {
    if (block.type !== "box" || shade === undefined) return [];
    const top = height - (block.style.at?.bottom ?? 0) - heightOf(block);
    return [alphaAt(shade.style.fill, top / height)];
  });
}

function areasIn(canvas: Canvas): readonly Box[] {
  return boxesIn(canvas).filter((box) => box.children.some(isShade));
}

function boxesIn(node: Node): readonly Box[] {
  return node.type === "box" ? [node, ...node.children.flatMap(boxesIn)] : [];
}

function textsIn(node: Node): readonly Text[] {
  if (node.type === "text") return [node];
  return node.type === "box" ? node.children.flatMap(textsIn) : [];
}

function wordsIn(node: Node): readonly string[] {
  return textsIn(node).map(({ text: words }) => words);
}

function isShade(node: Node): node is Box & { style: { fill: LinearGradient } } {
  if (node.type !== "box") return false;
  const { fill } = node.style;
  return typeof fill === "object" && "angle" in fill && fill.stops.every(([color]) => color.length === 9);
}

function alphaAt({ stops }: LinearGradient, share: number): number {
  const after = stops.findIndex(([, at]) => at >= share);
  const [upper, lower] = [stops[Math.max(0, after - 1)], stops[Math.max(0, after)]];
  if (upper === undefined || lower === undefined) return 0;
  const part = lower[1] === upper[1] ? 0 : (share - upper[1]) / (lower[1] - upper[1]);
  return alphaOf(upper[0]) + (alphaOf(lower[0]) - alphaOf(upper[0])) * part;
}

function alphaOf(color: string): number {
  return Number.parseInt(color.slice(7), 16) / 255;
}

/** Of words that take all the lines they may. */
function heightOf(block: Box): number {
  const texts = block.children.flatMap((child) => (child.type === "text" ? [child] : []));
  const gaps = (texts.length - 1) * (block.style.gap ?? 0);
  return texts.reduce(
    (sum, { style, fit }) => sum + style.size * (style.lineHeight ?? 1.25) * (fit?.lines ?? 1),
    gaps,
  );
}
