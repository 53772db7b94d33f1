import { iconSvg, type IconName } from "../icons.ts";
import { withAlpha } from "../oklch.ts";
import { graphemesOf, toDrawable } from "../text/clean.ts";
import type { Tokens } from "../tokens.ts";
import {
  type Box,
  type BoxStyle,
  type Canvas,
  type Child,
  type Drawing,
  type Node,
  type Picture,
  type TextStyle,
  box,
  column,
  drawing,
  picture,
  row,
  svgOf,
  text,
} from "../tree.ts";
import { oneOrTwoLines, type Kit } from "./words.ts";
import type { CardLook, PersonCard, PictureBytes, ValueContent } from "../card.ts";

export const WIDTH = 520;
export const EDGE = 24;
/** The width between the edges. */
export const INNER = WIDTH - 2 * EDGE;
export const CENTERED = { align: "center", justify: "center" } as const;

/** Sizes and weights of text, without a color. */
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

/** Returns the ground of most cards: flat, with one glow at the leading top. */
export function canvas(tokens: Tokens, style: CanvasStyle, ...children: readonly Child[]): Canvas {
  return flatCanvas(tokens, style, glow(tokens, style.height), ...children);
}

/** Returns the ground of a card covered by pictures, without a glow. */
export function flatCanvas(tokens: Tokens, style: CanvasStyle, ...children: readonly Child[]): Canvas {
  const ground = { direction: "column", padding: EDGE, ...style, width: WIDTH, fill: tokens.ground } as const;
  return { ...box(ground, ...children), style: ground };
}

const GLOW = { width: 420, height: 300 };
const GLOW_ALPHA = { dark: 0.2, light: 0.16 };

/** No larger than its light, since each pixel of a gradient takes time. */
function glow({ accent, mode }: Tokens, cardHeight: number): Node {
  // Light falls off like this; a linear gradient has a visible edge.
  const stops = [1, 0.66, 0.36, 0.14, 0].map((part, index) => ({
    alpha: GLOW_ALPHA[mode] * part,
    at: index / 4,
  }));
  const size = { width: GLOW.width, height: Math.min(GLOW.height, cardHeight) };
  const style = { at: { left: 0, top: 0 }, ...size };
  // On dark ground a drawing shared by all cards of a hue saves half its time. On light ground it is dithered when
  // drawn.
  if (mode === "dark") return drawing(glowSvg(accent, stops, size), style);
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
    ({ alpha, at }) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${alpha.toFixed(3)}"/>`,
  );
  return svgOf(
    width,
    height,
    `<defs><radialGradient id="g" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" ` +
      `gradientTransform="scale(${GLOW.width} ${GLOW.height})">${written.join("")}</radialGradient></defs>` +
      `<rect width="${width}" height="${height}" fill="url(#g)"/>`,
  );
}

/** How much of a picture keeps every text on it readable: a white one on a dark card, a black one on a light card. */
const HEADER_ALPHA = { dark: 0.42, light: 0.28 };
const HEADER = { width: 340, height: 160 };

/** Platforms put the avatar's emblem into the middle of the wide picture: enlarged this much, it is beyond the edge. */
export const ENLARGED = 3;

/** Returns a picture in the trailing corner that fades out towards the text. */
export function headerPicture({ mode }: Tokens, bytes: PictureBytes): Picture | undefined {
  if (bytes === undefined) return undefined;
  const { width, height } = HEADER;
  const alpha = HEADER_ALPHA[mode];
  // Light falls off like this; a linear gradient has a visible edge.
  const stops = [1, 0.84, 0.5, 0.2, 0].map(
    (part, index) => [withAlpha("#000000", alpha * part), index / 4] as const,
  );
  return picture(bytes, {
    at: { left: WIDTH - width, top: 0 },
    width: width * ENLARGED,
    height: height * ENLARGED,
    focus: [0.5, 0.4],
    // Darkened by transparency: a filter would need a layer of its own.
    mask: { center: [1 / ENLARGED, 0], radius: [width, height], stops },
  });
}

