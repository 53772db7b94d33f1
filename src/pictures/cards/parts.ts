import { iconSvg, type IconName } from "../icons.ts";
import { withAlpha } from "../oklch.ts";
import { graphemesOf, toDrawable } from "../text/clean.ts";
import type { Tokens } from "../tokens.ts";
import {
  type Box,
  type BoxStyle,
  type Canvas,
  type Drawing,
  type Node,
  type Picture,
  type Text,
  type TextStyle,
  box,
  column,
  row,
  text,
} from "../tree.ts";
import type { Kit, PictureBytes } from "./card.ts";
import { type OneOrTwoLines, oneOrTwoLines } from "./words.ts";

export const WIDTH = 520;
export const EDGE = 24;
/** Between the edges. */
export const INNER = WIDTH - 2 * EDGE;

/** Sizes and weights of text; a colour is all that is missing. */
export const TYPE = {
  hero: { size: 64, weight: 800, spacing: -0.035, lineHeight: 1.05 },
  display: { size: 36, weight: 800 },
  title: { size: 28, weight: 750 },
  name: { size: 20, weight: 650 },
  label: { size: 17, weight: 550 },
  body: { size: 18, weight: 450 },
  small: { size: 16, weight: 500 },
  axis: { size: 15, weight: 500 },
} as const satisfies Record<string, Omit<TextStyle, "color">>;

type CanvasStyle = BoxStyle & { readonly height: number };

/** The ground most cards stand on: flat, with one glow at the leading top. */
export function canvas(tokens: Tokens, style: CanvasStyle, ...children: readonly Maybe[]): Canvas {
  return flatCanvas(tokens, style, glow(tokens, style.height), ...children);
}

/** The ground of a card that pictures cover: a glow under them would be drawn for nobody. */
export function flatCanvas(tokens: Tokens, style: CanvasStyle, ...children: readonly Maybe[]): Canvas {
  return {
    type: "box",
    style: { direction: "column", padding: EDGE, ...style, width: WIDTH, fill: tokens.ground },
    children: children.filter((child) => child !== undefined && child !== false),
  };
}

type Maybe = Node | undefined | false;

const GLOW = { width: 420, height: 300 };
const GLOW_ALPHA = { dark: 0.2, light: 0.16 };

/** No larger than its light: each pixel of a gradient costs time. */
function glow({ accent, mode }: Tokens, cardHeight: number): Node {
  // As light falls off: a straight line ends in a visible edge.
  const stops = [1, 0.66, 0.36, 0.14, 0].map((part, index) => ({
    alpha: GLOW_ALPHA[mode] * part,
    at: index / 4,
  }));
  const size = { width: GLOW.width, height: Math.min(GLOW.height, cardHeight) };
  const style = { at: { left: 0, top: 0 }, ...size };
  // Drawn once for all cards of a hue: half its time. Not on light ground, where it is dithered as it is drawn.
  if (mode === "dark") return { type: "drawing", svg: glowSvg(accent, stops, size), style };
  return box({
    ...style,
    fill: {
      center: [0, 0],
      radius: [GLOW.width, GLOW.height],
      stops: stops.map(({ alpha, at }) => [withAlpha(accent, alpha), at]),
    },
  });
}

function glowSvg(
  color: string,
  stops: readonly { readonly alpha: number; readonly at: number }[],
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const written = stops.map(
    ({ alpha, at }) =>
      `<stop offset="${String(at)}" stop-color="${color}" stop-opacity="${alpha.toFixed(3)}"/>`,
  );
  const [wide, high] = [String(width), String(height)];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><defs>` +
    `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" ` +
    `gradientTransform="scale(${String(GLOW.width)} ${String(GLOW.height)})">${written.join("")}</radialGradient></defs>` +
    `<rect width="${wide}" height="${high}" fill="url(#g)"/></svg>`
  );
}

/** As much of a picture as leaves every text on it readable, were it white on a dark card or black on a light one. */
const HEADER_ALPHA = { dark: 0.42, light: 0.28 };
const HEADER = { width: 340, height: 160 };

/** A picture in the trailing corner, gone where the texts are: beside the name, not behind it. */
export function headerPicture({ mode }: Tokens, bytes: PictureBytes): Picture | undefined {
  if (bytes === undefined) return undefined;
  const { width, height } = HEADER;
  const alpha = HEADER_ALPHA[mode];
  // As light falls off: a straight line ends in a visible edge.
  const stops = [1, 0.84, 0.5, 0.2, 0].map(
    (part, index) => [withAlpha("#000000", alpha * part), index / 4] as const,
  );
  return {
    type: "picture",
    bytes,
    style: {
      at: { left: WIDTH - width, top: 0 },
      width,
      height,
      focus: [0.5, 0.4],
      // It darkens by what shines through: a filter would cost a layer of its own.
      mask: { center: [1, 0], radius: [width, height], stops },
    },
  };
}

