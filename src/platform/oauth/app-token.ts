import { unlessAborted } from "../../base/async/unless-aborted.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { isMilepostError, MilepostError } from "../../base/errors.ts";
import { Secret } from "../../base/secret.ts";
import type { PlatformRequest, Send } from "../http/request.ts";
import { type Hosts, isOfApi } from "../profile/hosts.ts";
import type { ClientCredentials, Profile } from "../profile/schema.ts";
import { readTokenAnswer, renewalAt, type TokenAnswer, USUAL_WORDS } from "./token-answer.ts";
import { type OAuthApplication, postTokenForm, type TokenForm } from "./token-endpoint.ts";

interface AppTokenOptions {
  readonly profile: Profile;
  readonly hosts: Hosts;
  readonly clientSecret?: Secret | undefined;
  readonly clock: MonotonicClock;
  /** Sends through the whole stack. */
  readonly sendFromStart: Send;
}

interface AppToken {
  readonly authorization: Secret;
  /** Monotonic, like all times here. */
  readonly at: number;
  readonly ends: number;
}

const OPERATION = "client-credentials";
/** If a token this new is refused, the token is not the problem. */
const YOUNG_MS = MINUTE_MS;
/** How long a failed token endpoint is not asked again, unless it says so itself. */
const REFUSED_MS = MINUTE_MS;
const FAILED_MS = 2_000;

/**
 * Adds the application's own token to public API calls, where the profile has `clientCredentials` (RFC 6749, 4.4). The
 * first caller requests it and all others wait; it is renewed before it expires, and once when it is refused. Kept in
 * memory only.
 */
export function withAppToken(send: Send, options: AppTokenOptions): Send {
  const { clientCredentials } = options.profile;
  if (clientCredentials === undefined) return send;
  const tokens = new AppTokens(clientCredentials, options);
  return async (request) => {
    const isPublic = request.class === "public" || request.class === "file";
    if (!isPublic || !isOfApi(request.url, options.hosts)) return send(request);
    const { authorization } = await tokens.current(request);
    try {
      return await send({ ...request, authorization });
    } catch (error) {
      if (!isMilepostError(error) || !isRefusal(error) || !tokens.drop(authorization)) throw error;
      return send({ ...request, authorization: (await tokens.current(request)).authorization });
    }
  };
}

/** Judged by the status, or by the envelope's code. */
function isRefusal({ code, details }: MilepostError): boolean {
  return details.status === 401 || code === "platform-key" || code === "sign-in-needed";
}

class AppTokens {
  readonly #profile: ClientCredentials;
  readonly #options: AppTokenOptions;
  #token: AppToken | undefined;
  #renewal: Promise<AppToken> | undefined;
  #failure: { readonly error: MilepostError; readonly until: number } | undefined;

  constructor(profile: ClientCredentials, options: AppTokenOptions) {
    this.#profile = profile;
    this.#options = options;
  }

  /** Throws a MilepostError where there is none. */
  async current({ operation, signal }: PlatformRequest): Promise<AppToken> {
    const known = this.#token;
    if (known !== undefined && this.#now() < known.ends) {
      // In the background while the current one works; a failure matters only without one.
      if (this.#now() >= renewalAt(known.at, known.ends)) void this.#renew().catch(() => undefined);
      return known;
    }
    try {
      return await unlessAborted(this.#renew(), signal);
    } catch (error) {
      if (!isMilepostError(error)) throw error;
      throw new MilepostError(error.code, { ...error.details, operation }, error);
    }
  }

  /** Forgets a refused token. Returns whether another one may work. */
  drop(authorization: Secret): boolean {
    if (this.#token?.authorization !== authorization) return true;
    if (this.#now() - this.#token.at < YOUNG_MS) return false;
    this.#token = undefined;
    return true;
  }

  #renew(): Promise<AppToken> {
    return (this.#renewal ??= this.#ask().finally(() => (this.#renewal = undefined)));
  }

  async #ask(): Promise<AppToken> {
    if (this.#failure !== undefined && this.#now() < this.#failure.until) throw this.#failure.error;
    const { tokenUrl: url, scope, more, ...client } = this.#profile;
    const { profile, clientSecret: secret } = this.#options;
    if (secret === undefined)
      throw new MilepostError("platform-key", { reason: "PLATFORM_CLIENT_SECRET is not set" });
    const form = { ...more, grant_type: "client_credentials", scope };
    // The caller may be gone by then; the token serves the next.
    const { signal } = new AbortController();
    const asked = { operation: OPERATION, url, form, signal };
    const { payload, at } = await this.#post({ ...client, secret }, asked);
    const answer = readTokenAnswer(profile, USUAL_WORDS, payload, at);
    if (answer.kind !== "tokens") throw this.#failed(answer, payload.status);
    const { access, accessEnds = Infinity } = answer.granted;
    const now = this.#now();
    const authorization = new Secret(`Bearer ${access.reveal()}`);
    return (this.#token = { authorization, at: now, ends: now + (accessEnds - at) });
  }

  async #post(application: OAuthApplication, form: TokenForm): ReturnType<typeof postTokenForm> {
    try {
      const { hosts, sendFromStart: send } = this.#options;
      return await postTokenForm({ hosts, send }, application, form);
    } catch (error) {
      if (isMilepostError(error)) this.#failure = { error, until: this.#now() + FAILED_MS };
      throw error;
    }
  }

  #failed(answer: Exclude<TokenAnswer, { kind: "tokens" }>, status: number): MilepostError {
    const isRefused = answer.kind === "client" || answer.kind === "ended";
    const wait = answer.kind === "not-now" ? answer.retryAfterMs : undefined;
    const reason = isRefused
      ? "the token endpoint refuses the application: see clientCredentials and PLATFORM_CLIENT_SECRET"
      : "the token endpoint gives no token";
    const code = isRefused
      ? "platform-key"
      : answer.kind === "not-now"
        ? answer.code
        : "platform-unavailable";
    const retry = wait === undefined ? {} : { retryAfterMs: wait };
    const error = new MilepostError(code, { reason, status, ...retry });
    const pause = isRefused || status < 500 ? REFUSED_MS : FAILED_MS;
    this.#failure = { error, until: this.#now() + (wait ?? pause) };
    return error;
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }
}