/** Returns a round picture in a ring; without a picture, the name's first letter. */
export function avatar(
  tokens: Tokens,
  { bytes, name, size }: { bytes: PictureBytes; name: string; size: number },
): Box {
  const edge = Math.max(3, Math.round(size / 24));
  const inner = size - 2 * edge - 4;
  const border = { color: tokens.accent, width: edge };
  const frame = { width: size, height: size, radius: size / 2, border, fill: tokens.ground, ...CENTERED };
  const inside = { width: inner, height: inner, radius: inner / 2 };
  if (bytes !== undefined) return box(frame, picture(bytes, inside));
  const [letter = "?"] = graphemesOf(toDrawable(name).toUpperCase());
  const style = { size: Math.round(size * 0.44), weight: 800, color: tokens.accent, lineHeight: 1.1 };
  return box(frame, box({ ...inside, ...CENTERED, fill: tokens.tint }, text(letter, style)));
}

/** Returns a game's icon, which has its own frame; without one, a substitute on a ground. */
export function gameIcon(
  bytes: PictureBytes,
  size: number,
  { instead, fill }: { readonly instead: Node; readonly fill: string },
): Box {
  const frame = { width: size, height: size, radius: 5 };
  if (bytes !== undefined) return box(frame, picture(bytes, frame));
  return box({ ...frame, ...CENTERED, fill }, instead);
}

/** Of a game's icon, which looks torn below 48 pixels. */
const FRAME = 2;

/** Returns a small game icon without its frame; without one, a substitute on a ground. */
export function croppedIcon(
  bytes: PictureBytes,
  size: number,
  { instead, fill }: { readonly instead: Node; readonly fill: string },
): Box {
  const shape = { width: size, height: size, radius: 7 };
  if (bytes === undefined) return box({ ...shape, ...CENTERED, fill }, instead);
  const whole = { width: size + 2 * FRAME, height: size + 2 * FRAME, at: { left: -FRAME, top: -FRAME } };
  return box({ ...shape, clips: true }, picture(bytes, whole));
}

export function icon(name: IconName, size: number, color: string): Drawing {
  return drawing(iconSvg(name, color), { width: size, height: size });
}

/** Returns a bar with round ends, filled by `share` (0 to 1) from its start unless `justify` differs. */
export function bar(
  { track, accentStart, accent }: Tokens,
  share: number,
  {
    height = 8,
    width,
    fill,
    justify,
  }: Pick<BoxStyle, "height" | "fill" | "justify"> & { readonly width: number },
): Box {
  const filled = Math.min(1, Math.max(0, share)) * width;
  const shape = { height, radius: height / 2 };
  const gradient = {
    angle: 90,
    stops: [
      [accentStart, 0],
      [accent, 1],
    ],
  } as const;
  return row(
    { ...shape, width, fill: track, justify: justify ?? "start" },
    filled > 0 && box({ ...shape, width: Math.max(height, filled), fill: fill ?? gradient }),
  );
}

/** Returns a share as it is shown: never full before it is, never empty unless it is. */
export function shownShare(share: number): number {
  if (share >= 1) return 1;
  return Math.min(0.98, Math.max(0, share));
}

/** Returns a tile's ground and edge. */
export function panel({ panel: fill, line: color }: Pick<Tokens, "panel" | "line">) {
  return { radius: 14, fill, border: { color, width: 1 } };
}

/** Returns a panel with an icon, a value, and a label below. */
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
      ...panel(isUrgent ? { panel: tokens.urgentTint, line: tokens.urgentTint } : tokens),
      width,
      padding: [10, 14],
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

interface TileContent extends ValueContent {
  readonly icon: IconName;
  readonly isUrgent?: boolean;
}

/** Returns a name and a line below it, beside a round picture. */
export async function header(
  { name, detail, avatar: bytes }: Omit<PersonCard, keyof CardLook>,
  kit: Kit,
  size = 64,
): Promise<Box> {
  const { tokens } = kit;
  const width = INNER - size - 16;
  const isLarge = size >= 60;
  const style = { ...(isLarge ? TYPE.title : { size: 22, weight: 700 }), color: tokens.high };
  const two = { size: isLarge ? 19 : 16, lineHeight: 1.1 };
  const named = await oneOrTwoLines(name, { style, least: 20, two, width, min: 13 }, kit);
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
