import { DiscordAPIError, HTTPError, RateLimitError } from "@discordjs/rest";

import { isMilepostError } from "../../base/errors.ts";

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

/** What came is no answer of Discord's, as a page of something on the way to it. */
class StrangeAnswer extends Error {}

/** The id in an answer that has to hold one. */
export function idIn(answer: unknown): string {
  const { id } = Object(answer) as { readonly id?: unknown };
  if (typeof id === "string") return id;
  throw new StrangeAnswer("an answer without an id");
}

/** The messages of an answer that has to be a list of them. */
export function listIn(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  throw new StrangeAnswer("an answer that is no list");
}

/** Discord's refusals are certain; no answer, or a broken server's, leaves open what was done. */
export function refusalOf(error: unknown): Refusal {
  const nothing = { kind: "refused", code: 0, status: 0, isCertain: false } as const;
  if (error instanceof DiscordAPIError) {
    const { status } = error;
    const code = Number(error.code);
    // A page instead of Discord's words has no code.
    return { ...nothing, code: Number.isInteger(code) ? code : 0, status, isCertain: status < 500 };
  }
  if (error instanceof RateLimitError) {
    const { retryAfter } = error;
    return {
      ...nothing,
      status: 429,
      isCertain: true,
      ...(retryAfter > 0 && { retryAfterMs: retryAfter }),
    };
  }
  if (error instanceof HTTPError) return { ...nothing, status: error.status };
  if (isMilepostError(error, "busy")) return { ...nothing, status: 429, isCertain: true };
  if (error instanceof StrangeAnswer || error instanceof SyntaxError) return nothing;
  if (
    error instanceof Error &&
    (error.name === "AbortError" || error.name === "TimeoutError" || "code" in error)
  )
    return nothing;
  throw error;
}
