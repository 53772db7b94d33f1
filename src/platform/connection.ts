import type { z } from "zod";

import type { Clock } from "../base/clock.ts";
import { isMilepostError, MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Metrics } from "../base/metrics.ts";
import type { Secret } from "../base/secret.ts";
import type { Losses } from "./decode/compile-decoder.ts";
import { Decoders } from "./decode/decoders.ts";
import { Enums } from "./decode/enums.ts";
import type { Send } from "./http/request.ts";
import type { LimitSharing } from "./http/throttle.ts";
import { createSend } from "./http/send.ts";
import { createDispatcher } from "./http/transport.ts";
import { type Hosts, resolveHosts } from "./profile/hosts.ts";
import type { Profile } from "./profile/schema.ts";

/** Different faults that are logged; the metric counts them all. */
const MOST_LOGGED = 200;

export interface ConnectionOptions {
  readonly profile: Profile;
  /** PLATFORM_API_KEY. */
  readonly apiKey: Secret | undefined;
  /** PLATFORM_CLIENT_SECRET, where the profile has `clientCredentials`. */
  readonly clientSecret?: Secret | undefined;
  readonly clock: Clock;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milepost's, for the user agent. */
  readonly version: string;
  /** Other processes that keep to the profile's limits with this one. */
  readonly sharing?: LimitSharing | undefined;
  /** Told of every answer that was decoded. */
  readonly onDecoded?: (schema: z.core.$ZodType, value: unknown) => void;
}

/**
 * What the public and the private client of one profile share: the stack with its limits, so that all calls
 * together keep to them, and the words of the wire.
 */
export interface PlatformConnection {
  readonly profile: Profile;
  readonly hosts: Hosts;
  readonly clock: Clock;
  readonly enums: Enums;
  readonly decoders: Decoders;
  readonly send: Send;
  /** Aborts when the connection is closed. */
  readonly closing: AbortSignal;
  /** Ends every request under way. */
  close(): Promise<void>;
}

/** Opens nothing before the first call, and nothing after `close`. */
export function connectPlatform(options: ConnectionOptions): PlatformConnection {
  const { profile, clock } = options;
  const hosts = resolveHosts(profile);
  const enums = new Enums(profile);
  const dispatcher = createDispatcher(profile.limits.concurrency);
  const closing = new AbortController();
  const sendFromStart: Send = (request) => send(request);
  const send = measured(createSend({ ...options, hosts, dispatcher, sendFromStart }), options);
  return {
    profile,
    hosts,
    clock,
    enums,
    decoders: new Decoders(profile, enums, { onLoss: reportLosses(options), onDecoded: options.onDecoded }),
    send,
    closing: closing.signal,
    async close() {
      closing.abort(new MilepostError("busy", { reason: "the client is closed" }));
      await dispatcher.destroy();
    },
  };
}

/** Counts what could not be read; each fault is logged once, or a service of many would fill the log. */
function reportLosses({ log, metrics }: ConnectionOptions) {
  const logged = new Set<string>();
  return (operation: string, { records, faults }: Losses) => {
    metrics.count("platform_unread_total", { operation }, records);
    for (const fault of faults) {
      const key = `${operation} ${fault}`;
      if (logged.has(key) || logged.size === MOST_LOGGED) continue;
      logged.add(key);
      log.warn("A part of an answer of the platform could not be read and was left out", {
        operation,
        path: fault,
      });
    }
  };
}

/** Counts and times every call that leaves the process, retries included, by operation and outcome. */
function measured(send: Send, { clock, log, metrics }: ConnectionOptions): Send {
  return async (request) => {
    const { operation } = request;
    const start = clock.monotonic();
    let outcome = "ok";
    try {
      return await send(request);
    } catch (error) {
      outcome = isMilepostError(error) ? error.code : "aborted";
      throw error;
    } finally {
      const ms = clock.monotonic() - start;
      log.debug("A call to the platform", { operation, code: outcome, ms });
      metrics.count("platform_requests_total", { operation, outcome });
      metrics.observe("platform_request_seconds", ms / 1_000, { operation });
    }
  };
}
