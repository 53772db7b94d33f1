import { ComponentType, MessageFlags } from "discord-api-types/v10";

import { joinMarkdown, md } from "../../base/markdown.ts";
import { ACCENT, Attachments, piecesOf, prepare, type RenderContext, tidy } from "./render-context.ts";
import { cutMarkdown, shareFairly } from "./cut-markdown.ts";
import { LIMITS } from "./limits.ts";
import type { Rendered } from "./message.ts";
import { type Piece, textPieces } from "./pieces.ts";
import type { Fields, Reply } from "./reply.ts";
import { ATTACHED, textDisplay, Wire } from "./wire.ts";

/** Renders a Reply as a Components V2 message. Shortens or leaves out what exceeds Discord's limits. */
export async function render(reply: Reply, context: RenderContext): Promise<Rendered> {
  const attachments = new Attachments();
  const prepared = await prepare(reply, context);
  const given = prepared.blocks.flatMap((block) =>
    block.type === "fields" ? fieldsAsText(block) : piecesOf(block, attachments, { ...context, ...prepared }),
  );
  // As much as a classic message takes: there is room for a card always.
  const above = textPieces(cutMarkdown(context.lead?.toString() ?? "", LIMITS.content));
  const fitted = tidy(fitTexts(fitComponents(tidy(given), above.length), above[0]?.text.length));
  const pieces = fitted.length === 0 ? textPieces(context.texts.nothingToShow) : fitted;
  const components = new Wire(context);
  const children = pieces.map((piece) => components.piece(piece));
  await components.settled();
  const shown = new Set(pieces.flatMap(attachmentNames));
  const accent = reply.accent ?? ACCENT[reply.tone ?? "plain"];
  const card = {
    type: ComponentType.Container,
    ...(accent !== undefined && { accent_color: accent }),
    components: children,
  };
  // A container around buttons alone would look empty.
  const isBare = above.length > 0 && pieces.every(({ type }) => type === "row");
  return {
    body: {
      flags: MessageFlags.IsComponentsV2,
      components: [...above.map(({ text }) => textDisplay(text)), ...(isBare ? children : [card])],
      attachments: attachments.entries.filter(({ filename }) => shown.has(filename)),
      allowed_mentions: { parse: [] },
    },
    files: attachments.files.filter(({ name }) => shown.has(name)),
  };
}

/** Components V2 has no fields: each becomes a heading and its text. */
function fieldsAsText({ fields }: Fields): readonly Piece[] {
  return textPieces(joinMarkdown(fields.map(({ name, value }) => md`**${name}**\n${value}`)).toString());
}

function attachmentNames(piece: Piece): string[] {
  if (piece.type === "file") return [piece.name];
  if (piece.type !== "gallery") return [];
  return piece.items.flatMap(({ url }) => (url.startsWith(ATTACHED) ? [url.slice(ATTACHED.length)] : []));
}

/** Shortens the longest texts until all of them together fit Discord's limit, of which `taken` is used already. */
function fitTexts(pieces: readonly Piece[], taken = 0): Piece[] {
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
function fitComponents(pieces: readonly Piece[], taken = 0): Piece[] {
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
