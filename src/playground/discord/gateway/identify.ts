import { GatewayCloseCodes, GatewayIntentBits } from "discord-api-types/v10";

import { isRecord } from "../json.ts";

/** Why an IDENTIFY is answered by closing, with Discord's code and reason. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

export interface Identity {
  readonly intents: number;
  readonly shard: readonly [number, number];
}

const { GuildMembers, GuildPresences, MessageContent } = GatewayIntentBits;
const PRIVILEGED = GuildMembers | GuildPresences | MessageContent;
/** All intents there are, up to 1 << 25. */
const ALL_INTENTS = (1 << 26) - 1;

export function readIdentify(data: unknown, context: { readonly token: string }): Identity | Closing {
  if (!isRecord(data))
    return { code: GatewayCloseCodes.DecodeError, reason: "Error while decoding payload." };
  if (data["token"] !== context.token)
    return { code: GatewayCloseCodes.AuthenticationFailed, reason: "Authentication failed." };
  const properties = data["properties"];
  if (!isRecord(properties))
    return { code: GatewayCloseCodes.DecodeError, reason: "Error while decoding payload." };
  const shard = data["shard"] ?? [0, 1];
  if (!isShard(shard)) return { code: GatewayCloseCodes.InvalidShard, reason: "Invalid shard." };
  const intents = data["intents"];
  if (!Number.isInteger(intents) || Number(intents) < 0 || Number(intents) > ALL_INTENTS) {
    return { code: GatewayCloseCodes.InvalidIntents, reason: "Invalid intent(s)." };
  }
  if ((Number(intents) & PRIVILEGED) !== 0)
    return { code: GatewayCloseCodes.DisallowedIntents, reason: "Disallowed intent(s)." };
  return { intents: Number(intents), shard };
}

export function isClosing(result: Identity | Closing): result is Closing {
  return "code" in result;
}

function isShard(value: unknown): value is readonly [number, number] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [id, count] = value as readonly unknown[];
  return Number.isInteger(id) && Number.isInteger(count) && Number(id) >= 0 && Number(id) < Number(count);
}
