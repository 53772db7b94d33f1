import { chunks } from "../../base/async/map-in-batches.ts";
import { type Canvas, type Node, box, column, row, text } from "../tree.ts";
import { EDGE, INNER, TYPE, canvas, croppedIcon, icon } from "./parts.ts";
import type { Kit } from "./words.ts";
import type { VaultCard, VaultSection, VaultThing } from "../card.ts";

const TOP = 66;
const HEADING = 34;
const ROW = 40;
const ICON = 32;
const COLUMN_GAP = 20;
const COLUMN = (INNER - COLUMN_GAP) / 2;
const NAME_GAP = 10;

export async function composeVault(card: VaultCard, kit: Kit): Promise<Canvas> {
  const { tokens } = kit;
  const style = { color: tokens.mid, align: "right", ...TYPE.label } as const;
  const rows = card.sections.map(({ things }) => HEADING + Math.ceil(things.length / 2) * ROW);
  const height = TOP + rows.reduce((sum, one) => sum + one, 0) + EDGE;
  return canvas(
    tokens,
    { height, padding: 0 },
    row(
      { at: { left: EDGE, top: 20 }, width: INNER, height: 40, justify: "between", gap: COLUMN_GAP },
      text(card.title, { ...TYPE.title, color: tokens.high }, { width: COLUMN, min: 18 }),
      card.detail !== undefined && text(card.detail, style, { width: COLUMN, min: 13 }),
    ),
    column(
      { at: { left: EDGE, top: TOP } },
      ...(await Promise.all(card.sections.map((section) => sectionPart(section, kit)))),
    ),
  );
}

async function sectionPart({ name, things }: VaultSection, kit: Kit): Promise<Node> {
  const cells = await Promise.all(things.map((thing) => cell(thing, kit)));
  return column(
    { width: INNER },
    row(
      { height: HEADING },
      text(name, { ...TYPE.label, weight: 650, color: kit.tokens.accent }, { width: INNER, min: 13 }),
    ),
    ...chunks(cells, 2).map((pair) => row({ gap: COLUMN_GAP, height: ROW }, ...pair)),
  );
}

async function cell({ name, amount, icon: bytes }: VaultThing, { tokens, width }: Kit): Promise<Node> {
  const style = { ...TYPE.label, color: tokens.high };
  const counted = { ...TYPE.label, weight: 650, color: tokens.accent };
  const taken = amount === undefined ? 0 : (await width(amount, counted)) + NAME_GAP;
  const instead = icon("diamond", 18, tokens.low);
  return row(
    { width: COLUMN, height: ROW, gap: NAME_GAP },
    croppedIcon(bytes, ICON, { instead, fill: tokens.panel }),
    text(name, style, { width: COLUMN - ICON - NAME_GAP - taken, min: 14 }),
    amount !== undefined && box({}, text(amount, counted)),
  );
}
