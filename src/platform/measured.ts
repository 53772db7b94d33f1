import type { Clock } from "../base/clock.ts";
import { isMilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Metrics } from "../base/metrics.ts";
import type { Send } from "./http/request.ts";

export interface Instruments {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Counts and times every call that leaves the process, retries included, by operation and outcome. */
export function measured(send: Send, { clock, log, metrics }: Instruments): Send {
  return async (request) => {
    const { operation } = request;
    const start = clock.now();
    let outcome = "ok";
    try {
      return await send(request);
    } catch (error) {
      outcome = isMilepostError(error) ? error.code : "aborted";
      throw error;
    } finally {
      const ms = Math.max(0, clock.now() - start);
      log.debug("A call to the platform", { operation, code: outcome, ms });
      metrics.count("platform_requests_total", { operation, outcome });
      metrics.observe("platform_request_seconds", ms / 1_000, { operation });
    }
  };
}
