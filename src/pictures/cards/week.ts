import { withAlpha } from "../oklch.ts";
import { isTall } from "../text/direction.ts";
import type { Tokens } from "../tokens.ts";
import {
  type BoxStyle,
  type Canvas,
  type LinearGradient,
  type Node,
  type TextStyle,
  box,
  column,
  row,
  text,
} from "../tree.ts";
import { EDGE, INNER, TYPE, WIDTH, canvas, croppedIcon, icon } from "./parts.ts";
import { type Label, placeLabel } from "./week-label.ts";
import { widthOnTwoLines, type Kit } from "./words.ts";
import type { WeekCard, WeekDay, WeekRow } from "../card.ts";

const DAYS = 7;
const DAY = INNER / DAYS;
const TOP = 132;
const ROW = 44;
const BAR = 36;
const ICON = 32;
const RADIUS = 9;
/** Of a bar's end, beyond the week's. */
const FADING = 90;
const FOOT = 32;
const MOST_ROWS = 6;
/** Between a line of the grid and text. */
const TEXT_GAP = 4;
/** The sign of what begins anew. */
const AGAIN = 36;
const LEAST_RANGE = 224;
const HEADING_GAP = 16;
const NAME: Omit<TextStyle, "color"> = { ...TYPE.label, weight: 600 };
const TWO_LINES = 15;
const UNTIL: Omit<TextStyle, "color"> = { ...TYPE.small, weight: 600 };

export async function composeWeek(card: WeekCard, kit: Kit): Promise<Canvas> {
  const { tokens } = kit;
  const rows = card.rows.slice(0, MOST_ROWS);
  const height = TOP + rows.length * ROW + FOOT;
  const nowAt = xOf(card.now);
  const placed = await Promise.all(
    rows.map(async (one, index) => ({
      top: TOP + index * ROW,
      ...(await labelOf(one, nowAt, kit)),
    })),
  );
  return canvas(
    tokens,
    { height, padding: 0 },
    await heading(card, kit),
    ...grid(tokens, card, placed),
    ...placed.flatMap((one) => [next(tokens, one), bar(tokens, one)]),
    ...nowLine(tokens, nowAt, height),
    ...placed.map((one) => rowIcon(tokens, one)),
    ...placed.flatMap((one) => labelParts(tokens, one)),
  );
}

interface PlacedRow {
  readonly row: WeekRow;
  readonly top: number;
  readonly label: Label;
  /** From where to where there is text. */
  readonly text: readonly [from: number, to: number];
}

/** Returns the x of a time, clamped to the week. */
function xOf(day: number): number {
  return EDGE + Math.min(DAYS, Math.max(0, day)) * DAY;
}

/** Returns the bar's start and end, at least as wide as its icon. */
function spanOf({ from, to }: WeekRow): { readonly start: number; readonly end: number } {
  const start = Math.min(xOf(from), EDGE + INNER - BAR);
  return { start, end: Math.max(xOf(to), start + BAR) };
}

async function labelOf(
  one: WeekRow,
  nowAt: number,
  kit: Kit,
): Promise<Pick<PlacedRow, "row" | "label" | "text">> {
  const color = kit.tokens.high;
  const [name, until] = await Promise.all([
    kit.width(one.name, { ...NAME, color }),
    one.until === undefined ? 0 : kit.width(one.until, { ...UNTIL, color }),
  ]);
  const { start, end } = spanOf(one);
  const textStart = start + ICON + 12;
  const right = EDGE + INNER - (one.returns === true ? AGAIN : 0);
  const given = { name, until, start, textStart, end, nowAt, left: EDGE, right };
  const first = placeLabel(given);
  const isOnOne = first.name.lines === 1;
  const balanced = isOnOne ? 0 : await widthOnTwoLines(one.name, { ...NAME, size: TWO_LINES, color }, kit);
  const label = isOnOne ? first : placeLabel({ ...given, balanced });
  if (label.untilX === undefined && one.until !== undefined && one.untilTime !== undefined) {
    return labelOf({ ...one, until: one.untilTime, untilTime: undefined }, nowAt, kit);
  }
  const { x, width, isAtEnd = false } = label.name;
  const nameEnd = x + (isAtEnd ? width : Math.min(width, isOnOne ? name : balanced));
  const { untilX = x } = label;
  return {
    row: one,
    label,
    text: [Math.min(x, untilX), Math.max(nameEnd, untilX + (untilX === x ? 0 : until))],
  };
}

/** Returns the title with the dates beside it, and their zone below if it doesn't fit. */
async function heading({ title, range, zone }: WeekCard, { tokens, width }: Kit): Promise<Node> {
  const titleStyle = { ...TYPE.title, color: tokens.high };
  const style = { ...TYPE.label, color: tokens.mid };
  const whole = `${range} · ${zone}`;
  const widths = [width(title, titleStyle), width(whole, style), width(range, style)] as const;
  const [titleWidth, wholeWidth, rangeWidth] = await Promise.all(widths);
  const room = Math.max(LEAST_RANGE, INNER - HEADING_GAP - titleWidth);
  const isWhole = wholeWidth <= room;
  const taken = Math.min(room, isWhole ? wholeWidth : rangeWidth);
  return row(
    { at: { left: EDGE, top: EDGE }, width: INNER, height: 36, justify: "between", gap: HEADING_GAP },
    text(title, titleStyle, { width: INNER - taken - HEADING_GAP, min: 20 }),
    column(
      { align: "end" },
      text(isWhole ? whole : range, { ...style, lineHeight: 1.2 }, { width: room, min: 13 }),
      !isWhole && text(zone, { ...TYPE.axis, color: tokens.low, lineHeight: 1.2 }, { width: room, min: 13 }),
    ),
  );
}

