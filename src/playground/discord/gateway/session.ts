import type { WebSocket } from "ws";

/** One bot session of one shard; outlives its connection for a while, so that it can be resumed. */
export interface Session {
  readonly id: string;
  readonly shard: readonly [number, number];
  readonly intents: number;
  sequence: number;
  connection: Connection | undefined;
  /** Real time when the connection was lost. */
  lostAt: number;
  /** Events that may have to be replayed, oldest first: sequence and text. */
  readonly replay: { readonly sequence: number; readonly text: string }[];
}

/** One WebSocket of the bot. */
export interface Connection {
  readonly socket: WebSocket;
  send(text: string): void;
  session: Session | undefined;
  heartbeatAt: number;
  sent: number;
  sentSince: number;
}

const MOST_REPLAY = 2000;

/** Gives an event the session's next number, keeps it for replay, and sends it when connected. */
export function deliver(session: Session, name: string, data: string): string {
  session.sequence += 1;
  const text = `{"t":"${name}","s":${session.sequence},"op":0,"d":${data}}`;
  session.replay.push({ sequence: session.sequence, text });
  if (session.replay.length > MOST_REPLAY) session.replay.splice(0, MOST_REPLAY / 2);
  return text;
}

/** Events after this number, or undefined when some of them are gone. */
export function missedSince(session: Session, sequence: number): readonly string[] | undefined {
  if (sequence > session.sequence) return undefined;
  const oldest = session.replay[0]?.sequence ?? session.sequence + 1;
  if (sequence + 1 < oldest) return undefined;
  return session.replay.filter((event) => event.sequence > sequence).map((event) => event.text);
}
