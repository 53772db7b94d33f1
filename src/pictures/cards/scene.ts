import { toHex, withAlpha } from "../oklch.ts";
import { type Box, type Node, box, drawing, svgOf } from "../tree.ts";
import type { CardLook } from "../card.ts";

/** The part of a card that a picture fills. */
export interface Area {
  readonly width: number;
  readonly height: number;
  readonly radius?: number;
}

interface SceneOf {
  /** Each has hills of its own. */
  readonly name: string;
  /** Behind the hills; a sun of the theme by default. */
  readonly light?: Node;
}

/** Few, so that the renderer finds them among what it has drawn before. */
const SHAPES = 12;
/** In the place of a shape: the sky over it. */
const ABOVE = 0;
/** From the farthest: where they begin in shares of the height, how high they are, and how light. */
const HILLS = [
  { top: 0.5, rise: 0.15, lightness: 0.4 },
  { top: 0.66, rise: 0.12, lightness: 0.32 },
  { top: 0.82, rise: 0.09, lightness: 0.25 },
] as const;
const POINTS = 5;

/** Returns a ground for what has no picture: hills in the theme's colors with a light behind them. */
export function scene({ hue }: CardLook, { width, height, radius = 0 }: Area, { name, light }: SceneOf): Box {
  const shape = shapeOf(name);
  const turned = hue + turnOf(hue, shape);
  const sky = [
    [toHex({ l: 0.3, c: 0.08, h: turned + turnOf(hue, ABOVE) }), 0],
    [toHex({ l: 0.47, c: 0.095, h: turned }), 0.62],
  ] as const;
  return box(
    { at: { left: 0, top: 0 }, width, height, radius, clips: true, fill: { angle: 180, stops: sky } },
    light ?? sun({ width, height }, { hue: turned, shape }),
    drawing(hills({ width, height }, { hue: turned, shape }), { at: { left: 0, top: 0 }, width, height }),
  );
}

interface Shaped {
  readonly hue: number;
  readonly shape: number;
}

function sun({ width, height }: Area, { hue, shape }: Shaped): Box {
  const color = toHex({ l: 0.8, c: 0.11, h: hue });
  const stops = [0.62, 0.4, 0.2, 0.06, 0].map(
    (alpha, index) => [withAlpha(color, alpha), index / 4] as const,
  );
  const center = [0.55 + 0.3 * noise(shape, 0), 0.42] as const;
  return box({
    at: { left: 0, top: 0 },
    width,
    height,
    fill: { center, radius: [height * 0.95, height * 0.62], stops },
  });
}

function hills({ width, height }: Area, { hue, shape }: Shaped): string {
  const paths = HILLS.map(({ top, rise, lightness }, layer) => {
    const points = Array.from({ length: POINTS }, (_, index) => ({
      x: (width * index) / (POINTS - 1),
      y: height * (top + rise * (noise(shape, 1 + layer * POINTS + index) - 0.5) * 2),
    }));
    const [first = { x: 0, y: 0 }, ...others] = points;
    const middle = width / (POINTS - 1) / 2;
    const curve = others.map(
      ({ x, y }, index) => `C${x - middle} ${points[index]?.y ?? y} ${x - middle} ${y} ${x} ${y}`,
    );
    const [high, low] = [lightness, lightness - 0.07].map((l) => toHex({ l, c: 0.065, h: hue }));
    return (
      `<linearGradient id="h${layer}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${high}"/>` +
      `<stop offset="1" stop-color="${low}"/></linearGradient>` +
      `<path fill="url(#h${layer})" d="M0 ${first.y}${curve.join("")}V${height}H0Z"/>`
    );
  });
  return svgOf(width, height, paths.join(""));
}

/** Neighbours of a hue, so that several beside each other are no copies. Olive, between amber and green, is left out. */
function turnOf(hue: number, shape: number): number {
  const degrees = shape === ABOVE ? 32 : (shape % 5) * 9 - 18;
  if (hue < 35 || hue > 150) return degrees;
  return hue < 105 ? -Math.abs(degrees) : Math.abs(degrees);
}

function shapeOf(name: string): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return 1 + (sum % SHAPES);
}

/** 0 to 1, the same each time. */
function noise(shape: number, index: number): number {
  const turned = Math.sin(shape * 12.9898 + index * 78.233) * 43_758.5453;
  return turned - Math.floor(turned);
}
