import { parseProfile } from "../../src/platform/profile/load.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";

export const CLIENT_SECRET = "CANARYclientCANARY";
export const LANDING = "https://localhost/linked";

/** What `startAuthorizationServer` serves: tokens in place of cookies. */
export function profileAt(url: string): Profile {
  const { profile, faults } = parseProfile(
    JSON.stringify({
      id: "tokens",
      name: "Harbour",
      hosts: { portal: url, api: "{portal}/api" },
      locale: { default: "en" },
      envelope: { kind: "bare" },
      limits: { rate: 1_000 },
      signIn: {
        oauth: {
          authorizeUrl: "{portal}/auth",
          tokenUrl: "{portal}/token",
          revokeUrl: "{portal}/token/revocation",
          clientId: "milepost",
          redirectUri: LANDING,
          scope: "openid offline_access",
          more: { prompt: "consent" },
          issuer: url,
          manageUrl: "{portal}/applications",
        },
      },
      operations: {
        "account.current": { path: "/me", class: "private" },
        vault: { path: "/vault/{membershipType}", class: "private" },
      },
      features: { private: true },
    }),
  );
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  return profile;
}
