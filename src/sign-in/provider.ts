import { hostParameters, type Hosts } from "../platform/profile/hosts.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { fillTemplate } from "../platform/profile/template.ts";
import type { Landing } from "./browser.ts";
import { type Credentials, Stop } from "./outcome.ts";
import { formToken, kindOf, type Page, postAddress } from "./page.ts";

export type ProviderId = keyof Profile["providers"];

/** The form a provider's login page asks for, filled in. */
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
  /** The one origin that may be given name and password. */
  readonly origin: string;
  /** Whether a page asks for name and password. */
  isLogin(page: Page): boolean;
  /** Whether a page that answers the form is the form once more, though it may not look like one. */
  asksAgain(page: Page): boolean;
  submission(landing: Landing, page: Page, login: Login): Submission;
  /** The grant code, where an answer carries it in a header. */
  grantCode(landing: Landing): string | undefined;
  /** Whether an answer to the form says that name and password were not taken. */
  isRejection(landing: Landing): boolean;
}

/** Returns the part of the flow that is the provider's own; throws a Stop where the profile doesn't describe it. */
export function createProvider(id: ProviderId, profile: Profile, hosts: Hosts): Provider {
  return id === "ProviderA" ? providerA(profile, hosts) : providerB(profile, hosts);
}

/** Returns the one origin that is given name and password; throws a Stop where the profile names none. */
export function passwordOrigin(hosts: Hosts, id: ProviderId): string {
  const host = hosts.providers[id];
  if (host === undefined) throw new Stop("not-offered", "");
  return new URL(host).origin;
}

/** E2 and E3 of interface.md. */
function providerA(profile: Profile, hosts: Hosts): Provider {
  const login = loginAddress(profile, hosts, "ProviderA");
  const header = profile.providers.ProviderA?.grantHeader;
  return {
    origin: passwordOrigin(hosts, "ProviderA"),
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

/** E4 of interface.md. */
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

/** Where the login form is posted to, filled in. */
function loginAddress(profile: Profile, hosts: Hosts, id: ProviderId): URL {
  const provider = profile.providers[id];
  if (provider === undefined) throw new Stop("not-offered", "");
  return new URL(fillTemplate(provider.loginUrl, hostParameters(hosts)) ?? provider.loginUrl);
}
