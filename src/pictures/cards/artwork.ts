import { iconSvg, type IconName } from "../icons.ts";
import { toHex, withAlpha } from "../oklch.ts";
import { type Tokens, tokensOf } from "../tokens.ts";
import {
  type Box,
  type LinearGradient,
  type Node,
  type PlaceStyle,
  type Text,
  box,
  row,
  text,
} from "../tree.ts";
import type { CardLook, PictureBytes } from "./card.ts";
import { TYPE } from "./parts.ts";

/** A part of a card that a picture fills. */
export interface Artwork {
  readonly width: number;
  readonly height: number;
  readonly radius?: number;
  readonly picture: PictureBytes;
  /** What stands large and faint where there is no picture. */
  readonly icon: IconName;
}

/** Colours for what stands on a picture: pictures are darkened in either mode. */
export function onPicture({ hue }: CardLook): Tokens {
  return tokensOf(hue, "dark");
}

const ON_PICTURE = "#ffffff";
export const TEXT_SHADOW = "0 1px 5px rgba(0, 0, 0, 0.5)";
const SHADE = "#05070b";
/** Under letters, over a picture that may be all white. */
const READABLE = 0.62;

/**
 * Returns the picture with its shade: from `from` on downwards, in shares of the height, letters can be read whatever it
 * shows. Without a picture, a gradient of the theme with the icon of what it stands for.
 */
export function artwork(look: CardLook, art: Artwork, from: number): readonly Node[] {
  const { picture: bytes, width, height, radius = 0 } = art;
  if (bytes === undefined) return [placeholder(look, art)];
  const style = { at: { left: 0, top: 0 }, width, height, radius, focus: [0.5, 0.35] as const };
  return [{ type: "picture", bytes, style }, shadeOf(art, from)];
}

/** An icon that stands for a picture, large and blurred: the icon itself is drawn elsewhere. */
export function blurred(
  bytes: Uint8Array,
  { width, height, radius = 0 }: Artwork,
  from: number,
): readonly Node[] {
  const margin = 48;
  const style = {
    at: { left: -margin, top: -margin },
    width: width + 2 * margin,
    height: height + 2 * margin,
    blur: 30,
  };
  const area: PlaceStyle = { at: { left: 0, top: 0 }, width, height };
  return [
    box({ ...area, radius, clips: true, fill: SHADE }, { type: "picture", bytes, style }),
    shadeOf({ width, height, radius }, from),
  ];
}

function shadeOf(
  { width, height, radius = 0 }: Pick<Artwork, "width" | "height" | "radius">,
  from: number,
): Box {
  const alphas = [
    [0.06, 0],
    [0.16, from * 0.4],
    [READABLE, from],
    [0.84, 1],
  ] as const;
  const stops = alphas.map(([alpha, at]) => [withAlpha(SHADE, alpha), at] as const);
  return box({ at: { left: 0, top: 0 }, width, height, radius, fill: { angle: 180, stops } });
}

/** The theme as a ground without a picture. */
export function themeGradient({ hue }: CardLook): LinearGradient {
  // From amber on towards green lies olive.
  const turned = hue >= 35 && hue <= 130 ? hue - 40 : hue + 40;
  return {
    angle: 135,
    stops: [
      [toHex({ l: 0.45, c: 0.08, h: hue }), 0],
      [toHex({ l: 0.3, c: 0.08, h: turned }), 1],
    ],
  };
}

function placeholder(look: CardLook, { width, height, radius = 0, icon }: Artwork): Box {
  const size = Math.round(Math.min(height * 0.62, 150));
  const at = { right: Math.round(size * 0.22), top: Math.round((height - size) / 2) };
  return box(
    { at: { left: 0, top: 0 }, width, height, radius, fill: themeGradient(look) },
    {
      type: "drawing",
      svg: iconSvg(icon, ON_PICTURE, 1.4),
      style: { at, width: size, height: size, opacity: 0.1 },
    },
  );
}

/** What something is, on a picture: an icon and a word in white, on a ground of their own. */
export function kindPill(
  words: string,
  icon: IconName,
  { size, width, ...place }: PlaceStyle & { readonly size: number; readonly width: number },
): Box {
  const style: Text["style"] = { ...TYPE.small, size, weight: 650, color: ON_PICTURE };
  const [side, edge] = [size + 2, Math.round(size * 0.7)];
  return row(
    { ...place, gap: 6, padding: [Math.round(size * 0.26), edge], radius: 16, fill: withAlpha(SHADE, 0.68) },
    { type: "drawing", svg: iconSvg(icon, ON_PICTURE), style: { width: side, height: side } },
    text(words, style, { width: width - side - 6 - 2 * edge, min: 13 }),
  );
}
