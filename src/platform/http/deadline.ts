import type { Clock } from "../../base/clock.ts";
import { MilepostError } from "../../base/errors.ts";
import type { PlatformRequest, Send } from "./request.ts";

/** One absolute deadline for a whole call: waiting, retries, redirects and a dripping body included. */
export function deadline(send: Send, withinMs: (request: PlatformRequest) => number, clock: Clock): Send {
  return async (request) => {
    const late = new AbortController();
    const ms = withinMs(request);
    const timer = setTimeout(
      () => late.abort(new MilepostError("platform-timeout", { operation: request.operation })),
      ms,
    );
    const signal = AbortSignal.any([request.signal, late.signal]);
    try {
      return await send({ ...request, signal, deadlineAt: clock.now() + ms });
    } finally {
      clearTimeout(timer);
    }
  };
}
