import { systemClock } from "../../base/clock.ts";
import { createCookieCredential } from "../../platform/cookies.ts";
import type { Credential } from "../../platform/credential.ts";
import { resolveHosts } from "../../platform/profile/hosts.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { readToken } from "../../platform/oauth/token-answer.ts";
import { createTokens } from "../../platform/oauth/tokens.ts";
import { wantedCookies } from "../../platform/cookie-rules.ts";
import { readPaste } from "../../sessions/paste/read-paste.ts";
import { explainReading } from "../explain-reading.ts";
import type { CliContext } from "../subcommand.ts";
import { readPastedInput } from "../terminal.ts";
import type { Keys } from "./asking.ts";
import { type OperatorSession, signInByPaste } from "./sign-in-by-paste.ts";

export const SESSION_OPTIONS = {
  "cookies-from-stdin": { type: "boolean" },
  "token-from-stdin": { type: "boolean" },
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

async function paste({ stdin, stderr }: CliContext, what: string): Promise<string | undefined> {
  if (stdin?.isTTY === true) stderr.write(`Paste ${what}; nothing is shown. Then press Enter once more.\n`);
  return stdin && readPastedInput(stdin);
}

/** It was the operator's before, and stays valid. */
function kept(credential: Credential): OperatorSession {
  return { credential, end: () => Promise.resolve() };
}
