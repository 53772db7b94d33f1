import { randomBytes } from "node:crypto";

import { GatewayCloseCodes, GatewayIntentBits } from "discord-api-types/v10";

import { isRecord } from "../json.ts";
import type { FaultInjector } from "../fault-injector.ts";
import { shardOf } from "../world/snowflake.ts";
import type { World } from "../world/world.ts";
import { guildCreate, ready } from "./ready.ts";
import {
  isTooOld,
  type SessionRegistry,
  type Connection,
  missedSince,
  type Session,
} from "./session-registry.ts";

/** Discord's code and reason for closing a connection. */
interface Closing {
  readonly code: GatewayCloseCodes;
  readonly reason: string;
}

const NOT_LET_IN: Closing = {
  code: GatewayCloseCodes.AuthenticationFailed,
  reason: "Authentication failed.",
};
const UNREADABLE: Closing = { code: GatewayCloseCodes.DecodeError, reason: "Error while decoding payload." };

const { GuildMembers, GuildPresences, MessageContent } = GatewayIntentBits;
const PRIVILEGED = GuildMembers | GuildPresences | MessageContent;
/** All intents up to 1 << 25. */
const ALL_INTENTS = (1 << 26) - 1;

type Deliver = (session: Session, name: string, data: string) => void;

export interface HandshakeOptions {
  readonly world: World;
  readonly token: string;
  readonly faults: FaultInjector;
  /** The number of buckets: shards that may IDENTIFY at the same time. */
  readonly maxConcurrency: number;
  /** Minimum time between two IDENTIFYs of a bucket; 0: none. */
  readonly identifyEveryMs: number;
  readonly url: string;
}

/** Begins sessions by IDENTIFY and continues them by RESUME. */
export class Handshake {
  readonly #options: HandshakeOptions;
  readonly #sessions: SessionRegistry;
  readonly #deliver: Deliver;
  /** When each bucket last identified, in real time. */
  readonly #identifiedAt = new Map<number, number>();

  constructor(options: HandshakeOptions, sessions: SessionRegistry, deliver: Deliver) {
    this.#options = options;
    this.#sessions = sessions;
    this.#deliver = deliver;
  }

  /** Starts a session, sends INVALID_SESSION when it is too soon, or closes the connection with the reason. */
  identify(connection: Connection, data: unknown): void {
    if (connection.session !== undefined) {
      return connection.socket.close(GatewayCloseCodes.AlreadyAuthenticated, "Already authenticated.");
    }
    const refused = this.#options.faults.take("refuse-identify");
    if (refused !== undefined) {
      return connection.socket.close(refused.code, "Refused on request.");
    }
    const read = readIdentify(data, this.#options.token);
    const identity = this.#sessions.startLimit().remaining > 0 || "code" in read ? read : NOT_LET_IN;
    if ("code" in identity) return connection.socket.close(identity.code, identity.reason);
    if (this.#isTooSoon(identity.shard[0])) {
      return connection.send('{"op":9,"d":false,"s":null,"t":null}');
    }
    const session: Session = {
      ...identity,
      id: randomBytes(16).toString("hex"),
      sequence: 0,
      connection,
      lostAt: 0,
      replay: [],
    };
    connection.session = session;
    this.#sessions.add(session);
    this.#greet(session);
  }

  #isTooSoon(shard: number): boolean {
    const { maxConcurrency, identifyEveryMs } = this.#options;
    const bucket = shard % maxConcurrency;
    const now = performance.now();
    const isTooSoon = now - (this.#identifiedAt.get(bucket) ?? -Infinity) < identifyEveryMs;
    if (!isTooSoon) this.#identifiedAt.set(bucket, now);
    return isTooSoon;
  }

  #greet(session: Session): void {
    const { world, url } = this.#options;
    const wantsGuilds = (session.intents & GatewayIntentBits.Guilds) !== 0;
    const guilds = wantsGuilds
      ? world.botGuilds().filter((guild) => shardOf(guild.id, session.shard[1]) === session.shard[0])
      : [];
    this.#deliver(session, "READY", JSON.stringify(ready(world, session, guilds, url)));
    for (const guild of guilds)
      this.#deliver(session, "GUILD_CREATE", JSON.stringify(guildCreate(world, guild)));
  }

  /** Continues a session and replays the missed events, or sends INVALID_SESSION. */
  resume(connection: Connection, data: unknown): void {
    if (!isRecord(data) || !isToken(data["token"], this.#options.token)) {
      return connection.socket.close(NOT_LET_IN.code, NOT_LET_IN.reason);
    }
    const session = this.#sessions.get(String(data["session_id"]));
    const missed = session === undefined ? undefined : missedSince(session, Number(data["seq"]));
    const isRefused = this.#options.faults.take("refuse-resume") !== undefined;
    if (session === undefined || missed === undefined || isRefused || isTooOld(session)) {
      this.#sessions.remove(session);
      connection.send('{"op":9,"d":false,"s":null,"t":null}');
      return;
    }
    if (session.connection !== connection)
      session.connection?.socket.close(GatewayCloseCodes.UnknownError, "Session resumed elsewhere");
    session.connection = connection;
    connection.session = session;
    this.#sessions.resumes += 1;
    for (const text of missed) connection.send(text);
    this.#deliver(session, "RESUMED", '{"_trace":[]}');
  }
}

function readIdentify(data: unknown, token: string): Pick<Session, "intents" | "shard"> | Closing {
  if (!isRecord(data)) return UNREADABLE;
  if (!isToken(data["token"], token)) return NOT_LET_IN;
  if (!isRecord(data["properties"])) return UNREADABLE;
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

/** Discord takes it with and without the scheme that requests have, and most libraries send that. */
function isToken(given: unknown, token: string): boolean {
  return given === token || given === `Bot ${token}`;
}

function isShard(value: unknown): value is readonly [number, number] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [id, count] = value as readonly unknown[];
  return Number.isInteger(id) && Number.isInteger(count) && Number(id) >= 0 && Number(id) < Number(count);
}
