import { flushCompileCache } from "node:module";

import type { Card } from "./cards/index.ts";
import { Painter } from "./painter.ts";

/** What the bot asks of the drawing process. */
export interface DrawRequest {
  readonly id: number;
  readonly card: Card;
}

/** What it answers. A failure is told in words, for the log. */
export type DrawAnswer = { readonly id: number } & (
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly failure: string }
);

const painter = new Painter();
let isCompiledKept = false;

process.on("message", (request: DrawRequest) => void answer(request));
// The bot is gone: nobody is left to draw for.
process.on("disconnect", () => process.exit());

async function answer({ id, card }: DrawRequest): Promise<void> {
  const drawn = await painter.paint(card).catch((error: unknown) => ({ failure: String(error) }));
  process.send?.({ id, ...drawn } satisfies DrawAnswer);
  // It ends by a signal: what was compiled would be lost, and the next start as slow as the first.
  if (!isCompiledKept) flushCompileCache();
  isCompiledKept = true;
}
