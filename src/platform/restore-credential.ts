import { restoreCookieCredential, type SessionScope } from "./cookies.ts";
import type { Credential } from "./credential.ts";
import { restoreTokens } from "./oauth/tokens.ts";

/**
 * Returns a stored credential, cookies or tokens, without what this profile would not accept; tokens of another
 * application give an empty one.
 */
export function restoreCredential(serialised: string, scope: SessionScope): Credential {
  const { oauth, hosts, clock } = scope;
  const tokens = oauth && restoreTokens(serialised, { ...oauth, hosts, clock });
  return tokens ?? restoreCookieCredential(serialised, scope);
}
