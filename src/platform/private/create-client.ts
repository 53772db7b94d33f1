import { z } from "zod";

import { MilepostError } from "../../base/errors.ts";
import { Calls } from "../calls.ts";
import type { PlatformConnection } from "../connection.ts";
import { type Answer, linesOf, type PlatformRequest, type SessionHeaders } from "../http/request.ts";
import { playerClient } from "../player-client.ts";
import type { OperationId } from "../profile/schema.ts";
import type { Parameters } from "../profile/template.ts";
import { VaultItem } from "../resources/vault.ts";
import { findAccount, findOwner } from "./account.ts";
import { checkSession } from "./check-session.ts";
import type { PrivateOptions } from "./client.ts";
import { valueAt } from "../json/path.ts";

const OPERATION = "csrf";
const IN_HEADER = "header:";
/** What can be sent in a header. */
const TOKEN = /^[\x21-\x7E]{1,4096}$/;

/** Tokens that a service wants fetched before private calls, one for each session in use. */
class CsrfTokens {
  readonly #connection: PlatformConnection;
  readonly #fetched = new WeakMap<SessionHeaders, Promise<string>>();

  constructor(connection: PlatformConnection) {
    this.#connection = connection;
  }

  /** Returns the session with its token, where the profile says where that is fetched. */
  async with(
    session: SessionHeaders,
    request: Pick<PlatformRequest, "class" | "signal" | "isBackground">,
  ): Promise<SessionHeaders> {
    if (this.#connection.profile.headers.csrfFrom === undefined) return session;
    const fetched = this.#fetched.get(session) ?? this.#fetch(session, request);
    this.#fetched.set(session, fetched);
    fetched.catch(() => this.#fetched.delete(session));
    const token = await fetched;
    return {
      cookie: (url) => session.cookie(url),
      csrf: () => token,
      authorization: (url) => session.authorization?.(url),
      header: session.header,
      account: () => session.account?.(),
      take: (url, lines) => session.take?.(url, lines),
      // What a session may have, none of it left out.
    } satisfies SessionHeaders & Record<keyof SessionHeaders, unknown>;
  }

  async #fetch(
    session: SessionHeaders,
    request: Pick<PlatformRequest, "class" | "signal" | "isBackground">,
  ): Promise<string> {
    const { profile, hosts, send } = this.#connection;
    const { path = "/", token: place = "" } = profile.headers.csrfFrom ?? {};
    const { payload, headers = {} } = await send({
      ...request,
      operation: OPERATION,
      method: "GET",
      url: new URL(hosts.api + path),
      envelope: profile.envelope.kind,
      maxBytes: profile.limits.bodyBytes,
      session,
    });
    const token = place.startsWith(IN_HEADER)
      ? linesOf(headers[place.slice(IN_HEADER.length).toLowerCase()])[0]
      : valueAt(payload, place);
    if (typeof token === "string" && TOKEN.test(token)) return token;
    throw new MilepostError("platform-answer", { operation: OPERATION, path: place, reason: "no token" });
  }
}

const vaultItems = z.array(VaultItem);

/**
 * The operations of one's own account. Nothing is cached or shared; a refusal is never
 * retried. Failures are MilepostErrors; "sign-in-needed" means that the session was refused.
 */
export type PrivateClient = ReturnType<typeof createPrivateClient>;

/** Returns the private client of a connection, with which it is closed. */
export function createPrivateClient(connection: PlatformConnection) {
  const calls = new PrivateCalls(connection);
  return {
    ...playerClient<PrivateOptions>(calls),
    /** Runs E1 with the session's cookies, then one private call as proof. Throws only when `signal` aborts. */
    async checkSession(options: PrivateOptions) {
      return checkSession(connection, () => findAccount(calls, options), options);
    },
    async accountCurrent(options: PrivateOptions) {
      const account = await findAccount(calls, options);
      if (account === undefined) throw new MilepostError("not-offered", { operation: "account.current" });
      return account;
    },
    async owner(options: PrivateOptions & { readonly likelyType?: number | undefined }) {
      return findOwner(calls, options);
    },
    /** E5. */
    async vault(query: { readonly membershipType: number } & PrivateOptions) {
      const given = connection.enums.parameters("membershipType", "MembershipType", query.membershipType);
      if (calls.template("vault").items === undefined) return calls.record("vault", given, query);
      const { data, ...dated } = await calls.page("vault", vaultItems, given, query);
      return {
        ...dated,
        data: { items: data.entries.map(({ itemHash, quantity }) => ({ itemHash, quantity })) },
      };
    },
  };
}

/** Calls with a session: no cache, no shared requests. */
class PrivateCalls extends Calls<PrivateOptions> {
  readonly #tokens = new CsrfTokens(this.connection);

  async ask<T>(
    operation: OperationId,
    given: Parameters,
    read: (answer: Answer, asked: Parameters) => T,
    { session, signal, background = false }: PrivateOptions,
  ) {
    const { profile, send, closing, decoders } = this.connection;
    const asked = { ...given, locale: profile.locale.default };
    const carried = {
      class: "private",
      signal: signal === undefined ? closing : AbortSignal.any([closing, signal]),
      isBackground: background,
    } as const;
    const answer = await send({
      ...this.requestFor(operation, asked),
      ...carried,
      session: await this.#tokens.with(session, carried),
    });
    const { data, unread, names } = decoders.gather(() => read(answer, asked));
    return {
      data,
      at: answer.at,
      isStale: false,
      ...(unread > 0 && { unread }),
      ...(names !== undefined && { names }),
    };
  }
}
