import { LRUCache } from "lru-cache";

import { SingleFlight } from "../../base/async/single-flight.ts";
import { unlessAborted } from "../../base/async/unless-aborted.ts";
import type { Clock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { isMilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Metrics } from "../../base/metrics.ts";
import type { PlatformConnection } from "../connection.ts";
import { allowedAddress } from "../profile/hosts.ts";
import { readPictureHeader } from "../../base/picture/picture-header.ts";
import type { PictureFolder } from "./picture-folder.ts";

export interface ImagesOptions {
  readonly connection: Pick<PlatformConnection, "hosts" | "send" | "closing">;
  /** Absent: they are not stored. */
  readonly folder?: PictureFolder | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

const OPERATION = "images.get";
const MAX_BYTES = 4 * 1024 * 1024;
/** How long something that is no image is not requested again. */
const REFUSED_MS = MINUTE_MS;
const MOST_REFUSED = 1_000;

/** How an image was obtained, for the metrics. */
type Outcome = "kept" | "fetched" | "unfit" | "failed";

/**
 * Images of the platform's hosts, for cards. Requested without key or session, so that what is stored is the same for
 * everyone.
 */
export class Images {
  readonly #options: ImagesOptions;
  readonly #flights = new SingleFlight<Buffer | undefined>();
  readonly #refused: LRUCache<string, true>;
  #isDiskRefused = false;

  constructor(options: ImagesOptions) {
    const { clock } = options;
    this.#options = options;
    this.#refused = new LRUCache<string, true>({
      max: MOST_REFUSED,
      ttl: REFUSED_MS,
      ttlResolution: 0,
      perf: { now: () => clock.monotonic() },
    });
  }

  /**
   * Returns the bytes of a PNG, JPEG, GIF or WebP that is safe to decode; undefined where the URL is not the
   * platform's, it is something else, or `signal` aborts first; the image then arrives for the next caller. Never
   * rejects.
   */
  async get(url: string | undefined, signal?: AbortSignal): Promise<Buffer | undefined> {
    const address = this.#addressOf(url);
    if (address === undefined || signal?.aborted === true) return undefined;
    const flight = this.#flights.keep(address.href, (stop) => this.#bring(address, stop));
    return unlessAborted(flight, signal).catch(() => undefined);
  }

  /** Deletes images that have been kept for as long as promised. */
  async sweep(): Promise<void> {
    await this.#options.folder?.sweep().catch((error: unknown) => this.#noteDisk(error));
  }

  /** Resolves when requests under way have ended. */
  async close(): Promise<void> {
    this.#flights.abortAll(new Error("closed"));
    await this.#flights.settled();
  }

  #addressOf(url: string | undefined): URL | undefined {
    const address = url === undefined ? undefined : allowedAddress(url, this.#options.connection.hosts);
    if (address !== undefined) address.hash = "";
    return address;
  }

  async #bring(address: URL, signal: AbortSignal): Promise<Buffer | undefined> {
    const kept = await this.#options.folder
      ?.read(address.href)
      .catch((error: unknown) => this.#noteDisk(error));
    if (kept !== undefined && readPictureHeader(kept) !== undefined) return this.#counted("kept", kept);
    if (this.#refused.has(address.href)) return undefined;
    const bytes = await this.#fetch(address, signal);
    if (bytes === undefined) {
      this.#refused.set(address.href, true);
      return undefined;
    }
    await this.#options.folder?.write(address.href, bytes).catch((error: unknown) => this.#noteDisk(error));
    return bytes;
  }

  async #fetch(url: URL, signal: AbortSignal): Promise<Buffer | undefined> {
    const { connection, log } = this.#options;
    try {
      const { payload } = await connection.send({
        operation: OPERATION,
        class: "picture",
        method: "GET",
        url,
        envelope: "bare",
        maxBytes: MAX_BYTES,
        signal: AbortSignal.any([signal, connection.closing]),
      });
      if (!(payload instanceof Buffer) || readPictureHeader(payload) === undefined)
        return this.#counted("unfit");
      return this.#counted("fetched", payload);
    } catch (error) {
      log.debug("A picture could not be fetched", {
        operation: OPERATION,
        code: isMilepostError(error) ? error.code : "aborted",
      });
      return this.#counted("failed");
    }
  }

  #counted(outcome: Outcome, bytes?: Buffer): Buffer | undefined {
    this.#options.metrics.count("remote_pictures_total", { outcome });
    return bytes;
  }

  /** Cards are drawn all the same, with images fetched each time. */
  #noteDisk(error: unknown): undefined {
    if (!this.#isDiskRefused)
      this.#options.log.warn("Pictures can't be kept on disk; they are fetched each time", {}, error);
    this.#isDiskRefused = true;
  }
}