/** Lines leave out the text beside bars, which would look as long as the days it crosses. */
function grid(tokens: Tokens, { days }: WeekCard, rows: readonly PlacedRow[]): readonly Node[] {
  const top = TOP - 60;
  const today = { at: { left: EDGE, top }, width: DAY, height: rows.length * ROW + TOP + 10 - top };
  const fill = withAlpha(tokens.line, 0.7);
  const lines = days.slice(2).flatMap((_, index) => {
    const left = xOf(index + 2);
    const free = rows.filter(({ text: [from, to] }) => left < from - TEXT_GAP || left > to + TEXT_GAP);
    const head = box({ at: { left, top: TOP - 4 }, width: 1, height: 4, fill });
    return [head, ...free.map((row) => box({ at: { left, top: row.top }, width: 1, height: ROW, fill }))];
  });
  return [
    box({ ...today, radius: 14, fill: withAlpha(tokens.track, 0.45) }),
    ...lines,
    ...days.map((day, index) => dayHead(tokens, day, index)),
  ];
}

function dayHead(tokens: Tokens, { weekday, day }: WeekDay, index: number): Node {
  const isToday = index === 0;
  return column(
    { at: { left: xOf(index), top: TOP - 54 }, width: DAY, align: "center" },
    text(weekday, { ...TYPE.label, color: isToday ? tokens.high : tokens.mid }, { width: DAY - 6, min: 13 }),
    text(
      day,
      { ...TYPE.name, weight: 700, color: isToday ? tokens.accent : tokens.high },
      { width: DAY - 6, min: 13 },
    ),
  );
}

/** Returns a bar; one that continues beyond the week fades into the card's edge. */
function bar(tokens: Tokens, { row: one, top }: PlacedRow): Node {
  const { start, end } = spanOf(one);
  const color = one.isUrgent === true ? tokens.urgentTint : tokens.tint;
  const goesOn = one.to > DAYS;
  const width = (goesOn ? WIDTH + RADIUS : end) - start;
  const fading: LinearGradient = {
    angle: 90,
    stops: [
      [color, 1 - FADING / width],
      [withAlpha(color, 0.3), 1],
    ],
  };
  const at = { left: start, top: top + (ROW - BAR) / 2 };
  return box({ at, width, height: BAR, radius: RADIUS, fill: goesOn ? fading : color });
}

/** Returns its next time, as a bar that is only an outline of one. */
function next(tokens: Tokens, { row: one, top }: PlacedRow): Node | undefined {
  if (one.returns !== true) return undefined;
  const left = spanOf(one).end + 2;
  const at = { left, top: top + (ROW - BAR) / 2 };
  const color = withAlpha(tokens.accent, 0.35);
  return row(
    {
      at,
      width: WIDTH + RADIUS - left,
      height: BAR,
      radius: RADIUS,
      border: { color, width: 1.5 },
      justify: "end",
    },
    box({ padding: [0, EDGE + RADIUS + 8, 0, 0] }, icon("refresh-cw", 18, tokens.accent)),
  );
}

function nowLine(tokens: Tokens, nowAt: number, height: number): readonly Node[] {
  const top = TOP - 4;
  return [
    box({ at: { left: nowAt - 1, top }, width: 2, height: height - top - FOOT + 4, fill: tokens.accent }),
    box({ at: { left: nowAt - 4, top: top - 4 }, width: 8, height: 8, radius: 4, fill: tokens.accent }),
  ];
}

function rowIcon(tokens: Tokens, { row: one, top }: PlacedRow): Node {
  const at = { left: spanOf(one).start + (BAR - ICON) / 2, top: top + (ROW - ICON) / 2 };
  const color = one.isUrgent === true ? tokens.urgent : tokens.accent;
  const fill = one.isUrgent === true ? tokens.urgentTint : tokens.tint;
  return box({ at }, croppedIcon(one.icon, ICON, { instead: icon("calendar-days", 20, color), fill }));
}

function labelParts(tokens: Tokens, { row: one, label, top }: PlacedRow): readonly Node[] {
  const part = (node: Node, x: number, room: BoxStyle = {}) =>
    row({ at: { left: x, top }, height: ROW, ...room }, node);
  const { start, end } = spanOf(one);
  const isInBar = label.name.x >= start && label.name.x < end;
  const name = { ...NAME, lineHeight: 1.15, color: isInBar ? tokens.high : tokens.mid };
  const until = { ...UNTIL, color: one.isUrgent === true ? tokens.urgent : tokens.accent };
  const { x, width, isAtEnd = false } = label.name;
  // Two lines of tall letters would not fit into the bar.
  const lines = isTall(one.name) ? 1 : label.name.lines;
  const style = {
    ...name,
    // A row's two lines have to be closer to each other than to the next row.
    ...(lines === 2 && { size: TWO_LINES }),
    ...(isAtEnd && { align: "right" as const }),
  };
  return [
    part(
      text(one.name, style, { width, min: lines < label.name.lines ? 13 : lines === 2 ? 14 : 15, lines }),
      x,
      isAtEnd ? { width, justify: "end" } : {},
    ),
    ...(one.until === undefined || label.untilX === undefined
      ? []
      : [part(text(one.until, until), label.untilX)]),
  ];
}
