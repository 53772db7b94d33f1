import type { Tokens } from "../tokens.ts";
import { type Box, type Canvas, box, column, row, text, type Drawing, drawing, svgOf } from "../tree.ts";
import {
  EDGE,
  INNER,
  TYPE,
  bar,
  canvas,
  header,
  headerPicture,
  icon,
  tile,
  CENTERED,
  gameIcon,
  shownShare,
} from "./parts.ts";
import { linesOfAll, oneOrTwoLines, type Kit } from "./words.ts";
import type { ProgressCard, RingContent, TrackContent } from "../card.ts";

/** Returns a ring filled clockwise from the top. */
function ring(tokens: Tokens, share: number, size: number): Drawing {
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

const HEADER = 64;
const TILES = 76;
const TILE_GAP = 10;
const TILE = (INNER - 2 * TILE_GAP) / 3;
const GAP = 20;
/** Used where the tiles are taller. */
const TIGHT_GAP = 11;
const RING = 142;
const RING_BLOCK = 212;
const RING_GAP = 28;
const TRACK = 64;
const TRACK_GAP = 10;
const ICON = 48;
const MOST_TRACKS = 3;
const MOST_LEVEL = 96;
const LEAST_UNIT = 60;
/** The least size of a track's name on one line; then it wraps. */
const LEAST_NAME = 16;
const TWO_LINES = { size: 15, lineHeight: 1.06 };

export async function composeProgress(card: ProgressCard, kit: Kit): Promise<Canvas> {
  const { tokens } = kit;
  // Two lines where a word is wider than a tile.
  const style = { ...TYPE.small, color: tokens.mid };
  const labels = [card.waiting, card.open, card.done].map(({ label }) => label);
  const lines = await linesOfAll(labels, { style, width: TILE - 28 }, kit);
  const tracks = card.tracks.slice(0, MOST_TRACKS);
  const tracksHeight = tracks.length * (TRACK + TRACK_GAP) - TRACK_GAP;
  const ringHeight = card.ring === undefined ? 0 : tracks.length === 0 ? RING : RING_BLOCK;
  const mainHeight = Math.max(ringHeight, tracksHeight);
  const gap = lines === 2 ? TIGHT_GAP : GAP;
  const main = mainHeight > 0 ? mainHeight + gap : 0;
  return canvas(
    tokens,
    { height: 2 * EDGE + HEADER + gap + main + tilesHeight(lines), gap },
    headerPicture(tokens, card.banner),
    await header(card, kit),
    mainHeight > 0 && (await mainPart(card, { tracks, height: mainHeight }, kit)),
    tiles(tokens, card, lines),
  );
}

function tilesHeight(lines: 1 | 2): number {
  return lines === 2 ? TILES + 18 : TILES;
}

async function mainPart(
  { ring: content }: ProgressCard,
  { tracks, height }: { readonly tracks: readonly TrackContent[]; readonly height: number },
  kit: Kit,
): Promise<Box> {
  const { tokens } = kit;
  const isAlone = tracks.length === 0;
  const width = content === undefined ? INNER : INNER - RING - RING_GAP;
  const hasIcons = tracks.some((one) => one.icon !== undefined);
  const drawn = await Promise.all(tracks.map((one) => track(one, { width, hasIcons }, kit)));
  return row(
    { height, gap: RING_GAP },
    content && (isAlone ? ringAlone(tokens, content) : ringPart(tokens, content)),
    !isAlone && column({ width, gap: TRACK_GAP }, ...drawn),
  );
}

/** A ring with nothing beside it has its text there, in a matching size. */
function ringAlone(tokens: Tokens, content: RingContent): Box {
  const width = INNER - RING - RING_GAP;
  return row(
    { gap: RING_GAP },
    ringNumbers(tokens, content),
    column(
      { width, gap: 4 },
      text(content.label, { ...TYPE.title, color: tokens.high }, { width, min: 18 }),
      text(content.sub, { ...TYPE.body, color: tokens.mid }, { width, min: 15 }),
    ),
  );
}

/** Longer numbers would run into the ring side by side. */
const BESIDE = 5;

function ringNumbers(tokens: Tokens, { share, done, total }: RingContent, below = 0): Box {
  const isBeside = done.length + total.length <= BESIDE;
  const numbers = [
    text(
      done,
      { size: 50, weight: 800, color: tokens.high, spacing: -0.02, lineHeight: 1.1 },
      { width: isBeside ? 70 : 88, min: 20 },
    ),
    text(
      `/${total}`,
      { ...TYPE.name, color: tokens.low, lineHeight: 1.1 },
      { width: isBeside ? 40 : 70, min: 13 },
    ),
  ];
  return box(
    { width: RING, height: RING, ...CENTERED, margin: [0, 0, below, 0] },
    { ...ring(tokens, share, RING), style: { width: RING, height: RING, at: { left: 0, top: 0 } } },
    isBeside ? row({ align: "baseline", gap: 2 }, ...numbers) : column({ align: "center" }, ...numbers),
  );
}

function ringPart(tokens: Tokens, content: RingContent): Box {
  const { label, sub } = content;
  return column(
    { width: RING, align: "center", gap: 2 },
    ringNumbers(tokens, content, 8),
    text(label, { ...TYPE.label, weight: 650, color: tokens.high }, { width: RING, min: 13 }),
    text(sub, { ...TYPE.small, color: tokens.mid }, { width: RING, min: 13 }),
  );
}

async function track(
  content: TrackContent,
  { width, hasIcons }: { readonly width: number; readonly hasIcons: boolean },
  kit: Kit,
): Promise<Box> {
  const { tokens } = kit;
  const { name, value, share, isHighest = false } = content;
  const room = hasIcons ? width - ICON - 14 : width;
  const level = {
    ...TYPE.name,
    weight: 750,
    color: isHighest ? tokens.urgent : tokens.high,
    isTabular: true,
  };
  // The name gets the room the number leaves, on two lines if it would be tiny on one.
  const taken = Math.min(MOST_LEVEL, await kit.width(value, level));
  const named = await oneOrTwoLines(
    name,
    {
      style: { ...TYPE.name, color: tokens.high },
      least: LEAST_NAME,
      two: TWO_LINES,
      width: room - taken - 12,
      min: 13,
    },
    kit,
  );
  const isTight = named.fit?.lines === 2;
  return row(
    { gap: 14, height: TRACK },
    hasIcons &&
      gameIcon(content.icon, ICON, { instead: icon("diamond", 24, tokens.low), fill: tokens.panel }),
    column(
      { width: room, gap: isTight ? 3 : 5 },
      row(
        { justify: "between", align: "baseline", gap: 12 },
        named,
        text(value, level, { width: MOST_LEVEL, min: 13 }),
      ),
      share === undefined && !isHighest
        ? box({ height: 8 })
        : bar(tokens, isHighest ? 1 : shownShare(share ?? 0), {
            width: room,
            ...(isHighest && { fill: tokens.urgentFill }),
          }),
      isHighest ? highest(tokens, content.detail, room) : await trackDetail(content, room, kit),
    ),
  );
}

async function trackDetail({ detail, unit }: TrackContent, room: number, kit: Kit): Promise<Box> {
  const style = { ...TYPE.small, color: kit.tokens.mid };
  const taken = await kit.width(detail, style);
  const width = Math.max(room - taken - 12, LEAST_UNIT);
  return row(
    { justify: "between", gap: 12 },
    text(detail, style, { width: room - LEAST_UNIT - 12, min: 13 }),
    text(unit, { ...style, color: kit.tokens.low }, { width, min: 13 }),
  );
}

function highest(tokens: Tokens, detail: string, room: number): Box {
  return row(
    { gap: 6 },
    icon("crown", 16, tokens.urgent),
    text(detail, { ...TYPE.small, color: tokens.urgent }, { width: room - 22, min: 13 }),
  );
}

function tiles(tokens: Tokens, { waiting, open, done }: ProgressCard, lines: 1 | 2): Box {
  const shared = { width: TILE, lines };
  return row(
    { gap: TILE_GAP, height: tilesHeight(lines), align: "stretch" },
    tile(tokens, { icon: "gift", ...waiting, ...shared }),
    tile(tokens, { icon: "circle-dashed", ...open, ...shared }),
    tile(tokens, { icon: "circle-check", ...done, ...shared }),
  );
}
