import type { Hosts } from "../platform/profile/hosts.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { Landing } from "./browser.ts";
import { Stop } from "./outcome.ts";
import { formToken, kindOf, type Page, postAddress } from "./page.ts";
import { addressesOf, type Provider } from "./provider.ts";

/** E4 of interface.md. */
export function providerB(profile: Profile, hosts: Hosts): Provider {
  const { login, origins } = addressesOf(profile, hosts, "ProviderB");
  const {
    tokenInputId = "i0327",
    tokenField = "PPFT",
    postAddressKeys = [],
  } = profile.providers.ProviderB ?? {};
  const target = (landing: Landing, page: Page): URL => {
    const found = postAddress(page, postAddressKeys);
    if (found !== undefined && URL.canParse(found, landing.url.href)) return new URL(found, landing.url);
    return new URL(`${login.origin}${login.pathname}${landing.url.search}`);
  };
  return {
    origins,
    // E4 knows it by its token; the rest may be drawn by a script.
    isLogin: (page) => kindOf(page) === "login" || formToken(page, tokenInputId) !== undefined,
    asksAgain: (page) => formToken(page, tokenInputId) !== undefined,
    submission: (landing, page, { credentials, isRemembered }) => {
      const token = formToken(page, tokenInputId);
      if (token === undefined) throw new Stop("no-form-token", landing.url.host);
      return {
        url: target(landing, page),
        fields: {
          login: credentials.login,
          passwd: credentials.password.reveal(),
          [tokenField]: token,
          ...(isRemembered ? { KMSI: "1" } : {}),
        },
      };
    },
    grantCode: () => undefined,
    isRejection: () => false,
  };
}
