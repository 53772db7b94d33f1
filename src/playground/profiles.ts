import { isDeepStrictEqual } from "node:util";

import { loadProfile, shippedProfiles } from "../platform/profile/load.ts";
import { oauth } from "../platform/profile/oauth-schema.ts";
import type { Profile } from "../platform/profile/schema.ts";

export interface Offered {
  readonly key: string;
  readonly profile: Profile;
  /** The operator's, and none that ships with Milepost. */
  readonly isOwn: boolean;
}

/** What the page shows of a profile: by these one sees how different platforms can be. */
export interface SeenProfile {
  readonly key: string;
  readonly name: string;
  readonly isOwn: boolean;
  /** Where its interface begins, below its portal. */
  readonly path: string;
  readonly keyHeader: string;
  readonly cookies: readonly string[];
}

/** The one given first, then those that ship with Milepost. */
export function offeredProfiles(given: Profile): readonly [Offered, ...Offered[]] {
  const shipped = [
    ...shippedProfiles.map((key) => ({ key, profile: loadProfile(key), isOwn: false })),
    { key: "oauth", profile: withOAuth(loadProfile("neutral")), isOwn: false },
  ];
  const same = shipped.find(({ profile }) => isDeepStrictEqual(profile, given));
  const first = same ?? { key: "own", profile: given, isOwn: true };
  return [first, ...shipped.filter((each) => each !== first)];
}

/** The same service, where members may also sign in and allow the bot. */
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
    keyHeader: headers.apiKey,
    cookies: [cookies?.session, cookies?.csrf].flatMap((each) => (each === undefined ? [] : [each.name])),
  };
}
