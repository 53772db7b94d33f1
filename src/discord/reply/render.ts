import { ComponentType, MessageFlags } from "discord-api-types/v10";

import { joinMarkdown, md } from "../../base/markdown.ts";
import { Attachments } from "./attachments.ts";
import { cutMarkdown } from "./cut-markdown.ts";
import { fitComponents, fitTexts, tidy } from "./fit.ts";
import { LIMITS } from "./limits.ts";
import type { Rendered } from "./message.ts";
import { type Piece, textPieces } from "./pieces.ts";
import { ACCENT, piecesOf, prepare, type RenderContext } from "./render-context.ts";
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
