import { ExpiringMap } from "../../../base/async/expiring-map.ts";
import { SerialQueue } from "../../../base/async/serial-queue.ts";
import type { MonotonicClock } from "../../../base/clock.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { Credential, SetCookieReport } from "../../../platform/credential.ts";

/** Two answers that renew cookies within this time are no renewal of days. */
const ROTATES_WITHIN_MS = MINUTE_MS;
const MOST_KNOWN = 10_000;

/** What all runs have in common that use one session at the same time in this process. */
export interface SharedSession {
  readonly jar: Credential;
  readonly underWay: Set<Promise<unknown>>;
  /** For requests that have to leave one after the other. */
  readonly alone: SerialQueue;
}

/**
 * Sessions in use. Runs of one link share its cookies, so that what one of them was given serves all; nothing of it is
 * held here when no run does. Where each answer renews them, which is remembered, requests go one after the other.
 */
export class SharedSessions {
  readonly #inUse = new Map<string, WeakRef<SharedSession>>();
  readonly #justRenewed: ExpiringMap<true>;
  readonly #rotating = new Set<string>();

  constructor(clock: MonotonicClock) {
    this.#justRenewed = new ExpiringMap({ clock, forMs: ROTATES_WITHIN_MS, max: MOST_KNOWN });
  }

  /**
   * Returns what the runs of this link share, which takes up what this jar has and it lacks. Where the platform took
   * cookies away that this jar has, runs begin anew with those.
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

  /** Learns from what an answer renewed. */
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
