import { systemClock } from "../../base/clock.ts";
import { createCookieCredential } from "../../platform/cookies.ts";
import type { Credential } from "../../platform/credential.ts";
import { resolveHosts } from "../../platform/profile/hosts.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { readToken, type GrantedTokens, type TokenAnswer } from "../../platform/oauth/token-answer.ts";
import { createTokens } from "../../platform/oauth/tokens.ts";
import { wantedCookies } from "../../platform/cookie-rules.ts";
import { createKeyCredential } from "../../platform/member-key.ts";
import { readKey } from "../../sessions/paste/read-key.ts";
import { readPaste } from "../../sessions/paste/read-paste.ts";
import { explainReading } from "../explain-reading.ts";
import type { CliContext } from "../subcommand.ts";
import { readPastedInput } from "../terminal.ts";
import { silentLog } from "../../base/log.ts";
import { noMetrics } from "../../base/metrics.ts";
import { type ConnectionOptions, connectPlatform } from "../../platform/connection.ts";
import { isMilepostError } from "../../base/errors.ts";
import type { Landing } from "../../platform/oauth/landing.ts";
import { createOAuthClient, type OAuthClient } from "../../platform/oauth/oauth-client.ts";
import { redirectUri } from "../../platform/profile/oauth-addresses.ts";
import { failureInWords } from "../failure-words.ts";

interface OperatorSession {
  readonly credential: Credential;
  /** Revokes what was obtained for this run. */
  end(): Promise<void>;
}

/**
 * Signs the operator in as members do: opens an address, and pastes the one they land on. Returns the session, or why
 * there is none.
 */
async function signInByPaste(
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

export type Keys = Partial<Pick<ConnectionOptions, "apiKey" | "clientSecret">>;

/** Returns a client without logs and metrics. */
export function asking(profile: Profile, keys: Keys) {
  return {
    profile,
    apiKey: keys.apiKey,
    clientSecret: keys.clientSecret,
    clock: systemClock,
    random: Math.random,
    log: silentLog,
    metrics: noMetrics,
    version: "check",
  };
}

export const SESSION_OPTIONS = {
  "cookies-from-stdin": { type: "boolean" },
  "token-from-stdin": { type: "boolean" },
  "key-from-stdin": { type: "boolean" },
  "sign-in": { type: "boolean" },
} as const;

/** Where a session comes from. */
export type SessionSource = keyof typeof SESSION_OPTIONS;

/** Returns the session a person provides, or why there is none, without quoting it. */
export function openOperatorSession(
  source: SessionSource,
  profile: Profile,
  context: CliContext,
  keys: Keys,
): Promise<OperatorSession | string> {
  switch (source) {
    case "cookies-from-stdin":
      return pastedCookies(profile, context);
    case "token-from-stdin":
      return pastedToken(profile, context);
    case "key-from-stdin":
      return pastedKey(profile, context);
    case "sign-in":
      return signInByPaste(profile, context, keys);
  }
}

async function pastedCookies(profile: Profile, context: CliContext): Promise<OperatorSession | string> {
  const hosts = resolveHosts(profile);
  const wanted = wantedCookies(profile, hosts);
  if (wanted === undefined) return "The profile names no cookies.";
  const pasted = await paste(context, "the cookies");
  if (pasted === undefined) return "No cookies were given.";
  const reading = readPaste(pasted, wanted, { now: systemClock.now() });
  const problem = explainReading(reading);
  if (problem !== undefined || reading.kind !== "cookies") return problem ?? "No cookies were given.";
  return kept(createCookieCredential(reading.cookies, { wanted, hosts, clock: systemClock }));
}

async function pastedToken(profile: Profile, context: CliContext): Promise<OperatorSession | string> {
  const { oauth } = profile.signIn;
  if (oauth === undefined) return "The profile describes no OAuth: it has no signIn.oauth.";
  const pasted = await paste(context, "the access token");
  const access = readToken((pasted ?? "").trim().replace(/^Bearer(?:\s+|$)/i, ""));
  if (access === undefined) return "No access token was given: it is one word, as the service gave it.";
  const scope = { hosts: resolveHosts(profile), clock: systemClock, clientId: oauth.clientId };
  return kept(createTokens({ access, at: systemClock.now() }, scope));
}

async function pastedKey(profile: Profile, context: CliContext): Promise<OperatorSession | string> {
  const hosts = resolveHosts(profile);
  const { key } = profile.signIn;
  if (key === undefined) return "The profile describes no keys of members: it has no signIn.key.";
  const reading = readKey((await paste(context, "your key")) ?? "");
  if (reading.kind !== "key") return "No key was given: it is one word, as the service gave it.";
  return kept(createKeyCredential(reading.key, { hosts, key }));
}

async function paste({ stdin, stderr }: CliContext, what: string): Promise<string | undefined> {
  if (stdin?.isTTY === true) stderr.write(`Paste ${what}; nothing is shown. Then press Enter once more.\n`);
  return stdin && readPastedInput(stdin);
}

/** It was the operator's before, and stays valid. */
function kept(credential: Credential): OperatorSession {
  return { credential, end: () => Promise.resolve() };
}
