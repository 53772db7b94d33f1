import { MINUTE_MS } from "../../base/duration.ts";
import type { Refusal } from "../rest/refusal.ts";
import type { PostTarget } from "./poster.ts";
import type { LookedFor, SentPost } from "./post-search.ts";

/** How long a repeated nonce surely returns the existing message; Discord says "the past few minutes". */
const NONCE_TRUSTED_MS = 2 * MINUTE_MS;

/** A post whose last attempt ended without an answer. */
export interface UnseenPost extends PostTarget {
  readonly deliveryId: string;
  /** When it was attempted. */
  readonly since: number;
}

/**
 * The post, if it exists; "not-there"; or, where it can't be looked up, "nonce-holds" (sending it again can't double
 * it) or "unsure" (it could).
 */
export type PostedBefore = SentPost | Refusal | { readonly kind: "not-there" | "nonce-holds" | "unsure" };

interface LookBackParts {
  readonly find: (wanted: UnseenPost, signal: AbortSignal) => Promise<LookedFor>;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Looks for a post before it is sent again. A refusal is certain: looking posts nothing. */
export async function lookBack(
  unseen: UnseenPost,
  { find, now, signal }: LookBackParts,
): Promise<PostedBefore> {
  const found = await find(unseen, signal);
  if (found.kind === "sent") return found;
  if (found.kind === "refused") return { ...found, isCertain: true };
  if (found.kind === "none") return { kind: "not-there" };
  const age = now() - unseen.since;
  return { kind: age >= 0 && age <= NONCE_TRUSTED_MS ? "nonce-holds" : "unsure" };
}
