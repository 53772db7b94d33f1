/** An OKLCH color: lightness 0 to 1, chroma, hue in degrees. */
interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

type Rgb = readonly [number, number, number];

/** Returns `#rrggbb`; chroma is reduced until screens can show the color. */
export function toHex({ l, c, h }: Oklch): string {
  for (let chroma = c; chroma > 0; chroma -= 0.004) {
    const rgb = toLinear({ l, c: chroma, h });
    if (rgb.every((part) => part > -0.0005 && part < 1.0005)) return hexOf(rgb);
  }
  return hexOf(toLinear({ l, c: 0, h }));
}

/** Returns the color with transparency; `alpha`: 0 to 1. */
export function withAlpha(hex: string, alpha: number): string {
  return `${hex}${hexByte(alpha)}`;
}

/** `share`: of 255. */
function hexByte(share: number): string {
  return Math.round(share * 255)
    .toString(16)
    .padStart(2, "0");
}

/** To linear sRGB, after Björn Ottosson, "A perceptual color space for image processing". */
function toLinear({ l, c, h }: Oklch): Rgb {
  const angle = (h * Math.PI) / 180;
  const a = c * Math.cos(angle);
  const b = c * Math.sin(angle);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function hexOf(linear: Rgb): string {
  const bytes = linear.map((part) => {
    const inside = Math.min(1, Math.max(0, part));
    return hexByte(inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055);
  });
  return `#${bytes.join("")}`;
}
