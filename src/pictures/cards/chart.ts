import type { Tokens } from "../tokens.ts";
import { type Box, type Drawing, type Node, box, row, text } from "../tree.ts";
import { TYPE } from "./parts.ts";

/** Values over time, oldest first. */
export interface ChartContent {
  /** None below 0; undefined: nothing is known of that time. */
  readonly bars: readonly (number | undefined)[];
  /** What the highest one is called. */
  readonly peak: string;
  readonly mean?: { readonly value: number; readonly label: string } | undefined;
  /** From the first bar to the last, evenly apart. */
  readonly ticks: readonly string[];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const PEAK = 22;
const TICKS = 24;
const LEGEND = 26;
/** What is nothing is to be seen as well. */
const STUB = 3;

/** Bars with the highest one lit and named, and the mean across. */
export function chart(tokens: Tokens, content: ChartContent, { width, height }: Size): Box {
  const { bars, peak, mean, ticks } = content;
  const plot = { width, height: height - PEAK - TICKS - LEGEND };
  const highest = Math.max(0, ...bars.map((bar) => bar ?? 0));
  const lit = highest > 0 ? bars.indexOf(highest) : -1;
  return box(
    { width, height },
    lit >= 0 && peakLabel(tokens, { text: peak, index: lit, count: bars.length, width }),
    box(
      { ...plot, margin: [PEAK, 0, 0, 0] },
      drawing(barsSvg(tokens, bars, { ...plot, highest, lit }), plot),
      mean && highest > 0 && meanLine(tokens, { ...plot, share: Math.min(1, mean.value / highest) }),
    ),
    row(
      { height: TICKS, justify: ticks.length > 1 ? "between" : "center", align: "end" },
      ...ticks.map((tick) =>
        text(tick, { ...TYPE.axis, color: tokens.low }, { width: width / ticks.length - 8, min: 13 }),
      ),
    ),
    mean && highest > 0 && legend(tokens, mean.label),
  );
}

/** Above its bar, but never beyond the edges. */
function peakLabel(
  tokens: Tokens,
  { text: content, index, count, width }: { text: string; index: number; count: number; width: number },
): Box {
  const room = 120;
  const center = ((index + 0.5) / count) * width;
  const left = Math.min(width - room, Math.max(0, center - room / 2));
  const justify = center < room / 2 ? "start" : center > width - room / 2 ? "end" : "center";
  return row(
    { at: { left, top: 0 }, width: room, height: PEAK - 2, justify },
    text(content, { ...TYPE.small, weight: 700, color: tokens.accent }, { width: room, min: 13 }),
  );
}

function barsSvg(
  tokens: Tokens,
  bars: ChartContent["bars"],
  { width, height, highest, lit }: Size & { readonly highest: number; readonly lit: number },
): string {
  const step = width / bars.length;
  const thick = Math.min(48, step * 0.72);
  const round = Math.min(5, thick / 2.5);
  const shapes = bars.map((value, index) => {
    if (value === undefined) return "";
    const tall = highest === 0 || value <= 0 ? STUB : Math.max(STUB + 2, (value / highest) * height);
    const fill = value <= 0 ? tokens.track : index === lit ? tokens.accent : "url(#b)";
    return (
      `<rect x="${fixed(index * step + (step - thick) / 2)}" y="${fixed(height - tall)}" width="${fixed(thick)}" ` +
      `height="${fixed(tall)}" rx="${fixed(Math.min(round, tall / 2))}" fill="${fill}"/>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${fixed(width)}" height="${fixed(height)}"><defs>` +
    `<linearGradient id="b" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="${fixed(height)}">` +
    `<stop offset="0" stop-color="${tokens.accentStart}"/>` +
    `<stop offset="1" stop-color="${tokens.accentStart}" stop-opacity="${tokens.mode === "dark" ? ".55" : ".75"}"/></linearGradient></defs>${shapes.join("")}</svg>`
  );
}

function meanLine(tokens: Tokens, { width, height, share }: Size & { readonly share: number }): Node {
  const y = height * (1 - share);
  return {
    ...drawing(dashes(tokens, width), { width, height: 2 }),
    style: { width, height: 2, at: { left: 0, top: y - 1 } },
  };
}

function legend(tokens: Tokens, label: string): Box {
  const size = { width: 26, height: 2 };
  return row(
    { height: LEGEND, gap: 8, align: "end" },
    box({ height: 20, justify: "center" }, drawing(dashes(tokens, size.width), size)),
    text(label, { ...TYPE.axis, color: tokens.mid }, { width: 300, min: 13 }),
  );
}

function dashes(tokens: Tokens, width: number): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${fixed(width)}" height="2"><path d="M0 1H${fixed(width)}" ` +
    `stroke="${tokens.mid}" stroke-width="1.5" stroke-dasharray="4 3"/></svg>`
  );
}

function drawing(svg: string, { width, height }: Size): Drawing {
  return { type: "drawing", svg, style: { width, height } };
}

function fixed(length: number): string {
  return String(Math.round(length * 100) / 100);
}
