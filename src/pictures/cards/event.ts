import type { Tokens } from "../tokens.ts";
import { type Box, type Canvas, box, column, row, text } from "../tree.ts";
import { LARGE_ICON, TEXT_SHADOW, backdrop, hasIcon, iconPart, kindPill, onPicture } from "./artwork.ts";
import { EDGE, INNER, TYPE, WIDTH, flatCanvas, icon, gameIcon } from "./parts.ts";
import { type Words, oneOrTwoLines, wordsInLines, type Kit } from "./words.ts";
import type { EventCard } from "../card.ts";

const HEIGHT = 336;
const FOOTER = 84;
const ICON = 48;
const ICON_GAP = 8;
/** Beside the text. */
const ICON_SPACE = 20;
const MOST_REWARDS = 3;
/** The least size of a date on one line; then it wraps. */
const LEAST_WHEN = 16;
const TWO_LINES = { size: 17, lineHeight: 1.15 };
/** Below the text on the picture. */
const BOTTOM = 18;

export async function composeEvent(card: EventCard, kit: Kit): Promise<Canvas> {
  const { tokens } = kit;
  const footer = card.when === undefined && card.rewards.length === 0 ? 0 : FOOTER;
  const area = { width: WIDTH, height: HEIGHT - footer };
  const size = hasIcon(card) ? LARGE_ICON : 0;
  const words = await titles(card, size > 0 ? INNER - size - ICON_SPACE : INNER, kit);
  const icon = { size, right: EDGE, top: Math.round((area.height - size) / 2) };
  return flatCanvas(
    tokens,
    { height: HEIGHT, padding: 0 },
    ...backdrop(card, card, { area, icon, words: words.height + BOTTOM }),
    kindPill(card.kind, card.icon, { size: 17, width: INNER, at: { left: EDGE, top: EDGE } }),
    column({ at: { left: EDGE, bottom: BOTTOM + footer }, gap: words.gap }, ...words.texts),
    iconPart(card, icon),
    footer > 0 && (await footerPart(card, kit)),
  );
}

function titles(card: EventCard, width: number, kit: Kit): Promise<Words> {
  const { high, mid } = onPicture(card);
  const title = { ...TYPE.display, lineHeight: 1.12, color: high, shadow: TEXT_SHADOW };
  const tagline = { ...TYPE.body, color: mid, shadow: TEXT_SHADOW };
  return wordsInLines(
    [
      { content: card.title, style: title, min: 26 },
      { content: card.tagline, style: tagline, min: 16 },
    ],
    { width, gap: 6 },
    kit,
  );
}

async function footerPart(card: EventCard, kit: Kit): Promise<Box> {
  const { tokens } = kit;
  const rewards = card.rewards.slice(0, MOST_REWARDS);
  const tiles = rewards.length + (card.moreRewards === undefined ? 0 : 1);
  const taken = tiles === 0 ? 0 : tiles * (ICON + ICON_GAP) + 8;
  return row(
    {
      at: { left: 0, bottom: 0 },
      width: WIDTH,
      height: FOOTER,
      padding: [0, EDGE],
      justify: card.when === undefined ? "start" : "between",
      fill: tokens.panel,
    },
    await whenPart(card, INNER - taken, kit),
    row(
      { gap: ICON_GAP },
      ...rewards.map((bytes) =>
        gameIcon(bytes, ICON, { instead: icon("gift", 24, tokens.mid), fill: tokens.track }),
      ),
      card.moreRewards !== undefined && more(tokens, card.moreRewards),
    ),
  );
}

async function whenPart({ when, whenDetail }: EventCard, width: number, kit: Kit): Promise<Box> {
  if (when === undefined) return box({ width: 0 });
  const { tokens } = kit;
  const room = width - 36;
  const style = { ...TYPE.name, color: tokens.high };
  const said = { style, least: LEAST_WHEN, two: TWO_LINES, width: room, min: 14 };
  return row(
    { gap: 12, align: "start" },
    box({ padding: [2, 0, 0, 0] }, icon("clock", 24, tokens.accent)),
    column(
      { width: room },
      await oneOrTwoLines(when, said, kit),
      whenDetail !== undefined &&
        text(whenDetail, { ...TYPE.small, color: tokens.mid }, { width: room, min: 13 }),
    ),
  );
}

function more(tokens: Tokens, label: string): Box {
  const style = { ...TYPE.label, color: tokens.high, isTabular: true };
  const instead = text(label, style, { width: ICON - 8, min: 13 });
  return gameIcon(undefined, ICON, { instead, fill: tokens.track });
}
