import { constants, createDeflate } from "node:zlib";

import { GatewayOpcodes } from "discord-api-types/v10";

import { jsonOrNothing } from "../../../base/json.ts";
import { isRecord } from "../json.ts";

export interface Received {
  readonly op: GatewayOpcodes;
  readonly d: unknown;
}

export const OP_NAMES: ReadonlyMap<number, string> = new Map([
  [GatewayOpcodes.Heartbeat, "HEARTBEAT"],
  [GatewayOpcodes.Identify, "IDENTIFY"],
  [GatewayOpcodes.PresenceUpdate, "PRESENCE_UPDATE"],
  [GatewayOpcodes.VoiceStateUpdate, "VOICE_STATE_UPDATE"],
  [GatewayOpcodes.Resume, "RESUME"],
  [GatewayOpcodes.RequestGuildMembers, "REQUEST_GUILD_MEMBERS"],
  [GatewayOpcodes.RequestSoundboardSounds, "REQUEST_SOUNDBOARD_SOUNDS"],
]);

/** Returns the message; undefined when it can't be read. */
export function parse(text: string): Received | undefined {
  const message = jsonOrNothing(text);
  const isMessage = isRecord(message) && typeof message["op"] === "number";
  return isMessage ? { op: Number(message["op"]), d: message["d"] } : undefined;
}

/** Returns a sender that compresses into one zlib stream and flushes each message, so that it can be read at once. */
export function zlibStream(send: (bytes: Uint8Array) => void): (text: string) => void {
  const deflate = createDeflate({ flush: constants.Z_SYNC_FLUSH });
  const waiting: string[] = [];
  let isBusy = false;
  const next = (): void => {
    const text = waiting.shift();
    if (text === undefined) {
      isBusy = false;
      return;
    }
    isBusy = true;
    deflate.write(text);
    deflate.flush(constants.Z_SYNC_FLUSH, () => {
      const bytes = deflate.read() as Uint8Array | null;
      if (bytes !== null) send(bytes);
      next();
    });
  };
  return (text) => {
    waiting.push(text);
    if (!isBusy) next();
  };
}
