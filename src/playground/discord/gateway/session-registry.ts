import type { WebSocket } from "ws";
import { DAY_MS, MINUTE_MS } from "../../../base/duration.ts";

/** The bot's session on one shard. It outlives its connection for a while, so that it can be resumed. */
export interface Session {
  readonly id: string;
  readonly shard: readonly [number, number];
  readonly intents: number;
  sequence: number;
  connection: Connection | undefined;
  lostAt: number;
  /** The latest events, oldest first, for replay. */
  readonly replay: { readonly sequence: number; readonly text: string }[];
}

export interface Connection {
  readonly socket: WebSocket;
  send(text: string): void;
  session: Session | undefined;
  heartbeatAt: number;
  sent: number;
  sentSince: number;
}

const MOST_REPLAY = 2000;

export function deliver(session: Session, name: string, data: string): string {
  session.sequence += 1;
  const text = `{"t":"${name}","s":${session.sequence},"op":0,"d":${data}}`;
  session.replay.push({ sequence: session.sequence, text });
  if (session.replay.length > MOST_REPLAY) session.replay.splice(0, MOST_REPLAY / 2);
  return text;
}

/** Returns the events after this number; undefined when some are no longer kept. */
export function missedSince(session: Session, sequence: number): readonly string[] | undefined {
  if (sequence > session.sequence) return undefined;
  const oldest = session.replay[0]?.sequence ?? session.sequence + 1;
  if (sequence + 1 < oldest) return undefined;
  return session.replay.filter((event) => event.sequence > sequence).map((event) => event.text);
}

/** How long a lost session can be resumed, in real time. */
const RESUMABLE_MS = 5 * MINUTE_MS;
const MOST_SESSIONS = 256;
const IDENTIFIES_A_DAY = 1000;

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

  /** Returns how many IDENTIFYs are left within 24 hours. */
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

/** Returns whether the session was lost too long ago to be resumed. */
export function isTooOld(session: Session): boolean {
  return session.connection === undefined && performance.now() - session.lostAt > RESUMABLE_MS;
}
