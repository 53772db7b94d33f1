import { systemClock } from "../../base/clock.ts";
import { isMilepostError } from "../../base/errors.ts";
import { connectPlatform } from "../../platform/connection.ts";
import type { Credential } from "../../platform/credential.ts";
import type { Landing } from "../../platform/oauth/landing.ts";
import { createOAuthClient, type OAuthClient } from "../../platform/oauth/oauth-client.ts";
import type { GrantedTokens, TokenAnswer } from "../../platform/oauth/token-answer.ts";
import { createTokens } from "../../platform/oauth/tokens.ts";
import { redirectUri } from "../../platform/profile/oauth-addresses.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { failureInWords } from "../failure-words.ts";
import type { CliContext } from "../subcommand.ts";
import { readPastedInput } from "../terminal.ts";
import { asking, type Keys } from "./asking.ts";

/** The operator's own session, in memory only. */
export interface OperatorSession {
  readonly credential: Credential;
  /** Revokes what was obtained for this run. */
  end(): Promise<void>;
}

/**
 * Signs the operator in as members do: opens an address, and pastes the one they land on. Returns the session, or why
 * there is none.
 */
export async function signInByPaste(
  profile: Profile,
  context: CliContext,
  keys: Keys,
): Promise<OperatorSession | string> {
  const connection = connectPlatform(asking(profile, keys));
  const client = createOAuthClient(connection, keys.clientSecret);
  if (client === undefined) return "The profile describes no OAuth: it has no signIn.oauth.";
  const { hosts } = connection;
  const granted = await grantedBy(client, { profile, landing: redirectUri(client.oauth, hosts) }, context);
  if (typeof granted === "string") {
    await connection.close();
    return granted;
  }
  return {
    credential: createTokens(granted, { hosts, clock: systemClock, clientId: client.oauth.clientId }),
    async end() {
      await client.revoke(granted);
      await connection.close();
    },
  };
}

async function grantedBy(
  client: OAuthClient,
  { profile, landing }: { readonly profile: Profile; readonly landing: string },
  { stdin, stderr }: CliContext,
): Promise<GrantedTokens | string> {
  const pending = client.begin();
  stderr.write(
    `Open this address, sign in, and allow the application:\n\n${pending.address}\n\n` +
      `Paste the address you land on (${landing}?...); it is not shown. Then press Enter once more.\n`,
  );
  const pasted = stdin && (await readPastedInput(stdin));
  if (pasted === undefined || pasted.trim() === "") return "No address was given.";
  const landed = client.readLanding(pasted.trim(), pending);
  if (landed === undefined) return `That is not the address you land on: it begins with ${landing}.`;
  if (landed.kind !== "code") return LANDED[landed.kind];
  try {
    const answer = await client.exchange(landed.code, pending);
    return answer.kind === "tokens" ? answer.granted : REFUSED[answer.kind];
  } catch (error) {
    if (isMilepostError(error)) return failureInWords(error, profile);
    throw error;
  }
}

const NOT_WHOLE = "That address isn't whole: copy it again, all of it.";
const LANDED: Readonly<Record<Exclude<Landing["kind"], "code">, string>> = {
  stale: "That address is of another sign-in. Start again, and open the address this prints.",
  denied: "The service says that the application was not allowed.",
  unknown: NOT_WHOLE,
  broken: NOT_WHOLE,
};

const REFUSED: Readonly<Record<Exclude<TokenAnswer["kind"], "tokens">, string>> = {
  ended: "The service refused the code. If it wasn't too old, look at redirectUri, sendRedirectUri and pkce.",
  "not-now": "The service gives no tokens now. Try again later.",
  unclear: "The service's answer can't be read: look at signIn.oauth.tokenUrl, members and errors.",
  client:
    "The service refused the application: look at signIn.oauth.clientId, clientAuth and PLATFORM_CLIENT_SECRET.",
};
