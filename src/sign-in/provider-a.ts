import type { Hosts } from "../platform/profile/hosts.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { kindOf } from "./page.ts";
import { addressesOf, type Provider } from "./provider.ts";

/** E2 and E3 of interface.md. */
export function providerA(profile: Profile, hosts: Hosts): Provider {
  const { login, origins } = addressesOf(profile, hosts, "ProviderA");
  const header = profile.providers.ProviderA?.grantHeader;
  return {
    origins,
    // E3 takes nothing from the page: it may be drawn by a script, with no form to be seen.
    isLogin: (page) => ["login", "unknown"].includes(kindOf(page)),
    asksAgain: () => false,
    submission: ({ url }, _page, { credentials, isRemembered }) => ({
      url: login,
      fields: {
        j_username: credentials.login,
        j_password: credentials.password.reveal(),
        // Its exact content is not significant; that it is there is.
        params: Buffer.from(url.search.slice(1) || "request").toString("base64"),
        ...(isRemembered ? { rememberSignIn: "1" } : {}),
      },
    }),
    grantCode: (landing) => (header === undefined ? undefined : landing.header(header)),
    isRejection: ({ location, url }) => (location ?? url.search).includes("authentication_error"),
  };
}
