import type { Mode } from "./card.ts";
import { toHex } from "./oklch.ts";

/** The colors of a card, `#rrggbb`. */
export interface Tokens {
  readonly mode: Mode;
  readonly ground: string;
  readonly panel: string;
  readonly line: string;
  readonly track: string;
  /** Text by importance, highest first. */
  readonly high: string;
  readonly mid: string;
  readonly low: string;
  /** For text and graphics. */
  readonly accent: string;
  /** The start of gradients to `accent`. */
  readonly accentStart: string;
  /** For something that waits: text and bars. */
  readonly urgent: string;
  readonly urgentFill: string;
  /** The ground under text in `accent` or `urgent`. */
  readonly tint: string;
  readonly urgentTint: string;
}

/** Hues closer than this look alike. */
const APART = 42;
/** Gold; coral on golden themes; rose on themes between the two. */
const URGENT_HUES = [82, 28, 350] as const;

type Shade = Exclude<keyof Tokens, "mode">;

const SHADES: Record<Mode, Record<Shade, readonly [lightness: number, chroma: number]>> = {
  dark: {
    ground: [0.19, 0.014],
    panel: [0.235, 0.016],
    line: [0.33, 0.018],
    track: [0.345, 0.02],
    high: [0.975, 0.005],
    mid: [0.82, 0.012],
    low: [0.71, 0.016],
    accent: [0.8, 0.12],
    accentStart: [0.68, 0.14],
    urgent: [0.84, 0.13],
    urgentFill: [0.84, 0.13],
    tint: [0.34, 0.055],
    urgentTint: [0.34, 0.055],
  },
  light: {
    ground: [0.975, 0.006],
    panel: [1, 0],
    line: [0.895, 0.01],
    track: [0.905, 0.012],
    high: [0.22, 0.02],
    mid: [0.41, 0.02],
    low: [0.5, 0.02],
    accent: [0.485, 0.125],
    accentStart: [0.6, 0.14],
    urgent: [0.5, 0.115],
    urgentFill: [0.645, 0.135],
    tint: [0.925, 0.036],
    urgentTint: [0.925, 0.036],
  },
};

/** Returns the colors of a hue in degrees. */
export function tokensOf(hue: number, mode: Mode): Tokens {
  const h = ((hue % 360) + 360) % 360;
  const urgent = URGENT_HUES.find((one) => hueDistance(one, h) >= APART) ?? URGENT_HUES[0];
  // Turning an amber start towards green would give olive.
  const start = h >= 35 && h <= 130 ? h - 24 : h + 28;
  const hues: Readonly<Record<string, number>> = {
    accentStart: start,
    urgent,
    urgentFill: urgent,
    urgentTint: urgent,
  } satisfies Partial<Record<Shade, number>>;
  const shades = Object.entries(SHADES[mode]).map(([name, [l, c]]) => [
    name,
    toHex({ l, c, h: hues[name] ?? h }),
  ]);
  return { mode, ...(Object.fromEntries(shades) as Record<Shade, string>) };
}

/** Returns the degrees between two hues, at most 180. */
function hueDistance(a: number, b: number): number {
  const around = Math.abs(a - b) % 360;
  return Math.min(around, 360 - around);
}
