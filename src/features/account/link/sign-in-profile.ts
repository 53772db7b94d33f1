import type { Profile } from "../../../platform/profile/schema.ts";

/** A profile describes one operation at least; a sign-in asks for none. */
const OPERATIONS = { "user.byId": { path: "/{membershipId}" } };

/**
 * Returns the part of a profile that a sign-in on a member's own machine needs: hosts, cookies, and the ways of
 * the login providers. What else an operator wrote into it, a secret in a header perhaps, stays here.
 */
export function signInProfile(profile: Profile): object {
  const { id, name, hosts, locale, cookies, headers } = profile;
  const { oauth: _oauth, ...signIn } = profile.signIn;
  const providers = Object.entries(profile.providers).map(([key, provider]) => {
    const { clientId: _id, scope: _scope, sessionCookie: _cookie, ...needed } = provider;
    return [key, needed];
  });
  const { links: _links, ...asked } = hosts;
  return {
    id,
    name,
    hosts: asked,
    locale: { default: locale.default },
    headers: { userAgent: headers.userAgent },
    ...(cookies !== undefined && { cookies }),
    signIn,
    providers: Object.fromEntries(providers),
    operations: OPERATIONS,
  };
}
