import type { Profile } from "../../platform/profile/schema.ts";

/** Origins of the embedded platform: the service, and a host for each login provider. */
export interface Origins {
  readonly service: string;
  readonly ProviderA: string;
  readonly ProviderB: string;
}

/** Returns the profile with every address moved to this machine; paths stay, and so do {portal} templates. */
export function moveToLoopback(profile: Profile, origins: Origins): Profile {
  const service = (address: string) => moved(address, origins.service);
  const { portal, api, content, links, more, providers } = profile.hosts;
  const { ProviderA, ProviderB } = providers;
  return {
    ...profile,
    hosts: {
      ...moveAll({ portal, api, content }, origins.service),
      providers: {
        ...moveAll({ ProviderA }, origins.ProviderA),
        ...moveAll({ ProviderB }, origins.ProviderB),
      },
      // The service's second host, for sign-ins that lead from one to the other.
      links,
      more: moveAll(more, origins.service),
      allow: [`http://www.localhost:${new URL(origins.service).port}`],
    },
    images: { ...profile.images, base: service(profile.images.base) },
    links: moveAll(profile.links, origins.service),
    article: { ...profile.article, ...moveAll({ link: profile.article.link }, origins.service) },
    providers: movedProviders(profile, origins),
    signIn: movedSignIn(profile.signIn, origins.service),
    ...(profile.clientCredentials !== undefined && {
      clientCredentials: {
        ...profile.clientCredentials,
        tokenUrl: service(profile.clientCredentials.tokenUrl),
      },
    }),
  };
}

function movedProviders(profile: Profile, origins: Origins): Profile["providers"] {
  const entries = Object.entries(profile.providers).map(([id, provider]) => {
    const origin = id === "ProviderA" ? origins.ProviderA : origins.ProviderB;
    const authorizeUrl = moved(provider.authorizeUrl, origin);
    return [id, { ...provider, authorizeUrl, loginUrl: moved(provider.loginUrl, origin) }] as const;
  });
  return Object.fromEntries(entries);
}

/** The redirect URI stays: nothing needs to answer there. */
function movedSignIn({ oauth, ...signIn }: Profile["signIn"], origin: string): Profile["signIn"] {
  if (oauth === undefined) return signIn;
  const { authorizeUrl, tokenUrl, revokeUrl, manageUrl } = oauth;
  return {
    ...signIn,
    oauth: {
      ...oauth,
      authorizeUrl: moved(authorizeUrl, origin),
      tokenUrl: moved(tokenUrl, origin),
      ...moveAll({ revokeUrl, manageUrl }, origin),
    },
  };
}

function moveAll<T extends Readonly<Record<string, string | undefined>>>(addresses: T, origin: string): T {
  const entries = Object.entries(addresses).map(([name, address]) => [
    name,
    address === undefined ? undefined : moved(address, origin),
  ]);
  return Object.fromEntries(entries.filter(([, address]) => address !== undefined)) as T;
}

/** Replaces the origin of `https://host/path`; templates such as `{portal}/path` stay. */
function moved(address: string, origin: string): string {
  return address.replace(/^https?:\/\/[^/]+/i, origin);
}
