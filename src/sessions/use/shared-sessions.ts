import { ExpiringMap } from "../../base/async/expiring-map.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import type { Credential, SetCookieReport } from "../../platform/credential.ts";

/** Two renewals within this time mean rotating cookies. */
const ROTATES_WITHIN_MS = MINUTE_MS;
const MOST_KNOWN = 10_000;

/** What concurrent runs of one session share in this process. */
export interface SharedSession {
  readonly jar: Credential;
  readonly underWay: Set<Promise<unknown>>;
  /** For requests that have to go one by one. */
  readonly alone: SerialQueue;
}

/**
 * Sessions in use. Runs of one link share its cookies, so that a renewal serves all of them; nothing is held once no
 * run uses it. Links with rotating cookies are remembered, and their requests go one by one.
 */
export class SharedSessions {
  readonly #inUse = new Map<string, WeakRef<SharedSession>>();
  readonly #justRenewed: ExpiringMap<true>;
  readonly #rotating = new Set<string>();

  constructor(clock: MonotonicClock) {
    this.#justRenewed = new ExpiringMap({ clock, forMs: ROTATES_WITHIN_MS, max: MOST_KNOWN });
  }

  /**
   * Returns what the runs of this link share, with the jar's cookies added. Where the platform has deleted cookies that
   * this jar has, runs start over with the jar's.
   */
  of(link: string, jar: Credential): SharedSession {
    const known = this.#inUse.get(link)?.deref();
    if (known === undefined || (isSpoiled(known.jar) && !isSpoiled(jar))) {
      const shared = { jar, underWay: new Set<Promise<unknown>>(), alone: new SerialQueue() };
      if (this.#inUse.size >= MOST_KNOWN) this.#dropUnused();
      this.#inUse.set(link, new WeakRef(shared));
      return shared;
    }
    if (known.jar !== jar) known.jar.adopt(jar.serialise());
    return known;
  }

  rotates(link: string): boolean {
    return this.#rotating.has(link);
  }

  /** Learns from renewed cookies. */
  renewed(link: string, { changed }: SetCookieReport): void {
    if (changed.length === 0) return;
    if (this.#justRenewed.get(link) === true) this.noteRotating(link);
    this.#justRenewed.put(link, true);
  }

  noteRotating(link: string): void {
    if (this.#rotating.size >= MOST_KNOWN) this.#rotating.clear();
    this.#rotating.add(link);
  }

  #dropUnused(): void {
    for (const [link, shared] of this.#inUse) if (shared.deref() === undefined) this.#inUse.delete(link);
  }
}

function isSpoiled(jar: Credential): boolean {
  return jar.missing().length > 0;
}
