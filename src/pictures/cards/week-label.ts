/** A row before its text is placed. Lengths and positions are pixels across the card. */
interface RowToLabel {
  /** The widths of its name and of the text of its end; 0 for none. */
  readonly name: number;
  readonly until: number;
  /** The name's width on two lines, where known. */
  readonly balanced?: number;
  /** The bar: its start, where text in it may begin, its end. */
  readonly start: number;
  readonly textStart: number;
  readonly end: number;
  /** The line that marks now, which text never crosses. */
  readonly nowAt: number;
  /** The edges of the week. */
  readonly left: number;
  readonly right: number;
}

/** Where a row's text is. */
export interface Label {
  readonly name: {
    readonly x: number;
    readonly width: number;
    readonly lines: 1 | 2;
    /** Whether it is aligned with the far end of its room. */
    readonly isAtEnd?: boolean;
  };
  readonly untilX?: number | undefined;
}

interface Room {
  readonly from: number;
  readonly to: number;
}

const GAP = 8;
/** Between the bar's end and its text. */
const PAD = 10;
/** How far a name may shrink before it is moved. */
const SHRUNK = 0.88;
/** A narrower name on two lines would be cut into syllables. */
const LEAST_NAME = 90;

/**
 * Returns where a row's name goes: in its bar, else behind it, else before it; if it fits nowhere, on two lines in the
 * widest place. Its end is written beside it.
 */
export function placeLabel(row: RowToLabel): Label {
  const rooms = { inside: insideOf(row), behind: behindOf(row), before: beforeOf(row) };
  const { behind, before } = rooms;
  const inside = lengthOf(rooms.inside);
  const extra = row.until > 0 ? GAP + row.until : 0;
  const shrunk = row.name * SHRUNK;
  if (shrunk <= inside) return inBar(row, rooms);
  if (shrunk + extra <= lengthOf(behind)) return outside(row, behind, 1);
  if (shrunk + extra <= lengthOf(before)) return outside(row, before, 1);
  const beside = lengthOf(behind) >= lengthOf(before) ? behind : before;
  const left = lengthOf(beside) - extra;
  if (inside >= Math.max(left, LEAST_NAME)) return inBar(row, rooms);
  // The bar's end shows it, too, so the name has priority.
  return outside(left < LEAST_NAME ? { ...row, until: 0 } : row, beside, 2);
}

function insideOf({ textStart, end, start, nowAt }: RowToLabel): Room {
  const isCrossed = nowAt >= start && nowAt <= end;
  return { from: isCrossed ? Math.max(textStart, nowAt + GAP) : textStart, to: end - PAD };
}

function behindOf({ end, nowAt, right }: RowToLabel): Room {
  return { from: Math.max(end + GAP, nowAt + GAP), to: right };
}

function beforeOf({ start, nowAt, left }: RowToLabel): Room {
  return { from: nowAt < start ? nowAt + GAP : left, to: start - GAP };
}

function inBar(
  row: RowToLabel,
  { inside, behind, before }: Readonly<Record<"inside" | "behind" | "before", Room>>,
): Label {
  const room = lengthOf(inside);
  const lines = row.name * SHRUNK <= room ? 1 : 2;
  const name = { x: inside.from, width: room, lines } as const;
  if (row.until === 0) return { name };
  if (row.until <= lengthOf(behind)) return { name, untilX: behind.from };
  if (row.name + GAP + row.until <= room) {
    return { name: { ...name, width: room - GAP - row.until }, untilX: inside.to - row.until };
  }
  return { name, untilX: row.until <= lengthOf(before) ? before.to - row.until : undefined };
}

/** Places text next to the bar: it begins at the bar behind it, and ends at it before it. */
function outside(row: RowToLabel, room: Room, lines: 1 | 2): Label {
  const extra = row.until > 0 ? GAP + row.until : 0;
  const left = lengthOf(room) - extra;
  const width = Math.min(lines === 1 ? row.name : (row.balanced ?? left), left);
  const isBefore = room.to < row.end;
  const x = isBefore ? room.to - extra - width : room.from;
  const name = { x, width, lines, ...(isBefore && { isAtEnd: true }) };
  return row.until > 0 ? { name, untilX: x + width + GAP } : { name };
}

function lengthOf({ from, to }: Room): number {
  return Math.max(0, to - from);
}
