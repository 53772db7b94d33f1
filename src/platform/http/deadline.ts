import { withDeadline } from "../../base/async/deadline.ts";
import type { Clock } from "../../base/clock.ts";
import { MilepostError } from "../../base/errors.ts";
import type { PlatformRequest, Send } from "./request.ts";

/**
 * One absolute deadline for a whole call: waiting, retries, redirects and a dripping body included. Where
 * `patienceMs` is shorter, the caller is told so after it, while the call goes on until the deadline: that way a
 * platform that is slow, not dead, is found to be well again.
 */
export function deadline(
  send: Send,
  withinMs: (request: PlatformRequest) => number,
  clock: Clock,
  patienceMs: (request: PlatformRequest) => number = () => Number.POSITIVE_INFINITY,
): Send {
  return async (request) => {
    const ms = withinMs(request);
    const patience = patienceMs(request);
    const late = () => new MilepostError("platform-timeout", { operation: request.operation });
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(late()), ms);
    const signal = AbortSignal.any([request.signal, over.signal]);
    // It is for the layers below to end with the signal: where a request never had its turn, the throttle says so.
    const answer = send({ ...request, signal, deadlineAt: clock.now() + ms }).finally(() =>
      clearTimeout(timer),
    );
    return patience < ms ? withDeadline({ ms: patience, late }, () => answer) : answer;
  };
}
