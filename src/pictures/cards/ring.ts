import type { Tokens } from "../tokens.ts";
import type { Drawing } from "../tree.ts";
import { shownShare } from "./parts.ts";

/** A ring that is filled clockwise from the top. */
export function ring(tokens: Tokens, share: number, size: number, stroke = 14): Drawing {
  const radius = (size - stroke) / 2;
  const around = 2 * Math.PI * radius;
  const filled = shownShare(share) * around;
  const at = String(size / 2);
  const circle = `<circle cx="${at}" cy="${at}" r="${String(radius)}" fill="none" stroke-width="${String(stroke)}"`;
  const arc =
    filled === 0
      ? ""
      : `${circle} stroke="url(#g)" stroke-linecap="${share >= 1 ? "butt" : "round"}" ` +
        `stroke-dasharray="${String(filled)} ${String(around - filled + 1)}" transform="rotate(-90 ${at} ${at})"/>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(size)}" height="${String(size)}">` +
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${tokens.accentStart}"/>` +
    `<stop offset="1" stop-color="${tokens.accent}"/></linearGradient></defs>` +
    `${circle} stroke="${tokens.track}"/>${arc}</svg>`;
  return { type: "drawing", svg, style: { width: size, height: size } };
}
