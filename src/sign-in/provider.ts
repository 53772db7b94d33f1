import { hostParameters, type Hosts } from "../platform/profile/hosts.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { fillTemplate } from "../platform/profile/template.ts";
import type { Landing } from "./browser.ts";
import { type Credentials, Stop } from "./outcome.ts";
import { formToken, kindOf, type Page, postAddress } from "./page.ts";

export type ProviderId = keyof Profile["providers"];

/** A provider's login form, filled in. */
export interface Submission {
  readonly url: URL;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Login {
  readonly credentials: Credentials;
  readonly isRemembered: boolean;
}

/** One login provider's part of the flow. */
export interface Provider {
  /** The only origin that may be given name and password. */
  readonly origin: string;
  /** Returns whether a page asks for name and password. */
  isLogin(page: Page): boolean;
  /** Returns whether a page is the form again, although it may not look like one. */
  asksAgain(page: Page): boolean;
  submission(landing: Landing, page: Page, login: Login): Submission;
  /** Returns the grant code, where an answer has it in a header. */
  grantCode(landing: Landing): string | undefined;
  /** Returns whether an answer says that name and password were rejected. */
  isRejection(landing: Landing): boolean;
}

/** Returns a provider's part of the flow; throws a Stop where the profile doesn't describe it. */
export function createProvider(id: ProviderId, profile: Profile, hosts: Hosts): Provider {
  return id === "ProviderA" ? providerA(profile, hosts) : providerB(profile, hosts);
}

/** Returns the only origin that is given name and password; throws a Stop where the profile names none. */
export function passwordOrigin(hosts: Hosts, id: ProviderId): string {
  const host = hosts.providers[id];
  if (host === undefined) throw new Stop("not-offered", "");
  return new URL(host).origin;
}

/** E2 and E3. */
function providerA(profile: Profile, hosts: Hosts): Provider {
  const login = loginAddress(profile, hosts, "ProviderA");
  const header = profile.providers.ProviderA?.grantHeader;
  return {
    origin: passwordOrigin(hosts, "ProviderA"),
    // E3 needs nothing from the page, which a script may draw without a visible form.
    isLogin: (page) => ["login", "unknown"].includes(kindOf(page)),
    asksAgain: () => false,
    submission: ({ url }, _page, { credentials, isRemembered }) => ({
      url: login,
      fields: {
        j_username: credentials.login,
        j_password: credentials.password.reveal(),
        // It has to be there, but its exact content doesn't matter.
        params: Buffer.from(url.search.slice(1) || "request").toString("base64"),
        ...(isRemembered ? { rememberSignIn: "1" } : {}),
      },
    }),
    grantCode: (landing) => (header === undefined ? undefined : landing.header(header)),
    isRejection: ({ location, url }) => (location ?? url.search).includes("authentication_error"),
  };
}

/** E4. */
function providerB(profile: Profile, hosts: Hosts): Provider {
  const login = loginAddress(profile, hosts, "ProviderB");
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
    origin: passwordOrigin(hosts, "ProviderB"),
    // E4 recognizes it by its token; a script may draw the rest.
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

function loginAddress(profile: Profile, hosts: Hosts, id: ProviderId): URL {
  const provider = profile.providers[id];
  if (provider === undefined) throw new Stop("not-offered", "");
  return new URL(fillTemplate(provider.loginUrl, hostParameters(hosts)) ?? provider.loginUrl);
}
