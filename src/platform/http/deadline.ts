import { MilepostError } from "../../base/errors.ts";
import type { PlatformRequest, Send } from "./request.ts";

/** One absolute deadline for a whole call: waiting, retries, redirects and a dripping body included. */
export function deadline(send: Send, withinMs: (request: PlatformRequest) => number): Send {
  return async (request) => {
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new MilepostError("platform-timeout", { operation: request.operation })),
      withinMs(request),
    );
    try {
      return await send({ ...request, signal: AbortSignal.any([request.signal, late.signal]) });
    } finally {
      clearTimeout(timer);
    }
  };
}
