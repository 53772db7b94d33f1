/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Returns the color of a hue in degrees, and saturation and lightness from 0 to 1. */
export function hsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const at = (offset + hue / 30 + 24) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = clamp01(share);
  return [
    from[0] + (to[0] - from[0]) * part,
    from[1] + (to[1] - from[1]) * part,
    from[2] + (to[2] - from[2]) * part,
  ];
}

export function clamp01(value: number): number {
  return value < 0 ? 0 : Math.min(value, 1);
}

/** Returns a smooth step from 0 at `low` to 1 at `high`. */
export function smooth(low: number, high: number, value: number): number {
  const part = clamp01((value - low) / (high - low));
  return part * part * (3 - 2 * part);
}
