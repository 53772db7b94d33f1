import { chunks } from "../../base/async/map-in-batches.ts";
import { plain } from "../../base/markdown.ts";
import { ACCENT, Attachments, piecesOf, prepare, type RenderContext, tidy } from "./render-context.ts";
import { cutMarkdown, shareFairly } from "./cut-markdown.ts";
import { LIMITS } from "./limits.ts";
import type { Rendered, WireEmbed, WireField } from "./message.ts";
import { type Control, type Piece, textPieces } from "./pieces.ts";
import type { Fields, Reply } from "./reply.ts";
import { Wire } from "./wire.ts";

/** Milepost's own color, since an embed always has an edge. */
const OWN_COLOUR = 0x0f_7c_8a;

/**
 * Renders a Reply as a classic message: content, an embed and rows of controls. Shortens or leaves out what exceeds
 * Discord's limits. The content, which a phone's notification shows, is the lead, else the first text.
 */
export async function renderClassic(reply: Reply, context: RenderContext): Promise<Rendered> {
  const attachments = new Attachments();
  const given = await collect(reply, attachments, context);
  const { content, pieces } = withContent(given.pieces, context);
  const components = new Wire(context);
  const rows = rowsOf(pieces).map((row) => components.piece(row));
  await components.settled();
  const embed = embedOf(pieces, given.fields);
  const isNothing = content === "" && embed === undefined && rows.length + attachments.files.length === 0;
  return {
    body: {
      flags: 0,
      content: isNothing ? context.texts.nothingToShow : content,
      embeds:
        embed === undefined
          ? []
          : [{ color: reply.accent ?? ACCENT[reply.tone ?? "plain"] ?? OWN_COLOUR, ...embed }],
      components: rows,
      attachments: attachments.entries,
      allowed_mentions: { parse: [] },
    },
    files: attachments.files,
  };
}

type Field = Fields["fields"][number];

async function collect(reply: Reply, attachments: Attachments, context: RenderContext) {
  const pieces: Piece[] = [];
  const fields: Field[] = [];
  const prepared = await prepare(reply, context);
  for (const block of prepared.blocks) {
    if (block.type === "fields") fields.push(...block.fields);
    else pieces.push(...piecesOf(block, attachments, { ...context, ...prepared }));
  }
  return { pieces: tidy(pieces), fields };
}

function withContent(pieces: readonly Piece[], { lead }: RenderContext) {
  const [given] = textPieces(lead?.toString() ?? "");
  const [first, ...rest] = pieces;
  if (given === undefined && first?.type === "text") {
    return { content: contentOf(first.text), pieces: tidy(rest) };
  }
  return { content: contentOf(given?.text ?? ""), pieces };
}

function contentOf(text: string): string {
  return cutMarkdown(text.trim(), LIMITS.content);
}

/** Returns undefined where the embed would be empty. */
function embedOf(pieces: readonly Piece[], fields: readonly Field[]): WireEmbed | undefined {
  const written = pieces.flatMap((piece) =>
    "text" in piece ? [piece.text] : piece.type === "divider" ? [""] : [],
  );
  const texts = fitTexts(written.join("\n").trim(), fields);
  const thumbnail = pieces.flatMap((piece) =>
    piece.type === "section" && piece.beside.type === "media" ? [piece.beside] : [],
  )[0];
  const image = pieces.flatMap((piece) => (piece.type === "gallery" ? piece.items : []))[0];
  const embed = {
    ...texts,
    ...(thumbnail !== undefined && { thumbnail: { url: thumbnail.url } }),
    ...(image !== undefined && { image: { url: image.url } }),
  };
  return Object.keys(embed).length === 0 ? undefined : embed;
}

/** Shortens the longest texts until all of them together fit Discord's limit. */
function fitTexts(description: string, fields: readonly Field[]): WireEmbed {
  const named = fields.slice(0, LIMITS.embedFields).flatMap(({ name, value }) => {
    const [title] = textPieces(plain(name).toString());
    const [body] = textPieces(value.toString());
    if (title === undefined || body === undefined) return [];
    return [cutMarkdown(title.text, LIMITS.embedFieldName), cutMarkdown(body.text, LIMITS.embedFieldValue)];
  });
  const texts = [cutMarkdown(description, LIMITS.embedDescription), ...named];
  const shares = shareFairly(
    texts.map(({ length }) => length),
    LIMITS.embedText,
  );
  const [text = "", ...rest] = texts.map((one, index) => cutMarkdown(one, shares[index] ?? 0));
  const fitted = chunks(rest, 2).flatMap(([name = "", value = ""]): readonly WireField[] =>
    name === "" || value === "" ? [] : [{ name, value, inline: true }],
  );
  return { ...(text !== "" && { description: text }), ...(fitted.length > 0 && { fields: fitted }) };
}

type Row = Extract<Piece, { readonly type: "row" | "select" }>;

/**
 * Returns the rows of controls. Buttons beside texts share rows; with too many rows all buttons do, and the last ones
 * are left out.
 */
function rowsOf(pieces: readonly Piece[]): readonly Row[] {
  const beside = pieces.flatMap((piece): readonly Control[] =>
    piece.type === "section" && piece.beside.type !== "media" ? [piece.beside] : [],
  );
  const inRows = (buttons: readonly Control[]) =>
    chunks(buttons, LIMITS.buttonsInRow).map((controls): Row => ({ type: "row", controls }));
  const own = pieces.filter((piece) => piece.type === "row" || piece.type === "select");
  const rows = [...inRows(beside), ...own];
  if (rows.length <= LIMITS.rows) return rows;
  const buttons = rows.flatMap((row) => (row.type === "row" ? row.controls : []));
  const selects = rows.filter(({ type }) => type === "select");
  return [...inRows(buttons), ...selects].slice(0, LIMITS.rows);
}
