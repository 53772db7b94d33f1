import { withoutEndSlashes } from "../base/address.ts";
import { hostParameters, type Hosts, isUnder } from "./profile/hosts.ts";
import type { Profile } from "./profile/schema.ts";
import { fillTemplate, parametersOf } from "./profile/template.ts";

type ProviderId = keyof Profile["providers"];

/** The meaning of E1's answer. */
export type SignInAnswer =
  /** No redirect: signed in, or a maintenance page. A private call tells them apart. */
  | { readonly kind: "answered" }
  /** The same page, possibly in another locale: follow it. */
  | { readonly kind: "same-page"; readonly url: URL }
  /** The same page on another host of the allow-list: the profile's host is not the one the service uses. */
  | { readonly kind: "moved"; readonly url: URL }
  /** Rule 2: the cookies are no session. */
  | { readonly kind: "provider"; readonly url: URL }
  /** Rule 4. */
  | { readonly kind: "register" }
  /** Elsewhere on the service, as after a sign-in. */
  | { readonly kind: "onward"; readonly url: URL }
  /** A redirect outside the allow-list, or to an invalid URL. */
  | { readonly kind: "strayed" }
  | { readonly kind: "maintenance" }
  | { readonly kind: "failed" };

/** An E1 URL's answer, without its body. */
export interface PageHead {
  readonly url: URL;
  readonly status: number;
  readonly location: string | undefined;
}

/** The sign-in pages of one profile, and the meaning of their answers. */
export class SignInPages {
  readonly #profile: Profile;
  readonly #hosts: Hosts;
  readonly #path: RegExp;
  readonly #providers: readonly ProviderPlace[];

  constructor(profile: Profile, hosts: Hosts) {
    this.#profile = profile;
    this.#hosts = hosts;
    this.#path = pathPattern(profile, new URL(hosts.portal).pathname);
    this.#providers = providerPlaces(profile, hosts);
  }

  /** Returns E1's URL for a provider, the profile's first by default. */
  address(locale: string, provider?: ProviderId): URL | undefined {
    const { providers, signIn } = this.#profile;
    const found = provider === undefined ? Object.values(providers)[0] : providers[provider];
    if (found === undefined) return undefined;
    const path = fillTemplate(signIn.path, { locale, provider: found.signInId }, encodeURIComponent);
    return path === undefined ? undefined : new URL(this.#hosts.portal + path);
  }

  /** Returns whether a URL is E1, in any locale and for any provider, on an allowed host that is no provider's. */
  isSignIn(url: URL): boolean {
    return this.#isOfService(url) && this.#path.test(url.pathname);
  }

  /** Returns whether a completed sign-in ends there. */
  isEnd(url: URL): boolean {
    const query = url.search.slice(1);
    return this.isSignIn(url) && this.#profile.signIn.successQuery.some((start) => query.startsWith(start));
  }

  isRegister(url: URL): boolean {
    const segment = this.#profile.signIn.registerSegment.toLowerCase();
    return this.#isOfService(url) && `${url.pathname.toLowerCase()}/`.includes(`${segment}/`);
  }

  /** Returns whether a URL is a login provider's: any on a host of its own, the named ones on one of the service's. */
  isProvider(url: URL): boolean {
    return this.#providers.some(
      ({ origin, shared }) =>
        origin === url.origin &&
        (shared === undefined ||
          (shared.some((base) => isUnder(url, base)) && !this.#path.test(url.pathname))),
    );
  }

  read({ url, status, location }: PageHead): SignInAnswer {
    if (status >= 300 && status < 400) return this.#readRedirect(url, location);
    if (status === 503) return { kind: "maintenance" };
    return status >= 200 && status < 300 ? { kind: "answered" } : { kind: "failed" };
  }

  #readRedirect(from: URL, location: string | undefined): SignInAnswer {
    const url = redirectTarget(from, location);
    if (url === undefined || !this.#hosts.allowed.has(url.origin)) return { kind: "strayed" };
    if (this.isProvider(url)) return { kind: "provider", url };
    if (this.isRegister(url)) return { kind: "register" };
    if (!this.isSignIn(url)) return { kind: "onward", url };
    return url.origin === from.origin ? { kind: "same-page", url } : { kind: "moved", url };
  }

  #isOfService(url: URL): boolean {
    return this.#hosts.allowed.has(url.origin) && !this.isProvider(url);
  }
}

/** Returns a Location's target; undefined for an invalid URL, or one with user name or password. */
export function redirectTarget(from: URL, location: string | undefined): URL | undefined {
  const url = location === undefined ? null : URL.parse(location, from.href);
  if (url === null) return undefined;
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" ? url : undefined;
}

interface ProviderPlace {
  readonly origin: string;
  /** If the service has the same origin: the provider's URLs. */
  readonly shared: readonly string[] | undefined;
}

function providerPlaces({ providers }: Profile, hosts: Hosts): readonly ProviderPlace[] {
  const own = new Set([hosts.portal, hosts.api].map((base) => new URL(base).origin));
  return Object.entries(hosts.providers).map(([id, base]) => {
    const { origin, pathname } = new URL(base);
    // The schema allows only these keys.
    const { authorizeUrl, loginUrl } = providers[id as ProviderId] ?? {};
    const named = [authorizeUrl, loginUrl].flatMap((address) =>
      address === undefined ? [] : [fillTemplate(address, hostParameters(hosts)) ?? address],
    );
    return { origin, shared: own.has(origin) ? [...named, ...(pathname === "/" ? [] : [base])] : undefined };
  });
}

function pathPattern({ signIn, providers }: Profile, prefix: string): RegExp {
  const ids = Object.values(providers).flatMap(({ signInId, aliases }) => [signInId, ...aliases]);
  const filling = { locale: "[^/]+", provider: `(?:${ids.map(escapeRegExp).join("|")})` };
  const names = parametersOf(signIn.path);
  const texts = signIn.path.split(/\{[A-Za-z][A-Za-z0-9.]*\}/).map(escapeRegExp);
  const path = texts.map((text, index) => text + (filling[names[index] as keyof typeof filling] ?? ""));
  return new RegExp(`^${escapeRegExp(withoutEndSlashes(prefix))}${path.join("")}/?$`, "i");
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
