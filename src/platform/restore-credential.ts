import { restoreCookieCredential, type SessionScope } from "./cookies.ts";
import type { Credential } from "./credential.ts";
import { Secret } from "../base/secret.ts";
import { createKeyCredential, readStoredKey } from "./member-key.ts";
import { restoreTokens } from "./oauth/tokens.ts";

/**
 * Returns a stored credential, without what this profile would not accept; tokens of another application, and a key where
 * it takes none, give an empty one.
 */
export function restoreCredential(serialised: string, scope: SessionScope): Credential {
  const { oauth, hosts, clock, key } = scope;
  const stored = key && readStoredKey(serialised);
  if (key !== undefined && stored !== undefined)
    return createKeyCredential(new Secret(stored), { hosts, key });
  const tokens = oauth && restoreTokens(serialised, { ...oauth, hosts, clock });
  return tokens ?? restoreCookieCredential(serialised, scope);
}
