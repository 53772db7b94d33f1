import { flushCompileCache } from "node:module";

import { Painter } from "./painter.ts";
import type { Card } from "./card.ts";

export interface DrawRequest {
  readonly id: number;
  readonly card: Card;
}

/** The answer. A failure is described in words, for the log. */
export type DrawAnswer = { readonly id: number } & (
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly failure: string }
);

const painter = new Painter();
let isCompiledKept = false;

process.on("message", (request: DrawRequest) => void answer(request));
// The bot is gone.
process.on("disconnect", () => process.exit());

async function answer({ id, card }: DrawRequest): Promise<void> {
  const drawn = await painter.paint(card).catch((error: unknown) => ({ failure: String(error) }));
  process.send?.({ id, ...drawn } satisfies DrawAnswer);
  // The process is killed by a signal, so its compile cache is saved now.
  if (!isCompiledKept) flushCompileCache();
  isCompiledKept = true;
}
