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

/** What a picture or its lack is drawn for. */
export interface Pictured {
  readonly picture?: PictureBytes;
  /** The picture is a small icon in a frame. */
  readonly isIcon?: boolean | undefined;
  /** Stands for it where there is no picture. */
  readonly icon: IconName;
}

interface Area {
  readonly width: number;
  readonly height: number;
  readonly radius?: number;
}

/** A part of a card that a picture fills; without one its icon stands there, large and faint. */
interface Artwork extends Area, Pick<Pictured, "icon"> {
  readonly picture: PictureBytes;
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
 * Returns the picture with its shade: the lowest `words` pixels can be written on whatever it shows, what is above them
 * is hardly darkened. Without a picture, a gradient of the theme with the icon of what it stands for.
 */
function artwork(look: CardLook, art: Artwork, words: number): readonly Node[] {
  const { picture: bytes, width, height, radius = 0 } = art;
  if (bytes === undefined) return [placeholder(look, art)];
  const style = { at: { left: 0, top: 0 }, width, height, radius, focus: [0.5, 0.35] as const };
  return [picture(bytes, style), shadeOf(art, words)];
}

/** How far an icon's light reaches. */
const MOST_GLOW = 360;

/** An icon that stands for a picture, as light around a point of a dark ground: the icon itself is drawn elsewhere. */
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
    // No shape of it is left.
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
  const size = Math.round(height * 0.92);
  // Out of the corner: whole and small it would look as if words had been written over it.
  const at = { left: Math.round(width - size * 0.8), top: Math.round(height - size * 0.78) };
  return box(
    { at: { left: 0, top: 0 }, width, height, radius, clips: true, fill: themeGradient(look) },
    drawing(iconSvg(icon, ON_PICTURE, 1.2), { at, width: size, height: size, opacity: 0.08 }),
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
    iconPicture(icon, side, ON_PICTURE),
    text(words, style, { width: width - side - 6 - 2 * edge, min: 13 }),
  );
}

/** Icons of games are 96 pixels: sharp at half that, and at once that. */
export const LARGE_ICON = 96;

export function hasIcon(thing: Pictured): boolean {
  return thing.isIcon === true && thing.picture !== undefined;
}

interface IconPlace {
  readonly size: number;
  readonly right: number;
  readonly top: number;
}

/** An icon is too small to fill anything: it lights the ground it lies on. */
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
