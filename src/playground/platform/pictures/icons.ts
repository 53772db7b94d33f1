import { randomFor } from "../game-data/random.ts";
import { clamp01, hsl, mix, type Rgb, smooth } from "./colour.ts";
import { encodePng } from "./png.ts";

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

/** A sign's signed distance, below 0 inside, so that it is smooth at every size. From -1 to 1, y downward. */
type Sign = (x: number, y: number) => number;

const signs: Readonly<Record<string, Sign>> = {
  sword: (x, y) =>
    turned(x, y, 0.785, (u, v) =>
      Math.min(
        Math.max(box(u, v + 0.22, 0.1, 0.58), Math.abs(u) - 0.1 + Math.max(0, -v - 0.6) * 0.5),
        box(u, v - 0.42, 0.34, 0.06),
        box(u, v - 0.62, 0.06, 0.2),
        circle(u, v - 0.84, 0.11),
      ),
    ),
  bow: (x, y) =>
    turned(x, y, 0.785, (u, v) =>
      Math.min(
        Math.max(Math.abs(circle(u + 0.25, v, 0.75)) - 0.07, -u - 0.02),
        box(u - 0.02, v, 0.02, 0.72),
        box(u - 0.15, v, 0.72, 0.035),
        Math.max(Math.abs(v) - 0.14 + (u - 0.72) * 0.7, 0.72 - u),
      ),
    ),
  spear: (x, y) =>
    turned(x, y, 0.6, (u, v) =>
      Math.min(box(u, v - 0.15, 0.05, 0.78), rhombus(u, v + 0.62, 0.17, 0.36), box(u, v + 0.2, 0.2, 0.045)),
    ),
  hammer: (x, y) =>
    turned(x, y, 0.5, (u, v) =>
      Math.min(box(u, v - 0.2, 0.07, 0.7), box(u, v + 0.45, 0.46, 0.2) - 0.04, box(u, v - 0.86, 0.12, 0.06)),
    ),
  shield: (x, y) => {
    const body = Math.max(Math.abs(x) - 0.6, -y - 0.7, Math.hypot(Math.abs(x) + 0.35, y + 0.1) - 0.95);
    return Math.max(body, -Math.min(box(x, y, 0.05, 0.9), box(x, y + 0.2, 0.9, 0.05)));
  },
  wing: (x, y) => {
    let nearest = 9;
    for (let feather = 0; feather < 4; feather += 1) {
      const distance = turned(x + 0.45, y + 0.35 - feather * 0.06, -0.2 + feather * 0.3, (u, v) =>
        ellipse(u - 0.55, v, 0.6 - feather * 0.07, 0.11),
      );
      nearest = Math.min(nearest, distance);
    }
    return nearest;
  },
  moon: (x, y) => Math.max(circle(x, y, 0.72), -circle(x - 0.34, y + 0.14, 0.58)),
  flame: (x, y) => {
    const outer = drop(x, y * 0.95 - 0.1, 0.52);
    return Math.max(outer, -drop(x + 0.04, y * 1.1 - 0.42, 0.22));
  },
  drop: (x, y) =>
    Math.max(
      drop(x, y - 0.12, 0.5),
      -Math.max(Math.abs(circle(x, y - 0.2, 0.33)) - 0.035, -x - 0.02, 0.2 - y),
    ),
  star: (x, y) => star(x, y, 5, [0.78, 0.36]),
  crown: (x, y) => {
    const zigzag = -0.1 - Math.abs(((x / 0.6 + 3) % 1) - 0.5) * 0.9;
    return Math.max(Math.abs(x) - 0.62 + (y + 0.3) * 0.12, y - 0.42, zigzag - y - 0.05) * 0.8;
  },
  ring: (x, y) => Math.min(Math.abs(circle(x, y - 0.14, 0.5)) - 0.09, rhombus(x, y + 0.56, 0.26, 0.24)),
  eye: (x, y) => {
    const lid = Math.max(circle(x, y + 0.42, 0.9), circle(x, y - 0.42, 0.9));
    return Math.max(lid, -(Math.abs(circle(x, y, 0.3)) - 0.07));
  },
  tower: (x, y) => {
    const body = Math.max(Math.abs(x) - 0.34 - y * 0.08, Math.abs(y - 0.12) - 0.68);
    const top = Math.max(box(x, y + 0.56, 0.5, 0.16), -box(((x + 3.01) % 0.34) - 0.17, y + 0.66, 0.06, 0.1));
    const door = Math.min(circle(x, y - 0.5, 0.13), box(x, y - 0.68, 0.13, 0.18));
    return Math.max(Math.min(body, top), -door, -box(x, y + 0.1, 0.06, 0.14));
  },
  key: (x, y) =>
    turned(x, y, 0.785, (u, v) =>
      Math.min(
        Math.abs(circle(u, v + 0.45, 0.28)) - 0.09,
        box(u, v - 0.35, 0.07, 0.5),
        box(u - 0.17, v - 0.72, 0.14, 0.055),
        box(u - 0.14, v - 0.5, 0.11, 0.055),
      ),
    ),
  leaf: (x, y) =>
    turned(x, y, 0.7, (u, v) => {
      const blade = Math.max(circle(u + 0.5, v, 0.88), circle(u - 0.5, v, 0.88));
      return Math.max(blade, -Math.max(Math.abs(u) - 0.025, v - 0.9));
    }),
  gem: (x, y) => {
    const body = Math.max(
      Math.abs(x) * 0.8 + y * 0.62 - 0.5,
      -y - 0.42,
      Math.abs(x) - 0.68 - (y + 0.42) * 0.6,
    );
    return Math.max(
      body,
      -Math.min(Math.abs(y + 0.12) - 0.025, Math.abs(Math.abs(x) - 0.2 + y * 0.2) - 0.02),
    );
  },
};

