import type { Hosts } from "./profile/hosts.ts";
import type { Profile } from "./profile/schema.ts";

/** What a cookie is for; the profile names one per role it has. */
export type CookieRole = "csrf" | "session" | "device" | "account";

/** A cookie of the platform's sign-in, by the profile's name. */
export interface WantedCookie {
  readonly name: string;
  readonly role: CookieRole;
  readonly isRequired: boolean;
}

/** The cookies of a session. Plain data, since the seal page gets it as JSON. */
export interface WantedCookies {
  /** In the order they are sent. */
  readonly cookies: readonly WantedCookie[];
  /** The platform's host names without ports, the portal's first. */
  readonly hosts: readonly string[];
}

/** In characters; what browsers allow for a whole cookie. */
export const LONGEST_COOKIE_VALUE = 4_096;

/** cookie-octet of RFC 6265, 4.1.1: can't end a value, a cookie or a header. */
const COOKIE_VALUE = /^[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]+$/;

/** Returns whether a value can be used in a Cookie header as it is. */
export function isCookieValue(value: string): boolean {
  return value.length <= LONGEST_COOKIE_VALUE && COOKIE_VALUE.test(value);
}

/** Removes the quotes that RFC 6265, 4.1.1 allows around a value. */
export function unquoted(value: string): string {
  const isQuoted = value.length > 2 && value.startsWith('"') && value.endsWith('"');
  return isQuoted ? value.slice(1, -1) : value;
}

const ROLES: readonly CookieRole[] = ["csrf", "session", "device", "account"];

/** Returns whether a session needs this cookie. */
export function isRequired(cookie: { readonly name: string; readonly required?: boolean }): boolean {
  return cookie.required !== false;
}

/** Returns the profile's cookies in the order they are sent; undefined when it names none. */
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
