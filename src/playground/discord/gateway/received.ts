import { isRecord } from "../validation/schema-check.ts";

/** A message of the bot. */
export interface Received {
  readonly op: number;
  readonly d: unknown;
}

/** What a bot may send, by opcode. */
export const OP_NAMES: ReadonlyMap<number, string> = new Map([
  [1, "HEARTBEAT"],
  [2, "IDENTIFY"],
  [3, "PRESENCE_UPDATE"],
  [4, "VOICE_STATE_UPDATE"],
  [6, "RESUME"],
  [8, "REQUEST_GUILD_MEMBERS"],
  [31, "REQUEST_SOUNDBOARD_SOUNDS"],
]);

/** Reads a message; undefined when it is none. */
export function parse(text: string): Received | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return isRecord(message) && typeof message["op"] === "number"
      ? { op: message["op"], d: message["d"] }
      : undefined;
  } catch {
    return undefined;
  }
}
