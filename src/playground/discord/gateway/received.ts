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
