import { createHash } from "node:crypto";

const DIGITS = 20;

/**
 * What people compare to see that two keys are the same: 80 bits of the SHA-256 of `age1...`, in groups of four.
 * It stands in /link, in the page it attaches, and in `milepost keys status`.
 */
export function keyFingerprint(recipient: string): string {
  const digits = createHash("sha256").update(recipient).digest("hex").slice(0, DIGITS).toUpperCase();
  return digits.replaceAll(/.{4}(?=.)/g, "$& ");
}
