import type { Markdown } from "../../base/markdown.ts";
import type { runtime } from "../../messages/en/runtime.ts";
import type { Attachments } from "./attachments.ts";
import { type Piece, toPieces } from "./pieces.ts";
import type { ActionCall, Block, Fields } from "./reply.ts";

export interface RenderContext {
  readonly texts: typeof runtime;
  /** Stands above the card, within the same limits. */
  readonly lead?: Markdown | undefined;
  /** The custom id of the control with this number in its message. */
  customId(call: ActionCall, index: number): string | Promise<string>;
  readonly signal: AbortSignal;
  readonly drawWithinMs: number;
  /** Told when a picture was replaced by its text twin. */
  readonly onPictureFailed: (error: unknown) => void;
}

/** Colours of edges by tone. */
export const ACCENT = {
  plain: undefined,
  good: 0x3b_a5_5d,
  notice: 0xe0_a0_30,
  alert: 0xd8_3c_3e,
  over: 0x80_84_8e,
} as const;

/** Returns a block fit for Discord on its own, its bytes collected. */
export async function piecesOf(
  block: Exclude<Block, Fields>,
  attachments: Attachments,
  context: RenderContext,
): Promise<readonly Piece[]> {
  const { signal, drawWithinMs: withinMs, onPictureFailed: onFailure, texts } = context;
  if (block.type === "picture") return attachments.addPicture(block.picture, { signal, withinMs, onFailure });
  if (block.type === "file") return attachments.addFile(block.file, texts.fileTooLarge);
  return toPieces(block, texts.unnamed);
}
