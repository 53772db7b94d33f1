import { DAY_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { Session } from "./session.ts";

/** How long a lost session can be resumed, in real time. */
const RESUMABLE_MS = 5 * MINUTE_MS;
const MOST_SESSIONS = 256;
const IDENTIFIES_A_DAY = 1000;

/** The bot's sessions, and how many it began today. */
export class SessionRegistry {
  readonly #sessions = new Map<string, Session>();
  readonly #identifiedAt: number[] = [];
  identifies = 0;
  resumes = 0;

  all(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  get(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  add(session: Session): void {
    this.identifies += 1;
    this.#identifiedAt.push(performance.now());
    this.#forgetOld();
    this.#sessions.set(session.id, session);
  }

  remove(session: Session | undefined): void {
    if (session !== undefined) this.#sessions.delete(session.id);
  }

  /** How many IDENTIFYs are left today. */
  startLimit(): { readonly total: number; readonly remaining: number; readonly resetAfterMs: number } {
    const now = performance.now();
    while ((this.#identifiedAt[0] ?? now) < now - DAY_MS) this.#identifiedAt.shift();
    const first = this.#identifiedAt[0];
    const resetAfterMs = first === undefined ? 0 : Math.round(first + DAY_MS - now);
    return { total: IDENTIFIES_A_DAY, remaining: IDENTIFIES_A_DAY - this.#identifiedAt.length, resetAfterMs };
  }

  #forgetOld(): void {
    for (const session of this.#sessions.values()) {
      if (session.connection === undefined && (isTooOld(session) || this.#sessions.size > MOST_SESSIONS)) {
        this.#sessions.delete(session.id);
      }
    }
  }
}

/** Whether a lost session can't be resumed any more. */
export function isTooOld(session: Session): boolean {
  return session.connection === undefined && performance.now() - session.lostAt > RESUMABLE_MS;
}
