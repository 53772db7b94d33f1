import { createHash, randomBytes } from "node:crypto";

import { MilepostError } from "../../base/errors.ts";
import { Secret } from "../../base/secret.ts";
import type { PlatformConnection } from "../connection.ts";
import { authorizeAddress, oauthAddress, redirectUri } from "../profile/oauth-addresses.ts";
import { type PendingSignIn, readLanding } from "./landing.ts";
import { readTokenAnswer } from "./token-answer.ts";
import { postTokenForm, type TokenForm } from "./token-endpoint.ts";
import type { TokenCredential } from "../credential.ts";

/** OAuth 2 at one platform. Requests are never repeated: a code or refresh token that was sent counts as used. */
export type OAuthClient = NonNullable<ReturnType<typeof createOAuthClient>>;

/** Short, since a member waits for it. */
const REVOKED_WITHIN_MS = 5_000;

/** Returns undefined where the profile has no OAuth. `landing`: replaces the profile's redirect URI. */
export function createOAuthClient(
  connection: PlatformConnection,
  secret: Secret | undefined,
  landing?: string,
) {
  const { profile, hosts } = connection;
  const { oauth: described } = profile.signIn;
  if (described === undefined) return undefined;
  const oauth = landing === undefined ? described : { ...described, redirectUri: landing };
  const { manageUrl, tokenUrl, revokeUrl, clientId, clientAuth } = oauth;
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
    /** The page where members revoke access, if the platform has one. */
    manageUrl: manageUrl === undefined ? undefined : oauthAddress(manageUrl, hosts).href,
    /** Begins a sign-in with a new state and verifier. */
    begin(): PendingSignIn {
      const [state, verifier] = [randomBytes(16), randomBytes(32)].map((some) => some.toString("base64url"));
      const challenge = createHash("sha256")
        .update(verifier ?? "")
        .digest("base64url");
      const { href } = authorizeAddress(oauth, hosts, { state: state ?? "", challenge });
      return { state: state ?? "", verifier: new Secret(verifier ?? ""), address: href };
    },
    readLanding: (pasted: string, pending: PendingSignIn | undefined) =>
      readLanding(pasted, { oauth, hosts }, pending),
    /** Exchanges a code for tokens. Throws a MilepostError where there was no answer. */
    exchange: (code: Secret, { verifier }: PendingSignIn, signal?: AbortSignal) =>
      ask(
        {
          grant_type: "authorization_code",
          code: code.reveal(),
          redirect_uri: oauth.sendRedirectUri ? redirectUri(oauth, hosts) : undefined,
          code_verifier: oauth.pkce === "S256" ? verifier.reveal() : undefined,
        },
        signal,
      ),
    /** Exchanges a refresh token for new tokens. Throws a MilepostError where there was no answer. */
    refresh: (refresh: Secret) => ask({ grant_type: "refresh_token", refresh_token: refresh.reveal() }),
    /** Revokes tokens. Returns whether the platform did; never throws. */
    async revoke({ access, refresh }: Partial<Pick<TokenCredential, "access" | "refresh">>) {
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
