import { request } from "undici";

import type { Log } from "../base/log.ts";
import type { Secret } from "../base/secret.ts";
import { systemCode } from "../base/system-code.ts";

const WITHIN_MS = 10_000;

/** Returns a function that calls the monitor's URL. Never throws, and never logs the URL. */
export function createHeartbeat(address: Secret, log: Log): (signal: AbortSignal) => Promise<void> {
  let isFailing = false;
  const note = (failure: { readonly status?: number; readonly code?: string } | undefined) => {
    // Once per outage, not each minute.
    if (failure !== undefined && !isFailing)
      log.warn("HEARTBEAT_URL does not take the heartbeat; it goes on each minute", failure);
    else if (failure === undefined && isFailing) log.info("HEARTBEAT_URL takes the heartbeat again");
    isFailing = failure !== undefined;
  };
  return async (signal) => {
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
      const { statusCode: status, body } = await request(address.reveal(), { signal: within, reset: true });
      await body.dump();
      note(status >= 200 && status < 300 ? undefined : { status });
    } catch (error) {
      if (!signal.aborted) note({ code: systemCode(error) ?? "unknown" });
    }
  };
}
