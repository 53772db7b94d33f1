import { createHash, randomBytes } from "node:crypto";

import { MilepostError } from "../../base/errors.ts";
import { Secret } from "../../base/secret.ts";
import type { PlatformConnection } from "../connection.ts";
import type { OAuthProfile } from "../profile/schema.ts";
import { authorizeAddress, oauthAddress, redirectUri } from "../profile/oauth-addresses.ts";
import { type Landing, type PendingSignIn, readLanding } from "./landing.ts";
import { readTokenAnswer, type TokenAnswer } from "./token-answer.ts";
import { postTokenForm, type TokenForm } from "./token-endpoint.ts";
import type { GrantedTokens, RenewableTokens } from "./renewable-tokens.ts";

/** OAuth 2 at one service. Nothing is ever asked twice: a code or a refresh token that was sent counts as used. */
export interface OAuthClient {
  readonly oauth: OAuthProfile;
  /** Where members remove what they allowed, where the service has such a page. */
  readonly manageUrl: string | undefined;
  /** Begins a sign-in: its state and its verifier are in nobody else's hands. */
  begin(): PendingSignIn;
  /** See `readLanding`. */
  readLanding(pasted: string, pending: PendingSignIn | undefined): Landing | undefined;
  /** Turns a code into tokens. Throws a MilepostError where nothing was answered. */
  exchange(code: Secret, pending: PendingSignIn, signal?: AbortSignal): Promise<TokenAnswer>;
  /** Turns a refresh token into the next tokens. Throws a MilepostError where nothing was answered. */
  refresh(refresh: Secret): Promise<TokenAnswer>;
  /** Gives tokens back. Returns whether the service took them; never throws. */
  revoke(tokens: Pick<GrantedTokens, "access" | "refresh"> | RenewableTokens): Promise<boolean>;
}

/** A member waits for it. */
const REVOKED_WITHIN_MS = 5_000;

/** Returns undefined where the profile has no OAuth. `landing`: where members land, in place of the profile's. */
export function createOAuthClient(
  connection: PlatformConnection,
  secret: Secret | undefined,
  landing?: string,
): OAuthClient | undefined {
  const { profile, hosts } = connection;
  const { oauth: described } = profile.signIn;
  if (described === undefined) return undefined;
  const oauth = landing === undefined ? described : { ...described, redirectUri: landing };
  const { manageUrl, tokenUrl, revokeUrl } = oauth;
  const { clientId, clientAuth } = oauth;
  const post = (url: string, form: TokenForm["form"], given?: AbortSignal) => {
    const { closing } = connection;
    const signal = given === undefined ? closing : AbortSignal.any([closing, given]);
    return postTokenForm(
      connection,
      { clientId, clientAuth, secret },
      { operation: "oauth", url, form, signal },
    );
  };
  const ask = async (form: TokenForm["form"], signal?: AbortSignal) => {
    const { payload, at } = await post(tokenUrl, form, signal);
    return readTokenAnswer(profile, oauth, payload, at);
  };
  return {
    oauth,
    manageUrl: manageUrl === undefined ? undefined : oauthAddress(manageUrl, hosts).href,
    begin() {
      const [state, verifier] = [randomBytes(16), randomBytes(32)].map((some) => some.toString("base64url"));
      const challenge = createHash("sha256")
        .update(verifier ?? "")
        .digest("base64url");
      const { href } = authorizeAddress(oauth, hosts, { state: state ?? "", challenge });
      return { state: state ?? "", verifier: new Secret(verifier ?? ""), address: href };
    },
    readLanding: (pasted, pending) => readLanding(pasted, { oauth, hosts }, pending),
    exchange: (code, { verifier }, signal) =>
      ask(
        {
          grant_type: "authorization_code",
          code: code.reveal(),
          redirect_uri: oauth.sendRedirectUri ? redirectUri(oauth, hosts) : undefined,
          code_verifier: oauth.pkce === "S256" ? verifier.reveal() : undefined,
        },
        signal,
      ),
    refresh: (refresh) => ask({ grant_type: "refresh_token", refresh_token: refresh.reveal() }),
    async revoke({ access, refresh }) {
      const token = refresh ?? access;
      if (revokeUrl === undefined || token === undefined) return false;
      const hint = refresh === undefined ? "access_token" : "refresh_token";
      const signal = AbortSignal.timeout(REVOKED_WITHIN_MS);
      try {
        const { payload } = await post(revokeUrl, { token: token.reveal(), token_type_hint: hint }, signal);
        return payload.status >= 200 && payload.status < 300;
      } catch (error) {
        if (error instanceof MilepostError || signal.aborted) return false;
        throw error;
      }
    },
  };
}
