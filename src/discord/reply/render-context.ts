import { parse } from "node:path";

import { MilepostError } from "../../base/errors.ts";
import { type Markdown, md } from "../../base/markdown.ts";
import type { runtime } from "../../messages/en/runtime.ts";
import { Drawings } from "./drawings.ts";
import { cleanLine, mediaOf, type Piece, textPieces, toPieces } from "./pieces.ts";
import type { ActionCall, Attachment, Block, Drawn, Fields, Picture, Reply } from "./reply.ts";
import { pictureTwins, slim } from "./slim.ts";
import { LIMITS } from "./limits.ts";
import type { WireAttachment, WireFile } from "./message.ts";

export interface RenderContext {
  readonly texts: typeof runtime;
  /** Text above the card, which counts towards the same limits. */
  readonly lead?: Markdown | undefined;
  /** Returns the custom id of the control with this number in its message. */
  customId(call: ActionCall, index: number): string | Promise<string>;
  readonly signal: AbortSignal;
  /** Pictures that take longer are replaced by their text. */
  readonly drawWithinMs: number;
  /** Called when a picture could not be drawn. */
  readonly onPictureFailed: (error: unknown) => void;
  /** Called when a picture is missing, or lacks images that may still arrive. */
  readonly onPictureLate?: (() => void) | undefined;
  /** Keeps drawing past that time, for a later rendering; without it, late pictures are given up. */
  readonly drawings?: Drawings | undefined;
}

/** The edge's color by tone. */
export const ACCENT = {
  plain: undefined,
  good: 0x3b_a5_5d,
  notice: 0xe0_a0_30,
  alert: 0xd8_3c_3e,
  over: 0x80_84_8e,
} as const;

/** What a message is rendered from: blocks, and the pictures among them that were drawn. */
export interface Prepared {
  readonly blocks: readonly Block[];
  readonly drawn: ReadonlyMap<Picture, Drawn>;
}

/** Draws the pictures that are done in time, and picks the controls to show. */
export async function prepare(reply: Reply, context: RenderContext): Promise<Prepared> {
  const { texts, drawings = new Drawings(context.onPictureFailed), drawWithinMs: withinMs, signal } = context;
  const pictures = reply.blocks.flatMap((block) => (block.type === "picture" ? [block.picture] : []));
  const isText = reply.variant?.isText === true;
  const drawn = await drawings.soon(isText ? [] : pictures, { withinMs, signal }).finally(() => {
    if (context.drawings !== undefined) return;
    drawings.stop(new MilepostError("internal", { reason: "picture too slow" }));
  });
  if (drawings.isLate) context.onPictureLate?.();
  const blocks = reply.blocks.map((block) =>
    block.type === "picture" && !drawn.has(block.picture) ? pictureTwins(block) : block,
  );
  const hasPictures = drawn.size > 0 || (isText && pictures.length > 0);
  return { blocks: slim({ ...reply, blocks }, hasPictures, texts.controls), drawn };
}

/** Returns the pieces of a block, and collects its files. */
export function piecesOf(
  block: Exclude<Block, Fields>,
  attachments: Attachments,
  { drawn, texts }: Pick<Prepared, "drawn"> & Pick<RenderContext, "texts">,
): readonly Piece[] {
  if (block.type === "picture") return attachments.addPicture(block.picture, drawn.get(block.picture));
  if (block.type === "file") return attachments.addFile(block.file, texts.fileTooLarge);
  return toPieces(block, texts.unnamed);
}

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

/** Collects a message's files within Discord's limits. */
export class Attachments {
  readonly files: WireFile[] = [];
  readonly entries: WireAttachment[] = [];
  #bytes = 0;

  /** Attaches a file; returns what `tooLarge` says where it doesn't fit. */
  addFile(file: Attachment, tooLarge: (name: string) => string): Piece[] {
    const name = this.#add(file.name, file.bytes, file.description);
    if (name !== undefined && file.isPicture === true) return [galleryOf(name, file.description)];
    if (name !== undefined) return [{ type: "file", name }];
    return textPieces(md`${tooLarge(cleanLine(file.name, LIMITS.fileName) ?? "")}`.toString());
  }

  /** Attaches a drawn picture; returns its text where it was not drawn or doesn't fit. */
  addPicture({ alt, twin }: Picture, drawn: Drawn | undefined): Piece[] {
    const name = drawn && this.#add(drawn.name, drawn.bytes, alt);
    if (name === undefined) return textPieces(twin.toString());
    return [galleryOf(name, alt)];
  }

  #add(wanted: string, bytes: Uint8Array, description: string | undefined): string | undefined {
    const isTooMuch =
      bytes.length > LIMITS.attachmentBytes || this.#bytes + bytes.length > LIMITS.attachmentsBytes;
    if (isTooMuch || bytes.length === 0 || this.files.length === LIMITS.attachments) return undefined;
    const name = fileName(wanted, this.files.length);
    const alt = cleanLine(description ?? "", LIMITS.altText);
    this.#bytes += bytes.length;
    this.entries.push({
      id: String(this.files.length),
      filename: name,
      ...(alt !== undefined && { description: alt }),
    });
    this.files.push({ id: String(this.files.length), name, bytes });
    return name;
  }
}

function galleryOf(name: string, alt = ""): Piece {
  return { type: "gallery", items: [mediaOf(`attachment://${name}`, alt)] };
}

/** Returns a file name of characters Discord keeps, numbered so that no two are equal. */
function fileName(wanted: string, index: number): string {
  const safe = wanted.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/[.-]+$/, "");
  const { name, ext } = parse(safe);
  const short = `${name.replace(/^[.-]+/, "") || "file"}${ext}`.slice(-LIMITS.fileName + 4);
  return index === 0 ? short : `${index}-${short}`;
}
