import { isRecord } from "../validation/schema-check.ts";

/** Why an IDENTIFY is answered by closing, with Discord's code and reason. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

export interface Identity {
  readonly intents: number;
  readonly shard: readonly [number, number];
}

const GUILD_MEMBERS = 1 << 1;
const GUILD_PRESENCES = 1 << 8;
const MESSAGE_CONTENT = 1 << 15;
const PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
/** All intents there are, up to 1 << 25. */
const ALL_INTENTS = (1 << 26) - 1;

/** Reads an IDENTIFY's data as Discord does: token, shard, intents. */
export function readIdentify(data: unknown, context: { readonly token: string }): Identity | Closing {
  if (!isRecord(data)) return { code: 4002, reason: "Error while decoding payload." };
  if (data["token"] !== context.token) return { code: 4004, reason: "Authentication failed." };
  const properties = data["properties"];
  if (!isRecord(properties)) return { code: 4002, reason: "Error while decoding payload." };
  const shard = data["shard"] ?? [0, 1];
  if (!isShard(shard)) return { code: 4010, reason: "Invalid shard." };
  const intents = data["intents"];
  if (!Number.isInteger(intents) || Number(intents) < 0 || Number(intents) > ALL_INTENTS) {
    return { code: 4013, reason: "Invalid intent(s)." };
  }
  if ((Number(intents) & PRIVILEGED) !== 0) return { code: 4014, reason: "Disallowed intent(s)." };
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
