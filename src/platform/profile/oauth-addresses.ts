import { hostParameters, type Hosts } from "./hosts.ts";
import type { OAuthProfile } from "./schema.ts";
import { fillTemplate } from "./template.ts";

/** Query parameters of the authorize URL that we set. */
export const OWN_MEMBERS: ReadonlySet<string> = new Set([
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
]);

/** Returns a URL of the profile with its hosts filled in. */
export function oauthAddress(template: string, hosts: Hosts): URL {
  return new URL(fillTemplate(template, hostParameters(hosts)) ?? template);
}

/** Returns the redirect URI exactly as registered: services compare every character. */
export function redirectUri({ redirectUri: template }: OAuthProfile, hosts: Hosts): string {
  return fillTemplate(template, hostParameters(hosts)) ?? template;
}

/** Returns where a member signs in (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export function authorizeAddress(
  oauth: OAuthProfile,
  hosts: Hosts,
  { state, challenge }: { readonly state: string; readonly challenge: string },
): URL {
  const url = oauthAddress(oauth.authorizeUrl, hosts);
  const add = (members: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
  };
  add({ response_type: "code", client_id: oauth.clientId });
  if (oauth.sendRedirectUri) add({ redirect_uri: redirectUri(oauth, hosts) });
  if (oauth.scope !== undefined) add({ scope: oauth.scope });
  add({ state });
  if (oauth.pkce === "S256") add({ code_challenge: challenge, code_challenge_method: "S256" });
  add(oauth.more);
  return url;
}
