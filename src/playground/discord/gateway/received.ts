import { GatewayOpcodes } from "discord-api-types/v10";

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
