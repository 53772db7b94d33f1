import { cover, drawAvatar, drawIcon, drawRating, paint } from "./icons.ts";
import { type Random, randomFor } from "../game-data/random.ts";
import { hsl, mix, type Rgb, smooth } from "./colour.ts";

export type Drawing =
  | { readonly kind: "avatar"; readonly key: string; readonly isWide: boolean }
  | { readonly kind: "banner"; readonly key: string }
  | { readonly kind: "icon"; readonly key: string; readonly sign: string; readonly rarity: number }
  | { readonly kind: "rating" };

/** Returns the drawing as PNG. A banner takes a fifth of a second. */
export function draw(drawing: Drawing): Buffer {
  switch (drawing.kind) {
    case "avatar":
      return drawAvatar(drawing.key, drawing.isWide);
    case "banner":
      return drawBanner(drawing.key);
    case "icon":
      return drawIcon(drawing.key, drawing.sign, drawing.rarity);
    case "rating":
      return drawRating();
  }
}

const WIDTH = 800;
const HEIGHT = 340;
const STAR_CELLS = 780;

interface Scene {
  readonly sky: readonly [Rgb, Rgb, Rgb];
  readonly light: { readonly x: number; readonly y: number; readonly radius: number; readonly colour: Rgb };
  readonly ridges: readonly Ridge[];
  /** The cells of a grid over the sky that have a star. */
  readonly stars: ReadonlySet<number>;
  /** Height of the water's edge; undefined: no water. */
  readonly water: number | undefined;
}
interface Ridge {
  readonly colour: Rgb;
  readonly base: number;
  readonly waves: readonly (readonly [length: number, height: number, shift: number])[];
  /** 0: rolling hills, 1: sharp peaks. */
  readonly sharpness: number;
}

/** Hue and lightness of the sky: hue at the top, hue at the bottom, lightness at both. */
const MOODS: readonly (readonly [number, number, number, number])[] = [
  [255, 18, 0.2, 0.66],
  [206, 38, 0.46, 0.82],
  [228, 262, 0.07, 0.3],
  [204, 186, 0.48, 0.86],
  [196, 170, 0.14, 0.46],
  [338, 28, 0.26, 0.68],
  [168, 52, 0.2, 0.74],
];

export function drawBanner(key: string): Buffer {
  const scene = compose(randomFor("banner", key));
  const edges = scene.ridges.map((ridge) =>
    Array.from({ length: WIDTH }, (_, column) => ridgeAt(ridge, column)),
  );
  return paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const column = Math.floor(x / pixel + WIDTH / 2);
    const isBelow = scene.water !== undefined && y > scene.water;
    const mirrored = isBelow && scene.water !== undefined ? 2 * scene.water - y : y;
    const ripple = isBelow ? Math.sin(y * 90 + Math.sin(x * 7) * 2) * 0.012 * (y - mirrored) * 8 : 0;
    const from = Math.min(WIDTH - 1, Math.max(0, column + Math.round(ripple / pixel)));
    // Ridges completely behind a nearer one needn't be painted.
    const nearest = scene.ridges.findLastIndex(
      (_, index) => (edges[index]?.[from] ?? 1) < mirrored - 2 * pixel,
    );
    let colour = nearest < 0 ? skyAt(scene, x + ripple, mirrored) : scene.sky[2];
    for (const [index, ridge] of scene.ridges.entries()) {
      if (index < nearest) continue;
      const edge = edges[index]?.[from] ?? 1;
      const haze = mix(ridge.colour, scene.sky[2], 0.35 * smooth(edge, edge + 0.7, mirrored));
      colour = mix(colour, haze, cover(edge - mirrored, pixel * 1.5));
    }
    if (isBelow)
      colour = mix(
        mix(colour, scene.sky[0], 0.3),
        scene.sky[2],
        0.08 * Math.max(0, Math.sin(y * 130 + x * 3)),
      );
    return mix(colour, [0, 0, 0], 0.28 * smooth(1.1, 2.6, Math.hypot(x, y * 1.4)));
  });
}

function compose(random: Random): Scene {
  const [top, foot, dark, light] = random.pick(MOODS);
  const turn = random.int(-14, 14);
  const zenith = hsl(top + turn, 0.55, dark);
  const horizon = hsl(foot + turn, 0.68, light);
  const sky = [zenith, mix(zenith, horizon, 0.45), horizon] as const;
  const count = random.int(3, 5);
  const ridges = Array.from({ length: count }, (_, index): Ridge => {
    const near = (index + 1) / count;
    return {
      colour: mix(sky[1], hsl(top + turn, 0.4, 0.07), 0.2 + near * 0.75),
      base: -0.25 + near * 0.85 + random.between(-0.08, 0.08),
      sharpness: random.between(0.2, 1) * (1.2 - near),
      waves: [2.4, 1.1, 0.46, 0.19, 0.08].map((length, step) => [
        length * random.between(0.8, 1.3),
        (0.26 / (step * 1.35 + 1)) * random.between(0.6, 1.2) * (1.25 - near * 0.5),
        random.between(0, 20),
      ]),
    };
  });
  return {
    sky,
    ridges,
    light: {
      // Not in the corner where cards have their title.
      x: random.between(-0.5, 1.6),
      y: random.between(-0.6, -0.05),
      radius: random.between(0.09, 0.2),
      colour: mix(sky[2], [255, 250, 235], 0.75),
    },
    stars: new Set(dark < 0.25 ? Array.from({ length: 130 }, () => random.int(0, STAR_CELLS * 170)) : []),
    water: random.chance(0.5) ? random.between(0.42, 0.6) : undefined,
  };
}

function skyAt(scene: Scene, x: number, y: number): Rgb {
  const [top, middle, foot] = scene.sky;
  let colour = y < -0.2 ? mix(top, middle, (y + 1) / 0.8) : mix(middle, foot, (y + 0.2) / 0.7);
  const cell = Math.floor((y + 1) * 130) * STAR_CELLS + Math.floor((x + 3) * 130);
  if (scene.stars.has(cell)) colour = mix(colour, [255, 255, 255], 0.7);
  const distance = Math.hypot(x - scene.light.x, y - scene.light.y) - scene.light.radius;
  colour = mix(colour, scene.light.colour, 0.55 * Math.exp(-Math.max(0, distance) * 3.2));
  return mix(colour, scene.light.colour, cover(distance, 0.008));
}

function ridgeAt(ridge: Ridge, column: number): number {
  const x = (column / WIDTH) * 4.8;
  let height = 0;
  for (const [length, high, shift] of ridge.waves) {
    const wave = Math.sin(x / length + shift);
    height += high * (wave * (1 - ridge.sharpness) + (1 - 2 * Math.abs(wave)) * ridge.sharpness);
  }
  return ridge.base - height;
}
