import { DiscordAPIError, HTTPError, RateLimitError } from "discord.js";

import { isMilepostError } from "../base/errors.ts";

/** What Discord, or the way to it, said no with. */
export interface Refusal {
  readonly kind: "refused";
  /** Discord's code; 0 when there is none. */
  readonly code: number;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Nothing was done. Else nobody knows. */
  readonly isCertain: boolean;
  readonly retryAfterMs?: number;
}

/** Discord's refusals are certain; no answer, or a broken server's, leaves open what was done. */
export function refusalOf(error: unknown): Refusal {
  const nothing = { kind: "refused", code: 0, status: 0, isCertain: false } as const;
  if (error instanceof DiscordAPIError) {
    const { status } = error;
    return { ...nothing, code: Number(error.code), status, isCertain: status < 500 };
  }
  if (error instanceof RateLimitError) {
    return { ...nothing, status: 429, isCertain: true, retryAfterMs: error.retryAfter };
  }
  if (error instanceof HTTPError) return { ...nothing, status: error.status };
  if (isMilepostError(error, "busy")) return { ...nothing, status: 429, isCertain: true };
  if (
    error instanceof Error &&
    (error.name === "AbortError" || error.name === "TimeoutError" || "code" in error)
  )
    return nothing;
  throw error;
}
