import type { z } from "zod";
import { LRUCache } from "lru-cache";

import { isMilepostError, MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Metrics } from "../base/metrics.ts";
import type { Losses } from "./decode/compile-decoder.ts";
import { Decoders } from "./decode/decoders.ts";
import { Enums } from "./decode/enums.ts";
import type { Send } from "./http/request.ts";
import { createSend, type SendOptions } from "./http/send.ts";
import { createDispatcher } from "./http/transport.ts";
import { resolveHosts } from "./profile/hosts.ts";
import type { OwnName, OwnNames } from "./resources/wire.ts";

const MOST = 20_000;

/** Names of what is the same for everybody, from the records that carry them; by the platform's language. */
class SharedNames {
  readonly #names = new LRUCache<string, OwnName>({ max: MOST });

  add(locale: string, names: OwnNames): void {
    for (const [key, name] of names) this.#names.set(`${locale}/${key}`, name);
  }

  find(locale: string, key: string): OwnName | undefined {
    return this.#names.get(`${locale}/${key}`);
  }
}

/** How many different faults are logged; the metric counts all. */
const MOST_LOGGED = 200;

export interface ConnectionOptions extends Omit<SendOptions, "hosts" | "sendFromStart" | "dispatcher"> {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly onDecoded?: (schema: z.core.$ZodType, value: unknown) => void;
}

/**
 * What the public and private client of one profile share: the HTTP stack, whose limits apply to all calls together,
 * and the decoders.
 */
export type PlatformConnection = ReturnType<typeof connectPlatform>;

/** Opens nothing before the first call, and nothing after `close`. */
export function connectPlatform(options: ConnectionOptions) {
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
    sharedNames: new SharedNames(),
    /** Aborted when the connection is closed. */
    closing: closing.signal,
    /** Aborts every request under way. */
    async close() {
      closing.abort(new MilepostError("busy", { reason: "the client is closed" }));
      await dispatcher.destroy();
    },
  };
}

/** Counts unreadable records and logs each fault once, so that a faulty service doesn't fill the log. */
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

/** Measures every call, including its retries, by operation and outcome. */
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
