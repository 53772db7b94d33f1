import { MilepostError } from "../../base/errors.ts";
import type { PlatformConnection } from "../connection.ts";
import { linesOf, type PlatformRequest, type SessionHeaders } from "../http/request.ts";
import { valueAt } from "../json/path.ts";

const OPERATION = "csrf";
const IN_HEADER = "header:";
/** What can be sent in a header. */
const TOKEN = /^[\x21-\x7E]{1,4096}$/;

/** Tokens that a service wants fetched before private calls, one for each session in use. */
export class CsrfTokens {
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
      account: () => session.account?.(),
      take: (url, lines) => session.take?.(url, lines),
    };
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
