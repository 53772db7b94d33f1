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
  drawing,
  picture,
  row,
  text,
} from "../tree.ts";
import type { CardLook, PictureBytes } from "./card.ts";
import { TYPE, icon as iconPicture } from "./parts.ts";

/** A picture, and what is drawn without one. */
export interface Pictured {
  readonly picture?: PictureBytes;
  /** Whether the picture is a small framed icon. */
  readonly isIcon?: boolean | undefined;
  /** Drawn where there is no picture. */
  readonly icon: IconName;
}

interface Area {
  readonly width: number;
  readonly height: number;
  readonly radius?: number;
}

/** An area filled by a picture; without one its icon is drawn, large and faint. */
interface Artwork extends Area, Pick<Pictured, "icon"> {
  readonly picture: PictureBytes;
}

/** Returns the colors for content on a picture, which is darkened in either mode. */
export function onPicture({ hue }: CardLook): Tokens {
  return tokensOf(hue, "dark");
}

const ON_PICTURE = "#ffffff";
export const TEXT_SHADOW = "0 1px 5px rgba(0, 0, 0, 0.5)";
const SHADE = "#05070b";
/** The shade under letters, strong enough for a white picture. */
const READABLE = 0.62;

/**
 * Returns the picture with a shade: the lowest `words` pixels are readable on any picture, the part above is hardly
 * darkened. Without a picture, a gradient of the theme with the icon.
 */
function artwork(look: CardLook, art: Artwork, words: number): readonly Node[] {
  const { picture: bytes, width, height, radius = 0 } = art;
  if (bytes === undefined) return [placeholder(look, art)];
  const style = { at: { left: 0, top: 0 }, width, height, radius, focus: [0.5, 0.35] as const };
  return [picture(bytes, style), shadeOf(art, words)];
}

/** How far an icon's light reaches. */
const MOST_GLOW = 360;

/** Returns a blurred icon as light on a dark ground; the icon itself is drawn elsewhere. */
function iconGlow(
  { hue }: CardLook,
  bytes: Uint8Array,
  { width, height, radius = 0 }: Area,
  { x, y, words }: { readonly x: number; readonly y: number; readonly words: number },
): readonly Node[] {
  const size = Math.min(2 * height, MOST_GLOW);
  const style = {
    at: { left: Math.round(x - size / 2), top: Math.round(y - size / 2) },
    width: size,
    height: size,
    radius: size / 2,
    // Enough that none of its shape is left.
    blur: Math.round(size * 0.13),
    brightness: 1.6,
    opacity: 0.75,
  };
  const area: PlaceStyle = { at: { left: 0, top: 0 }, width, height };
  const ground: LinearGradient = {
    angle: 100,
    stops: [
      [toHex({ l: 0.26, c: 0.05, h: hue }), 0],
      [toHex({ l: 0.36, c: 0.085, h: hue }), 1],
    ],
  };
  return [
    box({ ...area, radius, clips: true, fill: ground }, picture(bytes, style)),
    shadeOf({ width, height, radius }, words),
  ];
}

function shadeOf({ width, height, radius = 0 }: Area, words: number): Box {
  const from = Math.max(0.2, 1 - words / height);
  const alphas = [
    [0.05, 0],
    [0.12, from * 0.42],
    [0.3, from * 0.7],
    [0.5, from * 0.9],
    [READABLE, from],
    [0.84, 1],
  ] as const;
  const stops = alphas.map(([alpha, at]) => [withAlpha(SHADE, alpha), at] as const);
  return box({ at: { left: 0, top: 0 }, width, height, radius, fill: { angle: 180, stops } });
}

/** Returns the theme as a ground without a picture. */
export function themeGradient({ hue }: CardLook): LinearGradient {
  // Turning from amber towards green would give olive.
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
  const size = Math.round(height * 0.92);
  // Partly outside the corner: whole and small it would look as if text covered it.
  const at = { left: Math.round(width - size * 0.8), top: Math.round(height - size * 0.78) };
  return box(
    { at: { left: 0, top: 0 }, width, height, radius, clips: true, fill: themeGradient(look) },
    drawing(iconSvg(icon, ON_PICTURE, 1.2), { at, width: size, height: size, opacity: 0.08 }),
  );
}

/** Returns a kind's icon and word in white on a ground, for use on a picture. */
export function kindPill(
  words: string,
  icon: IconName,
  { size, width, ...place }: PlaceStyle & { readonly size: number; readonly width: number },
): Box {
  const style: Text["style"] = { ...TYPE.small, size, weight: 650, color: ON_PICTURE };
  const [side, edge] = [size + 2, Math.round(size * 0.7)];
  return row(
    { ...place, gap: 6, padding: [Math.round(size * 0.26), edge], radius: 16, fill: withAlpha(SHADE, 0.68) },
    iconPicture(icon, side, ON_PICTURE),
    text(words, style, { width: width - side - 6 - 2 * edge, min: 13 }),
  );
}

/** Game icons have 96 pixels: sharp at half that size and at this one. */
export const LARGE_ICON = 96;

export function hasIcon(thing: Pictured): boolean {
  return thing.isIcon === true && thing.picture !== undefined;
}

interface IconPlace {
  readonly size: number;
  readonly right: number;
  readonly top: number;
}

/** Returns the ground of a tile: an icon is too small to fill it, so it lights it. */
export function backdrop(
  look: CardLook,
  { picture: bytes, icon, isIcon }: Pictured,
  {
    area,
    icon: place,
    words,
  }: {
    readonly area: Area;
    readonly icon: IconPlace;
    readonly words: number;
  },
): readonly Node[] {
  if (isIcon !== true || bytes === undefined) return artwork(look, { ...area, picture: bytes, icon }, words);
  const [x, y] = [area.width - place.right - place.size / 2, place.top + place.size / 2];
  return iconGlow(look, bytes, area, { x, y, words });
}

export function iconPart(thing: Pictured, { size, ...at }: IconPlace): Box | undefined {
  if (thing.picture === undefined || !hasIcon(thing)) return undefined;
  const style = { width: size, height: size, radius: size / 10 };
  return box({ ...style, at }, picture(thing.picture, style));
}
