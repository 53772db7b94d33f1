import type { IconName } from "../icons.ts";
import { withAlpha } from "../oklch.ts";
import { type Tokens, tokensOf } from "../tokens.ts";
import { type Box, type Node, type PlaceStyle, type Text, box, picture, row, text } from "../tree.ts";
import { TYPE, icon as iconPicture } from "./parts.ts";
import { type Area, scene } from "./scene.ts";
import type { CardLook, Pictured } from "../card.ts";

/** Returns the colors for content on a picture, which is darkened in either mode. */
export function onPicture({ hue }: CardLook): Tokens {
  return tokensOf(hue, "dark");
}

const ON_PICTURE = "#ffffff";
export const TEXT_SHADOW = "0 1px 5px rgba(0, 0, 0, 0.5)";
const SHADE = "#05070b";
/** The shade under letters, strong enough for a white picture. */
const READABLE = 0.62;
/** A scene is dark by itself. */
const SCENE_SHADE = 0.5;

/** How far an icon's light reaches. */
const MOST_GLOW = 360;

/** Returns a blurred icon as light behind hills; the icon itself is drawn elsewhere. */
function iconGlow(bytes: Uint8Array, { height }: Area, { x, y }: { readonly x: number; readonly y: number }) {
  const size = Math.min(2 * height, MOST_GLOW);
  return picture(bytes, {
    at: { left: Math.round(x - size / 2), top: Math.round(y - size / 2) },
    width: size,
    height: size,
    radius: size / 2,
    // Enough that none of its shape is left.
    blur: Math.round(size * 0.13),
    brightness: 1.6,
    opacity: 0.75,
  });
}

function shadeOf({ width, height, radius = 0 }: Area, words: number, strength = 1): Box {
  const from = Math.max(0.2, 1 - words / height);
  const alphas = [
    [0.05, 0],
    [0.12, from * 0.42],
    [0.3, from * 0.7],
    [0.5, from * 0.9],
    [READABLE, from],
    [0.84, 1],
  ] as const;
  const stops = alphas.map(([alpha, at]) => [withAlpha(SHADE, alpha * strength), at] as const);
  return box({ at: { left: 0, top: 0 }, width, height, radius, fill: { angle: 180, stops } });
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

/**
 * Returns the picture with a shade: the lowest `words` pixels are readable on any picture, the part above is hardly
 * darkened. Without a picture it is a scene in the theme's colors; an icon is too small to fill the area, so it lights one.
 */
export function backdrop(
  look: CardLook,
  { title: name, picture: bytes, isIcon }: Pictured,
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
  const { width, height, radius = 0 } = area;
  if (bytes === undefined) return [scene(look, area, { name }), shadeOf(area, words, SCENE_SHADE)];
  if (isIcon === true) {
    const light = iconGlow(bytes, area, {
      x: width - place.right - place.size / 2,
      y: place.top + place.size / 2,
    });
    return [scene(look, area, { name, light }), shadeOf(area, words)];
  }
  const style = { at: { left: 0, top: 0 }, width, height, radius, focus: [0.5, 0.35] as const };
  return [picture(bytes, style), shadeOf(area, words)];
}

export function iconPart(thing: Pictured, { size, ...at }: IconPlace): Box | undefined {
  if (thing.picture === undefined || !hasIcon(thing)) return undefined;
  const style = { width: size, height: size, radius: size / 10 };
  return box({ ...style, at }, picture(thing.picture, style));
}