function circle(x: number, y: number, radius: number): number {
  return Math.hypot(x, y) - radius;
}

function box(x: number, y: number, halfWidth: number, halfHeight: number): number {
  return Math.max(Math.abs(x) - halfWidth, Math.abs(y) - halfHeight);
}

function star(x: number, y: number, points: number, [outer, inner]: readonly [number, number]): number {
  const slice = Math.PI / points;
  const angle = Math.abs(((((Math.atan2(x, -y) / slice + 400 * points + 1) % 2) + 2) % 2) - 1) * slice;
  const radius = Math.hypot(x, y);
  const [u, v] = [radius * Math.sin(angle), radius * Math.cos(angle)];
  const [ex, ey] = [inner * Math.sin(slice), inner * Math.cos(slice) - outer];
  return (u * -ey + (v - outer) * ex) / Math.hypot(ex, ey);
}

function rhombus(x: number, y: number, halfWidth: number, halfHeight: number): number {
  const outside = Math.abs(x) / halfWidth + Math.abs(y) / halfHeight - 1;
  return (outside * halfWidth * halfHeight) / Math.hypot(halfWidth, halfHeight);
}

function ellipse(x: number, y: number, halfWidth: number, halfHeight: number): number {
  return (Math.hypot(x / halfWidth, y / halfHeight) - 1) * Math.min(halfWidth, halfHeight);
}

/** A round drop with its point up. */
function drop(x: number, y: number, radius: number): number {
  const tip = -1.7 * radius;
  if (y > 0) return circle(x, y, radius);
  if (y < tip) return Math.hypot(x, y - tip);
  const width = radius * Math.sqrt(Math.max(0, 1 - y / tip));
  return (Math.abs(x) - width * (1 - 0.25 * (y / tip))) * 0.8;
}

function turned(x: number, y: number, angle: number, sign: Sign): number {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return sign(x * cos + y * sin, y * cos - x * sin);
}
