import type { CookieRole, WantedCookies } from "./cookie-rules.ts";
import type { Hosts } from "./profile/hosts.ts";
import type { Profile } from "./profile/schema.ts";

const ROLES: readonly CookieRole[] = ["csrf", "session", "device", "account"];

/** Whether a session needs a cookie of the profile. */
export function isRequired(cookie: { readonly name: string; readonly required?: boolean }): boolean {
  return cookie.required !== false;
}

/** The profile's cookies in the order they are sent; undefined when it names none. */
export function wantedCookies(
  { cookies }: Pick<Profile, "cookies">,
  hosts: Pick<Hosts, "portal" | "api">,
): WantedCookies | undefined {
  if (cookies === undefined) return undefined;
  const named = ROLES.flatMap((role) => {
    const cookie = cookies[role];
    return cookie === undefined ? [] : [{ name: cookie.name, role, isRequired: isRequired(cookie) }];
  });
  const names = [hosts.portal, hosts.api].map((base) => new URL(base).hostname);
  return { cookies: named, hosts: [...new Set(names)] };
}
