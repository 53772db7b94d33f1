import { cutMarkdown, shareFairly } from "./cut-markdown.ts";
import { LIMITS } from "./limits.ts";
import type { Piece } from "./pieces.ts";

/** Removes dividers with nothing on one side, and all primary buttons but the first. */
export function tidy(pieces: readonly Piece[]): Piece[] {
  const kept: Piece[] = [];
  for (const piece of pieces) {
    if (piece.type === "divider" && (kept.length === 0 || kept.at(-1)?.type === "divider")) continue;
    kept.push(piece);
  }
  while (kept.at(-1)?.type === "divider") kept.pop();
  return kept;
}

/** Shortens the longest texts until all of them together fit Discord's limit, of which `taken` is used already. */
export function fitTexts(pieces: readonly Piece[], taken = 0): Piece[] {
  const lengths = pieces.map((piece) => ("text" in piece ? piece.text.length : 0));
  const room = LIMITS.text - taken;
  if (lengths.reduce((sum, length) => sum + length, 0) <= room) return [...pieces];
  const shares = shareFairly(lengths, room);
  return pieces.flatMap((piece, index): readonly Piece[] => {
    if (!("text" in piece)) return [piece];
    const text = cutMarkdown(piece.text, shares[index] ?? 0);
    return text === "" ? [] : [{ ...piece, text }];
  });
}

/**
 * Removes from the end what matters least until the message has at most 40 components: dividers first, then thumbnails,
 * then content, and controls last.
 */
export function fitComponents(pieces: readonly Piece[], taken = 0): Piece[] {
  let kept = [...pieces];
  for (const giveUp of IN_ORDER) kept = giveUpUntilFits(kept, giveUp, ROOM - taken);
  return kept;
}

/** One less for the container around everything. */
const ROOM = LIMITS.components - 1;

/** Returns what is left of a piece; undefined: it stays as it is. */
type GiveUp = (piece: Piece) => readonly Piece[] | undefined;

const IN_ORDER: readonly GiveUp[] = [
  (piece) => (piece.type === "divider" ? [] : undefined),
  (piece) =>
    piece.type === "section" && piece.beside.type === "media"
      ? [{ type: "text", text: piece.text }]
      : undefined,
  (piece) => (piece.type === "row" || piece.type === "select" ? undefined : []),
  () => [],
];

function giveUpUntilFits(pieces: readonly Piece[], giveUp: GiveUp, room: number): Piece[] {
  let size = pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);
  const kept: Piece[] = [];
  for (const piece of pieces.toReversed()) {
    const instead = size > room ? giveUp(piece) : undefined;
    if (instead !== undefined) {
      size -= sizeOf(piece) - instead.reduce((sum, other) => sum + sizeOf(other), 0);
    }
    kept.push(...(instead ?? [piece]));
  }
  return kept.reverse();
}

function sizeOf(piece: Piece): number {
  if (piece.type === "section") return 3;
  if (piece.type === "row") return 1 + piece.controls.length;
  return piece.type === "select" ? 2 : 1;
}