/** A round picture in a ring of `color`; without one, the first letter of the name. */
export function avatar(
  tokens: Tokens,
  {
    bytes,
    name,
    size,
    color = tokens.accent,
  }: { bytes: PictureBytes; name: string; size: number; color?: string },
): Box {
  const edge = Math.max(3, Math.round(size / 24));
  const inner = size - 2 * edge - 4;
  const frame: BoxStyle = {
    width: size,
    height: size,
    radius: size / 2,
    border: { color, width: edge },
    align: "center",
    justify: "center",
    fill: tokens.ground,
  };
  if (bytes !== undefined) {
    return box(frame, { type: "picture", bytes, style: { width: inner, height: inner, radius: inner / 2 } });
  }
  const [letter = "?"] = graphemesOf(toDrawable(name).toUpperCase());
  const style = { size: Math.round(size * 0.4), weight: 750, color: tokens.high, lineHeight: 1.1 };
  return box(
    frame,
    box(
      {
        width: inner,
        height: inner,
        radius: inner / 2,
        fill: tokens.track,
        align: "center",
        justify: "center",
      },
      nameText(letter, style, undefined),
    ),
  );
}

export function icon(name: IconName, size: number, color: string): Drawing {
  return { type: "drawing", svg: iconSvg(name, color), style: { width: size, height: size } };
}

/** A bar with round ends. Nothing looks full before it is, nor empty when it is not. */
export function bar(
  tokens: Tokens,
  share: number,
  { width, height = 8, fill }: { readonly width: number; readonly height?: number; readonly fill?: string },
): Box {
  const filled = shownShare(share) * width;
  const gradient = {
    angle: 90,
    stops: [
      [tokens.accentStart, 0],
      [tokens.accent, 1],
    ],
  } as const;
  return box(
    { width, height, radius: height / 2, fill: tokens.track, direction: "row" },
    filled > 0 &&
      box({ width: Math.max(height, filled), height, radius: height / 2, fill: fill ?? gradient }),
  );
}

/** What is shown of a share: all of it only when it is whole. */
export function shownShare(share: number): number {
  if (share >= 1) return 1;
  return Math.min(0.98, Math.max(0, share));
}

/** A panel with an icon and a value, and what they mean below. */
export function tile(
  tokens: Tokens,
  {
    icon: name,
    value,
    label,
    isUrgent = false,
    width,
    lines = 1,
  }: TileContent & { readonly width: number; readonly lines?: 1 | 2 },
): Box {
  const room = width - 28;
  const color = isUrgent ? tokens.urgent : tokens.mid;
  return column(
    {
      width,
      padding: [10, 14],
      radius: 14,
      fill: isUrgent ? tokens.urgentTint : tokens.panel,
      border: { color: isUrgent ? withAlpha(tokens.urgent, 0.35) : tokens.line, width: 1 },
    },
    row(
      { gap: 8, height: 32 },
      icon(name, 24, isUrgent ? tokens.urgent : tokens.low),
      text(
        value,
        { ...TYPE.title, weight: 800, color: isUrgent ? tokens.urgent : tokens.high, lineHeight: 1.1 },
        { width: room - 32, min: 13 },
      ),
    ),
    text(
      label,
      { ...TYPE.label, color, lineHeight: lines === 2 ? 1.15 : 1.25 },
      { width: room, min: 13, lines },
    ),
  );
}

export interface TileContent {
  readonly icon: IconName;
  readonly value: string;
  readonly label: string;
  readonly isUrgent?: boolean;
}

/** A name over a line about it, beside a round picture. */
export async function header(
  { name, detail, avatar: bytes, size = 64 }: HeaderContent,
  kit: Kit,
): Promise<Box> {
  const { tokens } = kit;
  const width = INNER - size - 16;
  const isLarge = size >= 60;
  const named = await nameInLines(
    name,
    {
      style: { ...(isLarge ? TYPE.title : { size: 22, weight: 700 }), color: tokens.high },
      least: 20,
      two: { size: isLarge ? 19 : 16, lineHeight: 1.1 },
      width,
      min: 13,
    },
    kit,
  );
  const about = isLarge && named.fit?.lines === 1 ? TYPE.body : TYPE.label;
  return row(
    { gap: 16, height: size },
    avatar(tokens, { bytes, name, size }),
    column(
      { width, justify: "center" },
      named,
      text(detail, { ...about, color: tokens.mid, lineHeight: 1.2 }, { width, min: 13 }),
    ),
  );
}

export interface HeaderContent {
  readonly name: string;
  readonly detail: string;
  readonly avatar: PictureBytes;
  readonly size?: number;
}

/** A name whose letters no font has is a dash, not a gap. */
export function nameText(name: string, style: TextStyle, fit: Text["fit"]): Text {
  return { ...text(name, style, fit), instead: NO_NAME };
}

/** Returns a name that is cut on its second line at the earliest. */
export async function nameInLines(name: string, room: OneOrTwoLines, kit: Kit): Promise<Text> {
  return { ...(await oneOrTwoLines(name, room, kit)), instead: NO_NAME };
}

const NO_NAME = "–";
