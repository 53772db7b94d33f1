import { isDeepStrictEqual } from "node:util";

import { loadProfile, shippedProfiles } from "../platform/profile/load.ts";
import { oauth } from "../platform/profile/oauth-schema.ts";
import type { Profile } from "../platform/profile/schema.ts";

export interface Offered {
  readonly key: string;
  readonly profile: Profile;
  /** Whether it is the operator's own rather than one shipped with Milepost. */
  readonly isOwn: boolean;
}

/** What the page shows of a profile, so that people see how platforms differ. */
export interface SeenProfile {
  readonly key: string;
  readonly name: string;
  readonly isOwn: boolean;
  /** The path its API begins with. */
  readonly path: string;
  readonly keyHeader: string;
  readonly cookies: readonly string[];
}

/** Returns all profiles to choose from: the given one first, then the others that ship with Milepost. */
export function offeredProfiles(given: Profile): readonly [Offered, ...Offered[]] {
  const shipped = [
    ...shippedProfiles.map((key) => ({ key, profile: loadProfile(key), isOwn: false })),
    { key: "oauth", profile: withOAuth(loadProfile("neutral")), isOwn: false },
  ];
  const same = shipped.find(({ profile }) => isDeepStrictEqual(profile, given));
  const first = same ?? { key: "own", profile: given, isOwn: true };
  return [first, ...shipped.filter((each) => each !== first)];
}

/** Returns the profile with OAuth added. */
function withOAuth(profile: Profile): Profile {
  const signIn = {
    ...profile.signIn,
    oauth: oauth.parse({
      authorizeUrl: "{portal}/oauth/authorize",
      tokenUrl: "{portal}/oauth/token",
      revokeUrl: "{portal}/oauth/revoke",
      clientId: "milepost",
      redirectUri: "https://localhost/linked",
      scope: "read",
    }),
  };
  return { ...profile, id: `${profile.id}-oauth`, name: `${profile.name} (OAuth)`, signIn };
}

export function showProfile({ key, profile, isOwn }: Offered): SeenProfile {
  const { name, hosts, headers, cookies } = profile;
  const path = hosts.api.replace("{portal}", "") || "/";
  return {
    key,
    name,
    isOwn,
    path: URL.canParse(path) ? new URL(path).pathname : path,
    keyHeader: headers.apiKeyQuery ?? headers.apiKey,
    cookies: [cookies?.session, cookies?.csrf].flatMap((each) => (each === undefined ? [] : [each.name])),
  };
}
