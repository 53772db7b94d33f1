import { withAlpha } from "../oklch.ts";
import type { Tokens } from "../tokens.ts";
import {
  type Box,
  type Canvas,
  type Node,
  type TextStyle,
  box,
  column,
  picture,
  row,
  text,
} from "../tree.ts";
import { EDGE, ENLARGED, INNER, TYPE, WIDTH, avatar, canvas, icon, CENTERED, panel } from "./parts.ts";
import { scene } from "./scene.ts";
import { type Words, oneOrTwoLines, wordsInLines, type Kit } from "./words.ts";
import type { ProfileCard, ProfileFact } from "../card.ts";

const BANNER = 150;
const AVATAR = 116;
/** Around the avatar's ring. */
const RIM = 6;
const NAME_TOP = 220;
const NAME = 46;
/** The least size of a name on one line; then it wraps. */
const LEAST_NAME = 24;
const TWO_LINES = { size: 22, lineHeight: 1.1 };
const STATUS: Omit<TextStyle, "color"> = { ...TYPE.body, lineHeight: 1.35 };
const FACTS = 72;
const ONE_FACT = 56;
const GAP = 10;
const MOST_FACTS = 3;
/** How many letters of a fact fit. */
const ONE_LINE = 12;

export async function composeProfile(card: ProfileCard, kit: Kit): Promise<Canvas> {
  const { tokens } = kit;
  const facts = card.facts.slice(0, MOST_FACTS);
  const factsHeight = facts.length === 0 ? 0 : (facts.length === 1 ? ONE_FACT : FACTS) + 20;
  const status = await wordsInLines(
    [{ content: card.status, style: { ...STATUS, color: tokens.mid }, min: 16 }],
    { width: INNER, gap: 0 },
    kit,
  );
  const statusHeight = status.texts.length === 0 ? 0 : status.height + 6;
  return canvas(
    tokens,
    { height: NAME_TOP + NAME + statusHeight + factsHeight + EDGE, padding: 0 },
    bannerPart(card),
    // Marks the end of a white banner on a light ground.
    box({ at: { left: 0, top: BANNER }, width: WIDTH, height: 1, fill: withAlpha(tokens.line, 0.6) }),
    portrait(tokens, card),
    card.title !== undefined && titlePill(tokens, card.title),
    await words(card, status, kit),
    facts.length > 0 && factsPart(tokens, facts),
  );
}

/** The banner carries no text, so it is not darkened. With an avatar only its start is shown, without the emblem. */
function bannerPart(card: ProfileCard): Node {
  const size = { width: WIDTH, height: BANNER, at: { left: 0, top: 0 } };
  if (card.banner === undefined) return scene(card, size, { name: card.name });
  if (card.avatar === undefined) return picture(card.banner, { ...size, focus: [0.5, 0.35] });
  const large = { width: WIDTH * ENLARGED, height: BANNER * ENLARGED };
  const at = { left: 0, top: Math.round((BANNER - large.height) * 0.35) };
  return box({ ...size, clips: true }, picture(card.banner, { ...large, at, focus: [0.5, 0.35] }));
}

function portrait(tokens: Tokens, { avatar: bytes, name }: ProfileCard): Box {
  const size = AVATAR + 2 * RIM;
  const style = { ...CENTERED, width: size, height: size, radius: size / 2, fill: tokens.ground };
  const at = { left: EDGE - RIM, top: BANNER - 62 };
  return box({ ...style, at }, avatar(tokens, { bytes, name, size: AVATAR }));
}

function titlePill(tokens: Tokens, title: string): Box {
  const room = INNER - AVATAR - 80;
  return row(
    { at: { right: EDGE, top: BANNER + 16 }, gap: 8, padding: [5, 14], radius: 16, fill: tokens.tint },
    icon("award", 20, tokens.accent),
    text(title, { ...TYPE.label, weight: 600, color: tokens.accent }, { width: room, min: 14 }),
  );
}

async function words({ name }: ProfileCard, status: Words, kit: Kit): Promise<Box> {
  const style = { ...TYPE.display, color: kit.tokens.high, lineHeight: NAME / TYPE.display.size };
  const room = { style, least: LEAST_NAME, two: TWO_LINES, width: INNER, min: 14 };
  return column(
    { at: { left: EDGE, top: NAME_TOP }, width: INNER, gap: 4 },
    box({ height: NAME, justify: "center" }, await oneOrTwoLines(name, room, kit)),
    ...status.texts,
  );
}

function factsPart(tokens: Tokens, facts: readonly ProfileFact[]): Box {
  const [only] = facts;
  const at = { left: EDGE, bottom: EDGE };
  if (facts.length === 1 && only !== undefined) return box({ at }, wideFact(tokens, only));
  const width = (INNER - (facts.length - 1) * GAP) / facts.length;
  return row({ at, gap: GAP }, ...facts.map((fact) => factTile(tokens, fact, width)));
}

/** A single fact takes the whole width: label at the near edge, value at the far one. */
function wideFact(tokens: Tokens, fact: ProfileFact): Box {
  return row(
    { ...panel(tokens), width: INNER, height: ONE_FACT, padding: [0, 16], justify: "between", gap: 16 },
    factLabel(tokens, fact, 180),
    text(fact.value, { ...TYPE.name, color: tokens.high }, { width: INNER - 228, min: 15 }),
  );
}

function factTile(tokens: Tokens, fact: ProfileFact, width: number): Box {
  const room = width - 24;
  const lines = fact.value.length > ONE_LINE ? 2 : 1;
  return column(
    { ...panel(tokens), width, height: FACTS, padding: [12, 12, 0, 12], gap: 4 },
    factLabel(tokens, fact, room),
    text(
      fact.value,
      { ...TYPE.name, size: lines === 1 ? 24 : TYPE.body.size, color: tokens.high, lineHeight: 1.15 },
      { width: room, min: 14, lines },
    ),
  );
}

function factLabel(tokens: Tokens, { icon: name, label }: ProfileFact, width: number): Box {
  return row(
    { gap: 8 },
    name !== undefined && icon(name, 18, tokens.low),
    text(
      label,
      { ...TYPE.small, color: tokens.mid },
      { width: width - (name === undefined ? 0 : 26), min: 13 },
    ),
  );
}
