import { createHash } from "node:crypto";

/** Always the same for the same text; 22 characters that fit into a button's custom id. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
