import { randomFor } from "../game-data/random.ts";
import { clamp01, hsl, mix, type Rgb, smooth } from "./colour.ts";
import { encodePng } from "./png.ts";
import { circle, type Sign, signs, star } from "./signs.ts";

const ICON_SIZE = 96;
const AVATAR_SIZE = 160;

/** Frames by rarity: gray, green, blue, gold. */
const FRAMES: readonly Rgb[] = [
  [150, 156, 164],
  [104, 176, 120],
  [92, 140, 216],
  [226, 178, 74],
];

export function drawIcon(key: string, sign: string, rarity: number): Buffer {
  const random = randomFor("icon", key);
  const hue = random.int(0, 359);
  const ground: [Rgb, Rgb] = [hsl(hue, 0.42, 0.34), hsl((hue + 34) % 360, 0.5, 0.12)];
  const ink: [Rgb, Rgb] = [hsl((hue + 190) % 360, 0.35, 0.93), hsl((hue + 200) % 360, 0.5, 0.66)];
  const frame = FRAMES[rarity] ?? ground[0];
  const draw: Sign = signs[sign] ?? signs["star"] ?? (() => 1);
  return paint(ICON_SIZE, ICON_SIZE, (x, y, pixel) => {
    const edge = Math.max(Math.abs(x), Math.abs(y));
    const glow = 1 - smooth(0, 1.25, Math.hypot(x + 0.25, y + 0.35));
    let colour = mix(ground[1], ground[0], glow);
    const distance = draw(x * 1.32, y * 1.32);
    colour = mix(colour, [0, 0, 0], 0.45 * (1 - smooth(-0.02, 0.16, draw(x * 1.32 - 0.05, y * 1.32 - 0.09))));
    colour = mix(colour, mix(ink[0], ink[1], (y + 0.8) / 1.6), cover(distance, pixel * 1.32));
    return mix(colour, mix(frame, [255, 255, 255], 0.25 * (1 - y)), cover(0.94 - edge, pixel));
  });
}

/** Returns a player's picture: a crest of rings and rays by `key`; wide for banners. */
export function drawAvatar(key: string, isWide: boolean): Buffer {
  const random = randomFor("avatar", key);
  const hue = random.int(0, 359);
  const ground: [Rgb, Rgb] = [hsl(hue, 0.55, 0.46), hsl((hue + random.int(30, 80)) % 360, 0.6, 0.2)];
  const ink = hsl((hue + 180) % 360, 0.35, 0.9);
  const points = random.int(4, 9);
  const inner = random.between(0.22, 0.42);
  const sign = random.pick(Object.values(signs));
  const isRay = random.chance(0.5);
  const width = isWide ? AVATAR_SIZE * 3 : AVATAR_SIZE;
  return paint(width, AVATAR_SIZE, (x, y, pixel) => {
    let colour = mix(ground[0], ground[1], (x * 0.35 + y + 1.2) / 2.4);
    const rays = Math.sin(Math.atan2(y, x) * points * 2) * smooth(0.5, 1.4, Math.hypot(x, y));
    colour = mix(colour, ink, 0.1 * smooth(-0.05, 0.05, rays));
    const crest = isRay ? star(x, y, points, [0.82, inner + 0.36]) : Math.abs(circle(x, y, 0.7)) - 0.035;
    colour = mix(colour, mix(ground[1], [0, 0, 0], 0.35), isRay ? 0.75 * cover(crest, pixel) : 0);
    colour = mix(colour, ink, isRay ? cover(Math.abs(crest) - 0.025, pixel) : cover(crest, pixel));
    return mix(colour, ink, cover(sign(x * 2.1, y * 2.1) / 2.1, pixel));
  });
}

export function drawRating(): Buffer {
  return paint(96, 96, (x, y, pixel) => {
    const bars = Math.min(Math.max(Math.abs(x + 0.45) - 0.09, Math.abs(y) - 0.42), ring(x - 0.25, y));
    return mix(
      [190, 40, 44],
      [255, 255, 255],
      Math.max(cover(bars, pixel), cover(Math.abs(circle(x, y, 0.9)) - 0.04, pixel)),
    );
  });
}

/** Draws the digit 8. */
function ring(x: number, y: number): number {
  return Math.min(Math.abs(circle(x, y + 0.21, 0.19)) - 0.07, Math.abs(circle(x, y - 0.21, 0.21)) - 0.07);
}

/** Returns how much of a pixel is inside the distance. */
export function cover(distance: number, pixel: number): number {
  return clamp01(0.5 - distance / pixel);
}

/** Returns a PNG with every pixel colored. Over the height coordinates run from -1 to 1; 0 is the middle. */
export function paint(
  width: number,
  height: number,
  colourAt: (x: number, y: number, pixel: number) => Rgb,
): Buffer {
  const pixels = new Uint8Array(width * height * 4);
  const pixel = 2 / height;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const colour = colourAt((column + 0.5 - width / 2) * pixel, (row + 0.5 - height / 2) * pixel, pixel);
      pixels.set([colour[0], colour[1], colour[2], 255], (row * width + column) * 4);
    }
  }
  return encodePng(width, height, pixels);
}
