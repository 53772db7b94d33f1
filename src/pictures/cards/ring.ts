import type { Tokens } from "../tokens.ts";
import { type Drawing, drawing, svgOf } from "../tree.ts";
import { shownShare } from "./parts.ts";

/** Returns a ring filled clockwise from the top. */
export function ring(tokens: Tokens, share: number, size: number): Drawing {
  const stroke = 14;
  const radius = (size - stroke) / 2;
  const around = 2 * Math.PI * radius;
  const filled = shownShare(share) * around;
  const at = size / 2;
  const circle = `<circle cx="${at}" cy="${at}" r="${radius}" fill="none" stroke-width="${stroke}"`;
  const arc =
    filled === 0
      ? ""
      : `${circle} stroke="url(#g)" stroke-linecap="${share >= 1 ? "butt" : "round"}" ` +
        `stroke-dasharray="${filled} ${around - filled + 1}" transform="rotate(-90 ${at} ${at})"/>`;
  const shapes =
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${tokens.accentStart}"/>` +
    `<stop offset="1" stop-color="${tokens.accent}"/></linearGradient></defs>${circle} stroke="${tokens.track}"/>${arc}`;
  return drawing(svgOf(size, size, shapes), { width: size, height: size });
}
