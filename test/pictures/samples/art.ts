import { drawBanner } from "../../../src/playground/platform/pictures/draw.ts";
import { drawAvatar, drawIcon } from "../../../src/playground/platform/pictures/icons.ts";
import { encodePng } from "../../../src/playground/platform/pictures/png.ts";

/** Pictures as the playground's platform has them, drawn when a card first wants one. */
export const art = {
  avatar: (key = "Ashbridge") => once(`avatar ${key}`, () => drawAvatar(key, false)),
  /** A wide picture with the emblem in it, as most platforms have it. */
  wide: (key = "Ashbridge") => once(`wide ${key}`, () => drawAvatar(key, true)),
  banner: (key = "Ashbridge") => once(`banner ${key}`, () => drawBanner(key)),
  icon: (sign: string, rarity = 2) =>
    once(`icon ${sign} ${String(rarity)}`, () => drawIcon(sign, sign, rarity)),
  /** The worst ground for light letters, and for dark ones. */
  white: () => once("white", () => flat(255)),
  black: () => once("black", () => flat(0)),
  /** Begins as a picture, and ends before it is one. */
  cut: () => drawAvatar("cut", false).subarray(0, 300),
} as const;

const drawn = new Map<string, Uint8Array>();

function once(key: string, draw: () => Uint8Array): Uint8Array {
  const found = drawn.get(key) ?? draw();
  drawn.set(key, found);
  return found;
}

function flat(level: number): Uint8Array {
  const [width, height] = [800, 340];
  return encodePng(width, height, Buffer.alloc(width * height * 4, Buffer.from([level, level, level, 255])));
}
