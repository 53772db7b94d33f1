import { hostParameters, type Hosts } from "../platform/profile/hosts.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { fillTemplate } from "../platform/profile/template.ts";
import type { Landing } from "./browser.ts";
import { type Credentials, Stop } from "./outcome.ts";
import type { Page } from "./page.ts";

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
  /** Origins that may be given name and password. */
  readonly origins: ReadonlySet<string>;
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

/** A provider's addresses, filled in. */
export function addressesOf(
  profile: Profile,
  hosts: Hosts,
  id: ProviderId,
): { readonly authorize: URL; readonly login: URL; readonly origins: ReadonlySet<string> } {
  const provider = profile.providers[id];
  const host = hosts.providers[id];
  if (provider === undefined || host === undefined) throw new Stop("not-offered", "");
  const known = hostParameters(hosts);
  const authorize = new URL(fillTemplate(provider.authorizeUrl, known) ?? provider.authorizeUrl);
  const login = new URL(fillTemplate(provider.loginUrl, known) ?? provider.loginUrl);
  return { authorize, login, origins: new Set([new URL(host).origin, authorize.origin, login.origin]) };
}
