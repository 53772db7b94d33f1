import { MilepostError } from "../../base/errors.ts";
import type { Markdown } from "../../base/markdown.ts";
import type { runtime } from "../../messages/en/runtime.ts";
import type { Attachments } from "./attachments.ts";
import { Drawings } from "./drawings.ts";
import { type Piece, toPieces } from "./pieces.ts";
import type { ActionCall, Block, Drawn, Fields, Picture, Reply } from "./reply.ts";
import { pictureTwins, slim } from "./slim.ts";

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
