import { withoutEndSlashes } from "../../base/address.ts";
import type { Profile } from "./schema.ts";

/**
 * Returns a profile all of whose requests go to one base: the portal is it, and every other whole address keeps its path
 * there. Links for members stay.
 */
export function movedTo(base: string, profile: Profile): Profile {
  const move = (address: string) => moved(base, address, profile.hosts.portal);
  const maybe = (address: string | undefined) => (address === undefined ? undefined : move(address));
  const { hosts, signIn, clientCredentials, providers, images } = profile;
  const { oauth } = signIn;
  return {
    ...profile,
    hosts: {
      ...hosts,
      portal: base,
      api: move(hosts.api),
      content: move(hosts.content),
      more: Object.fromEntries(Object.entries(hosts.more).map(([name, address]) => [name, move(address)])),
      providers: { ProviderA: maybe(hosts.providers.ProviderA), ProviderB: maybe(hosts.providers.ProviderB) },
      allow: [],
    },
    signIn:
      oauth === undefined
        ? signIn
        : {
            ...signIn,
            oauth: {
              ...oauth,
              authorizeUrl: move(oauth.authorizeUrl),
              tokenUrl: move(oauth.tokenUrl),
              ...(oauth.revokeUrl !== undefined && { revokeUrl: move(oauth.revokeUrl) }),
            },
          },
    ...(clientCredentials !== undefined && {
      clientCredentials: { ...clientCredentials, tokenUrl: move(clientCredentials.tokenUrl) },
    }),
    providers: Object.fromEntries(
      Object.entries(providers).map(([id, provider]) => [
        id,
        { ...provider, authorizeUrl: move(provider.authorizeUrl), loginUrl: move(provider.loginUrl) },
      ]),
    ),
    images: { ...images, base: move(images.base) },
  };
}

/** What begins with a parameter follows the host that it names; one inside a host's name goes with that. */
function moved(base: string, address: string, portal: string): string {
  const [, rest] = /^https?:\/\/(?:[^/?#{]|\{[^{}]*\})*(.*)$/is.exec(address) ?? [];
  if (rest === undefined) return address;
  const within = withoutEndSlashes(portal);
  if (address === within || address.startsWith(`${within}/`))
    return withoutEndSlashes(base) + address.slice(within.length);
  const origin = URL.parse(base)?.origin ?? base;
  return origin + rest;
}
