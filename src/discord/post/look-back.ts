import { MINUTE_MS } from "../../base/duration.ts";
import type { Refusal } from "../rest/refusal.ts";
import type { PostTarget } from "./poster.ts";
import type { LookedFor, SentPost } from "./post-search.ts";

/** For how long the same nonce surely gives the same message; Discord says "the past few minutes". */
const NONCE_TRUSTED_MS = 2 * MINUTE_MS;

/** A post whose last try nobody saw end. */
export interface UnseenPost extends PostTarget {
  readonly deliveryId: string;
  /** When it was tried. */
  readonly since: number;
}

/**
 * What is known of it: it is there; it is not; nobody can see, but the same nonce gives the same message still
 * ("nonce-holds"), or does so no more ("unsure").
 */
export type PostedBefore = SentPost | Refusal | { readonly kind: "not-there" | "nonce-holds" | "unsure" };

interface LookBackParts {
  readonly find: (wanted: UnseenPost, signal: AbortSignal) => Promise<LookedFor>;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Looks for a post before it is made again. A refusal is certain: nothing was posted by looking. */
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
