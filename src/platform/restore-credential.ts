import { restoreCookieCredential, type SessionScope } from "./cookies.ts";
import type { Credential } from "./credential.ts";
import { restoreTokens } from "./oauth/tokens.ts";

/**
 * Returns a session's credential as it was serialised, cookies or tokens. What this profile would not take is left out:
 * tokens of another application leave a credential with nothing in it.
 */
export function restoreCredential(serialised: string, scope: SessionScope): Credential {
  const { oauth, hosts, clock } = scope;
  const tokens = oauth && restoreTokens(serialised, { ...oauth, hosts, clock });
  return tokens ?? restoreCookieCredential(serialised, scope);
}
