import type { IncomingMessage } from "node:http";

import { LRUCache } from "lru-cache";

import { HOUR_MS } from "../../../base/duration.ts";
import { oauthAddress } from "../../../platform/profile/oauth-addresses.ts";
import type { ClientCredentials, OAuthProfile } from "../../../platform/profile/schema.ts";
import { type Content, json } from "../respond.ts";
import type { SignInContext, SignInRequest, Step } from "./context.ts";

const LIVES_MS = HOUR_MS;
const MOST = 5_000;

/** Tokens of the application itself (RFC 6749, 4.4), for public calls. */
export class ApplicationTokens {
  readonly #context: SignInContext;
  readonly #profile: ClientCredentials;
  readonly #secret: string;
  readonly #until = new LRUCache<string, number>({ max: MOST });

  constructor(context: SignInContext, profile: ClientCredentials, secret: string) {
    this.#context = context;
    this.#profile = profile;
    this.#secret = secret;
  }

  find({ request, url, form }: SignInRequest): Step | undefined {
    const { hosts } = this.#context;
    if (request.method !== "POST" || form?.get("grant_type") !== "client_credentials") return undefined;
    if (url.pathname !== oauthAddress(this.#profile.tokenUrl, hosts).pathname) return undefined;
    return { name: "oauth.client-credentials", content: () => this.#give(request, form) };
  }

  has(token: string): boolean {
    return (this.#until.peek(token) ?? 0) > this.#context.clock.now();
  }

  #give(request: IncomingMessage, form: URLSearchParams): Content {
    if (!isClient(this.#profile, this.#secret, request, form)) return json(401, { error: "invalid_client" });
    const token = this.#context.tokens.plain(40);
    this.#until.set(token, this.#context.clock.now() + LIVES_MS);
    const body = { access_token: token, token_type: "bearer", expires_in: LIVES_MS / 1_000 };
    return json(200, body, { "cache-control": "no-store" });
  }
}

/** Returns whether a form's client id and secret are the application's (RFC 6749, 2.3.1). */
export function isClient(
  { clientId, clientAuth }: Pick<OAuthProfile, "clientId" | "clientAuth">,
  secret: string,
  { headers }: IncomingMessage,
  form: URLSearchParams,
): boolean {
  if (clientAuth === "basic") {
    const pair = [clientId, secret].map(encodeURIComponent).join(":");
    return headers.authorization === `Basic ${Buffer.from(pair).toString("base64")}`;
  }
  const isSecret = clientAuth === "none" || form.get("client_secret") === secret;
  return form.get("client_id") === clientId && isSecret;
}
