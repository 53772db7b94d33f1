import { createHash } from "node:crypto";

const DIGITS = 20;

/**
 * Returns what people compare to see that two keys are equal: 80 bits of the SHA-256 of `age1...`, in groups of four.
 * Shown in /link, its page, and `milepost keys status`.
 */
export function keyFingerprint(recipient: string): string {
  const digits = createHash("sha256").update(recipient).digest("hex").slice(0, DIGITS).toUpperCase();
  return digits.replaceAll(/.{4}(?=.)/g, "$& ");
}
