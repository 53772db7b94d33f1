import type { Tokens } from "../tokens.ts";
import { type Box, type Drawing, type Node, box, drawing, row, svgOf, text } from "../tree.ts";
import { TYPE } from "./parts.ts";
import type { Kit } from "./words.ts";
import type { ChartContent } from "../card.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

const PLOT = 132;
const PEAK = 22;
const TICKS = 24;
const LEGEND = 26;
/** So that 0 is visible, too. */
const STUB = 3;

/** The space above a chart without bars. */
const FLAT = 40;

/** Returns a chart's height: zeros need no room, and without a mean there is no legend. */
export function chartHeight({ bars, mean }: ChartContent): number {
  const isFlat = highestOf(bars) === 0;
  return (isFlat ? FLAT : PEAK + PLOT) + TICKS + (mean === undefined || isFlat ? 0 : LEGEND);
}

/** Returns bars with the highest one lit and labeled, and a line for the mean. */
export async function chart(
  content: ChartContent,
  width: number,
  { tokens, width: widthOf }: Kit,
): Promise<Box> {
  const { bars, peak, mean } = content;
  const highest = highestOf(bars);
  const plot = { width, height: highest === 0 ? FLAT : PLOT };
  const meanAt = plot.height * (1 - Math.min(1, (mean?.value ?? 0) / highest)) - 1;
  const lit = highest > 0 ? bars.indexOf(highest) : -1;
  const peakStyle = { ...TYPE.small, weight: 700, color: tokens.accent };
  const peakWidth = lit >= 0 ? await widthOf(peak, peakStyle) : 0;
  return box(
    { width, height: chartHeight(content) },
    lit >= 0 &&
      row(
        { at: { left: around(centerOf(lit, { bars, width }), peakWidth, width), top: 0 }, height: PEAK - 2 },
        text(peak, peakStyle, { width, min: 13 }),
      ),
    box(
      { ...plot, margin: [highest === 0 ? 0 : PEAK, 0, 0, 0] },
      drawing(barsSvg(tokens, bars, { ...plot, highest, lit }), plot),
      mean && highest > 0 && dashes(tokens, { width, height: 2, at: { left: 0, top: meanAt } }),
    ),
    box({ height: TICKS, width }, ...(await tickParts(content, width, { tokens, width: widthOf }))),
    mean && highest > 0 && legend(tokens, mean.label),
  );
}

function highestOf(bars: ChartContent["bars"]): number {
  return Math.max(0, ...bars.map((bar) => bar ?? 0));
}

/** Places each label under its bar. */
async function tickParts(
  { bars, ticks }: ChartContent,
  width: number,
  { tokens, width: widthOf }: Kit,
): Promise<readonly Node[]> {
  const style = { ...TYPE.axis, color: tokens.low };
  const room = width / ticks.length - 8;
  return Promise.all(
    ticks.map(async (tick, index) => {
      const bar = ticks.length === 1 ? 0 : Math.round((index * (bars.length - 1)) / (ticks.length - 1));
      const wide = Math.min(room, await widthOf(tick, style));
      return row(
        { at: { left: around(centerOf(bar, { bars, width }), wide, width), bottom: 0 }, width: wide },
        text(tick, style, { width: room, min: 13 }),
      );
    }),
  );
}

function centerOf(index: number, { bars, width }: { bars: ChartContent["bars"]; width: number }): number {
  return ((index + 0.5) / bars.length) * width;
}

/** Returns the start of something centered there, but within the edges. */
function around(center: number, length: number, width: number): number {
  return Math.min(width - length, Math.max(0, center - length / 2));
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
  return svgOf(
    width,
    height,
    `<defs><linearGradient id="b" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="${height}">` +
      `<stop offset="0" stop-color="${tokens.accentStart}"/>` +
      `<stop offset="1" stop-color="${tokens.accentStart}" stop-opacity="${tokens.mode === "dark" ? ".55" : ".75"}"/></linearGradient></defs>${shapes.join("")}`,
  );
}

function legend(tokens: Tokens, label: string): Box {
  return row(
    { height: LEGEND, gap: 8, align: "end" },
    box({ height: 20, justify: "center" }, dashes(tokens, { width: 26, height: 2 })),
    text(label, { ...TYPE.axis, color: tokens.mid }, { width: 300, min: 13 }),
  );
}

function dashes({ mid }: Tokens, style: Drawing["style"]): Drawing {
  const { width, height } = style;
  const path = `<path d="M0 1H${width}" stroke="${mid}" stroke-width="1.5" stroke-dasharray="4 3"/>`;
  return drawing(svgOf(width, height, path), style);
}

function fixed(length: number): string {
  return String(Math.round(length * 100) / 100);
}
