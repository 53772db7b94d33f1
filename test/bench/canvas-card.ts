import { type Image, GlobalFonts, type SKRSContext2D, createCanvas, loadImage } from "@napi-rs/canvas";

import { slicesOf } from "../../src/pictures/fonts/families.ts";
import { type Tokens, tokensOf } from "../../src/pictures/tokens.ts";
import type { ProgressCard, TrackContent } from "../../src/pictures/card.ts";

const DENSITY = 2;
const [WIDTH, HEIGHT] = [520, 440];

interface Images {
  readonly avatar?: Image;
  readonly banner?: Image;
  readonly icons: readonly (Image | undefined)[];
}

const load = async (bytes: Uint8Array | undefined) =>
  bytes === undefined ? undefined : loadImage(Buffer.from(bytes));

/** Returns what draws this card by hand on a canvas: the same parts, places measured beforehand, no text that wraps or shrinks. */
export async function createCanvasCard(card: ProgressCard): Promise<() => Promise<Uint8Array>> {
  // It draws what several slices under one name cover with the last of them alone.
  const latin = slicesOf("Inter").find(({ file }) => file.includes("inter-latin-opsz"));
  if (latin !== undefined) GlobalFonts.registerFromPath(latin.file, "Inter");
  const tokens = tokensOf(card.hue, card.mode);
  const [avatar, banner] = await Promise.all([load(card.avatar), load(card.banner)]);
  const icons = await Promise.all(card.tracks.map((track) => load(track.icon)));
  const images: Images = { ...(avatar && { avatar }), ...(banner && { banner }), icons };
  return async () => {
    const canvas = createCanvas(WIDTH * DENSITY, HEIGHT * DENSITY);
    const context = canvas.getContext("2d");
    context.scale(DENSITY, DENSITY);
    drawGround(context, tokens, images.banner);
    drawHeader(context, tokens, { card, avatar: images.avatar });
    drawRing(context, tokens, card);
    for (const [index, track] of card.tracks.entries()) {
      drawTrack(context, tokens, { track, top: 112 + index * 74, image: images.icons[index] });
    }
    drawTiles(context, tokens, card);
    return canvas.encode("png");
  };
}

function drawGround(context: SKRSContext2D, tokens: Tokens, banner: Image | undefined): void {
  context.fillStyle = tokens.ground;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const glow = context.createRadialGradient(0, 0, 0, 0, 0, 360);
  glow.addColorStop(0, `${tokens.accent}33`);
  glow.addColorStop(1, `${tokens.accent}00`);
  context.fillStyle = glow;
  context.fillRect(0, 0, 420, 300);
  if (banner === undefined) return;
  const layer = createCanvas(460 * DENSITY, 160 * DENSITY);
  const masked = layer.getContext("2d");
  masked.drawImage(banner, 0, 0, 460 * DENSITY, 160 * DENSITY);
  masked.globalCompositeOperation = "destination-in";
  const mask = masked.createRadialGradient(920, 0, 0, 920, 0, 920);
  mask.addColorStop(0, "#00000070");
  mask.addColorStop(1, "#00000000");
  masked.fillStyle = mask;
  masked.fillRect(0, 0, 920, 320);
  context.drawImage(layer, 60, 0, 460, 160);
}

function drawHeader(
  context: SKRSContext2D,
  tokens: Tokens,
  { card, avatar }: { readonly card: ProgressCard; readonly avatar: Image | undefined },
): void {
  context.save();
  context.beginPath();
  context.arc(56, 56, 27, 0, 2 * Math.PI);
  context.clip();
  if (avatar !== undefined) context.drawImage(avatar, 29, 29, 54, 54);
  context.restore();
  context.strokeStyle = tokens.accent;
  context.lineWidth = 3;
  context.beginPath();
  context.arc(56, 56, 30, 0, 2 * Math.PI);
  context.stroke();
  write(context, card.name, { at: [104, 54], font: "700 28px Inter", color: tokens.high });
  write(context, card.detail, { at: [104, 80], font: "400 18px Inter", color: tokens.mid });
}

function drawRing(context: SKRSContext2D, tokens: Tokens, { ring }: ProgressCard): void {
  if (ring === undefined) return;
  context.lineWidth = 14;
  context.strokeStyle = tokens.track;
  context.beginPath();
  context.arc(95, 187, 64, 0, 2 * Math.PI);
  context.stroke();
  const color = context.createLinearGradient(24, 0, 166, 0);
  color.addColorStop(0, tokens.accentStart);
  color.addColorStop(1, tokens.accent);
  context.strokeStyle = color;
  context.lineCap = "round";
  context.beginPath();
  context.arc(95, 187, 64, -Math.PI / 2, -Math.PI / 2 + ring.share * 2 * Math.PI);
  context.stroke();
  write(context, ring.done, { at: [68, 205], font: "800 50px Inter", color: tokens.high });
  write(context, `/${ring.total}`, { at: [98, 205], font: "600 20px Inter", color: tokens.low });
  write(context, ring.label, { at: [51, 284], font: "600 17px Inter", color: tokens.high });
  write(context, ring.sub, { at: [59, 306], font: "500 16px Inter", color: tokens.mid });
}

function drawTrack(
  context: SKRSContext2D,
  tokens: Tokens,
  {
    track,
    top,
    image,
  }: { readonly track: TrackContent; readonly top: number; readonly image: Image | undefined },
): void {
  if (image !== undefined) context.drawImage(image, 194, top + 6, 48, 48);
  write(context, track.name, { at: [256, top + 15], font: "600 20px Inter", color: tokens.high });
  write(context, track.value, { at: [472, top + 15], font: "700 20px Inter", color: tokens.high });
  bar(context, tokens.track, { left: 256, top: top + 27, width: 240 });
  const fill = track.isHighest === true ? tokens.urgentFill : tokens.accent;
  bar(context, fill, { left: 256, top: top + 27, width: 240 * (track.share ?? 0) });
  write(context, track.detail, { at: [256, top + 56], font: "500 16px Inter", color: tokens.mid });
  write(context, track.unit, { at: [456, top + 56], font: "500 16px Inter", color: tokens.low });
}

function drawTiles(context: SKRSContext2D, tokens: Tokens, card: ProgressCard): void {
  for (const [index, one] of [card.waiting, card.open, card.done].entries()) {
    const left = 24 + index * 161;
    context.fillStyle = index === 0 ? tokens.urgentTint : tokens.panel;
    context.beginPath();
    context.roundRect(left, 340, 150, 76, 14);
    context.fill();
    context.strokeStyle = tokens.line;
    context.lineWidth = 1;
    context.stroke();
    context.lineWidth = 2;
    context.strokeStyle = tokens.low;
    context.beginPath();
    context.arc(left + 26, 366, 10, 0, 2 * Math.PI);
    context.stroke();
    write(context, one.value, { at: [left + 46, 376], font: "800 28px Inter", color: tokens.high });
    write(context, one.label, { at: [left + 14, 402], font: "500 17px Inter", color: tokens.mid });
  }
}

function bar(
  context: SKRSContext2D,
  color: string,
  { left, top, width }: { readonly left: number; readonly top: number; readonly width: number },
): void {
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(left, top, width, 8, 4);
  context.fill();
}

function write(
  context: SKRSContext2D,
  text: string,
  {
    at: [x, y],
    font,
    color,
  }: { readonly at: readonly [number, number]; readonly font: string; readonly color: string },
): void {
  context.font = font;
  context.fillStyle = color;
  context.fillText(text, x, y);
}
