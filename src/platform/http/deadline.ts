import type { Clock } from "../../base/clock.ts";
import { MilepostError } from "../../base/errors.ts";
import type { Answer, PlatformRequest, Send } from "./request.ts";

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
    const late = new AbortController();
    const ms = withinMs(request);
    const patience = patienceMs(request);
    const timer = setTimeout(() => late.abort(timeout(request)), ms);
    const signal = AbortSignal.any([request.signal, late.signal]);
    const answer = send({ ...request, signal, deadlineAt: clock.now() + ms }).finally(() =>
      clearTimeout(timer),
    );
    return patience < ms ? unlessLate(answer, request, patience) : answer;
  };
}

async function unlessLate(
  answer: Promise<Answer>,
  request: PlatformRequest,
  patienceMs: number,
): Promise<Answer> {
  const gaveUp = Promise.withResolvers<never>();
  const timer = setTimeout(() => gaveUp.reject(timeout(request)), patienceMs);
  try {
    return await Promise.race([answer, gaveUp.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function timeout({ operation }: PlatformRequest): MilepostError {
  return new MilepostError("platform-timeout", { operation });
}
