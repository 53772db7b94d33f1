import { isRecord } from "../validation/schema-check.ts";
import { shardOf } from "../world/snowflake.ts";
import type { GatewayOptions } from "./gateway.ts";
import { isClosing, readIdentify } from "./identify.ts";
import { guildCreate, ready } from "./ready.ts";
import { isTooOld, type SessionRegistry } from "./session-registry.ts";
import { missedSince } from "./session.ts";
import type { Connection, Session } from "./session.ts";

export const GUILDS_INTENT = 1 << 0;

type Deliver = (session: Session, name: string, data: string) => void;

/** How a bot gets in: with a new session, or back into one. */
export class Handshake {
  readonly #options: GatewayOptions;
  readonly #sessions: SessionRegistry;
  readonly #deliver: Deliver;

  constructor(options: GatewayOptions, sessions: SessionRegistry, deliver: Deliver) {
    this.#options = options;
    this.#sessions = sessions;
    this.#deliver = deliver;
  }

  /** A new session, or a close code that says why not. */
  identify(connection: Connection, data: unknown): void {
    if (connection.session !== undefined) {
      connection.socket.close(4005, "Already authenticated.");
      return;
    }
    const refused = this.#options.faults.take("refuse-identify");
    if (refused !== undefined) {
      connection.socket.close(refused.code, "Refused on request.");
      return;
    }
    const identity = readIdentify(data, { token: this.#options.token });
    if (isClosing(identity) || this.#sessions.startLimit().remaining <= 0) {
      const { code, reason } = isClosing(identity)
        ? identity
        : { code: 4004, reason: "Authentication failed." };
      connection.socket.close(code, reason);
      return;
    }
    const session: Session = {
      ...identity,
      id: this.#options.newSessionId(),
      sequence: 0,
      connection,
      lostAt: 0,
      replay: [],
    };
    connection.session = session;
    this.#sessions.add(session);
    this.#greet(session);
  }

  #greet(session: Session): void {
    const { world, url } = this.#options;
    const wantsGuilds = (session.intents & GUILDS_INTENT) !== 0;
    const guilds = wantsGuilds
      ? world.botGuilds().filter((guild) => shardOf(guild.id, session.shard[1]) === session.shard[0])
      : [];
    this.#deliver(session, "READY", JSON.stringify(ready(world, session, { guilds, url: url() })));
    for (const guild of guilds)
      this.#deliver(session, "GUILD_CREATE", JSON.stringify(guildCreate(world, guild)));
  }

  /** The session taken up again with all it missed, or word that it is over. */
  resume(connection: Connection, data: unknown): void {
    if (!isRecord(data) || data["token"] !== this.#options.token) {
      connection.socket.close(4004, "Authentication failed.");
      return;
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
      session.connection?.socket.close(4000, "Session resumed elsewhere");
    session.connection = connection;
    connection.session = session;
    this.#sessions.resumes += 1;
    for (const text of missed) connection.send(text);
    this.#deliver(session, "RESUMED", '{"_trace":[]}');
  }
}
