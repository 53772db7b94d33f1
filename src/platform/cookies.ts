import { Cookie, CookieJar } from "tough-cookie";

import type { Clock } from "../base/clock.ts";
import { HOUR_MS } from "../base/duration.ts";
import { type IdKind, toPlatformId } from "../base/int64.ts";
import type { Secret } from "../base/secret.ts";
import {
  type CookieRole,
  isCookieValue,
  LONGEST_COOKIE_VALUE,
  unquoted,
  type WantedCookies,
} from "./cookie-rules.ts";
import { type Hosts, isUnder } from "./profile/hosts.ts";
import { readStoredCookies, type StoredCookie, writeStoredCookies } from "./cookies-stored.ts";
import type { CookieCredential, SetCookieReport } from "./credential.ts";
import type { NamedAccount } from "./http/request.ts";
import type { KeyScope } from "./member-key.ts";
import type { TokenScope } from "./oauth/tokens.ts";

/** Where a session's credential may be sent. */
export interface SessionScope {
  readonly wanted: WantedCookies;
  readonly hosts: Pick<Hosts, "portal" | "api">;
  readonly clock: Clock;
  /** What the account's id is; a 64-bit integer by default. */
  readonly ids?: IdKind;
  /** The OAuth application, where the profile has OAuth. */
  readonly oauth?: Pick<TokenScope, "clientId" | "grantDays"> | undefined;
  /** How members' own keys are sent, where the profile has them. */
  readonly key?: KeyScope | undefined;
}

/** The limit for one answer. */
const MOST_SET_COOKIES = 64;
const LONGEST_SET_COOKIE = LONGEST_COOKIE_VALUE * 2;
/** A smaller change of the expiry is not worth a write. */
const RENEWED_BY_MS = HOUR_MS;
// oxlint-disable-next-line no-control-regex -- refusing control characters is the purpose
const CONTROLS = /[\x00-\x08\x0A-\x1F\x7F]/;

/**
 * Returns a jar of pasted cookies, with their expiry where known. They count as set by both portal and API. A past
 * expiry is ignored: the platform decides whether they still work.
 */
export function createCookieCredential(
  cookies: ReadonlyMap<string, Secret>,
  place: SessionScope,
  ends: ReadonlyMap<string, number> = new Map(),
): CookieCredential {
  const jar = new PlatformJar(place);
  const at = place.clock.now();
  for (const [name, value] of cookies) {
    const end = ends.get(name);
    const expiresAt = end !== undefined && end > at ? Math.min(end, LAST_DATE) : undefined;
    for (const domain of place.wanted.hosts) {
      jar.put({ name, value: value.reveal(), domain, isHostOnly: true, isSecure: false, at, expiresAt });
    }
  }
  return jar;
}

/** Returns a stored jar, without what this profile would not accept. */
export function restoreCookieCredential(serialised: string, place: SessionScope): CookieCredential {
  const jar = new PlatformJar(place);
  jar.adopt(serialised);
  return jar;
}

/**
 * A tough-cookie jar with our own rules: only the profile's names, only values that are safe in a header, path `/`
 * always (a default path would never match the API), and one cookie per name, the newest.
 */
class PlatformJar implements CookieCredential {
  readonly kind = "cookies";
  readonly #place: SessionScope;
  // Pasted cookies don't say that they are Secure, so the rule for `__Host-` names would drop them.
  readonly #jar = new CookieJar(undefined, { looseMode: false, prefixSecurity: "unsafe-disabled" });
  /** When each cookie was received, by domain and name. */
  readonly #receivedAt = new Map<string, number>();
  #latest = 0;
  #isChanged = false;

  constructor(place: SessionScope) {
    this.#place = place;
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  get expiresAt(): number | undefined {
    const required = this.#required();
    const ends = this.#chosen(this.#api()).flatMap((cookie) => {
      const end = endOf(cookie);
      return end === undefined || !required.includes(cookie.key) ? [] : [end];
    });
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  cookie(url: URL): string | undefined {
    if (!this.#isOurs(url)) return undefined;
    const pairs = this.#chosen(url).map(({ key, value }) => `${key}=${value}`);
    return pairs.length === 0 ? undefined : pairs.join("; ");
  }

  csrf(): string | undefined {
    return this.#ofRole("csrf");
  }

  account(): NamedAccount | undefined {
    const membershipId = toPlatformId(this.#ofRole("account"), this.#place.ids ?? "int64");
    return membershipId === undefined ? undefined : { membershipId, source: "cookie" };
  }

  missing(): readonly string[] {
    const present = new Set(this.#chosen(this.#api()).map(({ key }) => key));
    return this.#required().filter((name) => !present.has(name));
  }

  take(url: URL, setCookies: readonly string[]): SetCookieReport {
    const before = this.#state();
    const at = Math.max(this.#place.clock.now(), this.#latest + 1);
    let taken = 0;
    for (const line of this.#isOurs(url) ? setCookies.slice(0, MOST_SET_COOKIES) : []) {
      if (this.#takeLine(line, url, at)) taken += 1;
    }
    const after = this.#state();
    const names = this.#place.wanted.cookies.map(({ name }) => name);
    const changed = names.filter((name) => isRenewed(before.get(name), after.get(name)));
    const removed = names.filter((name) => before.has(name) && !after.has(name));
    this.#isChanged ||= changed.length > 0 || removed.length > 0;
    return { changed, removed, refused: setCookies.length - taken };
  }

  adopt(serialised: string): void {
    for (const cookie of readStoredCookies(serialised)) {
      const known = this.#receivedAt.get(keyOf(cookie.domain, cookie.name));
      if (known === undefined || known < cookie.at) this.put(cookie);
    }
  }

  serialise(): string {
    const origins = this.#place.wanted.hosts.map((host) => this.#addressOf(host));
    const stored = new Map<string, StoredCookie>();
    for (const cookie of origins.flatMap((url) => this.#usable(url))) {
      const domain = cookie.domain ?? "";
      stored.set(keyOf(domain, cookie.key), {
        name: cookie.key,
        value: cookie.value,
        domain,
        isHostOnly: cookie.hostOnly ?? true,
        isSecure: cookie.secure,
        expiresAt: endOf(cookie),
        at: this.#at(cookie),
      });
    }
    return writeStoredCookies([...stored.values()]);
  }

  /** Adds a cookie with a known domain, unless no host of the platform would get it. */
  put({ name, value, domain, isHostOnly, isSecure, expiresAt, at }: StoredCookie): void {
    if (!this.#isWanted(name) || !isSendable(value)) return;
    const host = this.#place.wanted.hosts.find(
      (own) => own === domain || (!isHostOnly && own.endsWith(`.${domain}`)),
    );
    if (host === undefined) return;
    const cookie = new Cookie({ key: name, value, path: "/", secure: isSecure });
    if (!isHostOnly) cookie.domain = domain;
    if (expiresAt !== undefined) cookie.expires = new Date(expiresAt);
    this.#keep(cookie, this.#addressOf(host), at);
  }

  #takeLine(line: string, url: URL, at: number): boolean {
    if (line.length > LONGEST_SET_COOKIE || CONTROLS.test(line)) return false;
    const cookie = Cookie.parse(line);
    if (cookie === undefined || !this.#isWanted(cookie.key)) return false;
    const now = this.#place.clock.now();
    const age = cookie.maxAge;
    if (typeof age === "number") cookie.expires = new Date(Math.min(now + age * 1000, LAST_DATE));
    else if (age !== null) cookie.expires = age === "Infinity" ? "Infinity" : new Date(0);
    cookie.maxAge = null;
    cookie.path = "/";
    if (cookie.value === "") cookie.expires = new Date(0);
    else if (!isSendable(cookie.value)) return false;
    return this.#isOutranked(cookie, url, at) || this.#keep(cookie, url, at);
  }

  /**
   * Returns whether the same answer already set this name for the host only. Browsers keep both and also send the
   * domain's older one; tough-cookie would overwrite the new one.
   */
  #isOutranked({ key, domain }: Cookie, url: URL, at: number): boolean {
    if (domain === null) return false;
    return this.#jar
      .getCookiesSync(url.href, { expire: false })
      .some((known) => known.key === key && known.hostOnly === true && this.#at(known) === at);
  }

  /** tough-cookie throws for a foreign domain, a public suffix, and Secure over http: the other cookies still count. */
  #keep(cookie: Cookie, url: URL, at: number): boolean {
    try {
      const kept = this.#jar.setCookieSync(cookie, url.href, { now: new Date(at) });
      if (kept === undefined) return false;
      this.#receivedAt.set(keyOf(kept.domain ?? "", kept.key), at);
      this.#latest = Math.max(this.#latest, at);
      return true;
    } catch {
      return false;
    }
  }

  #ofRole(role: CookieRole): string | undefined {
    const name = this.#place.wanted.cookies.find((cookie) => cookie.role === role)?.name;
    const value = this.#chosen(this.#api()).find(({ key }) => key === name)?.value;
    return value === undefined ? undefined : unquoted(value);
  }

  /** Returns names, values and expiries as the API would see them. */
  #state(): ReadonlyMap<string, Seen> {
    return new Map(
      this.#chosen(this.#api()).map((cookie) => [cookie.key, { value: cookie.value, end: endOf(cookie) }]),
    );
  }

  /** Returns one cookie per name in the profile's order: the newest, or the host's own if equally new. */
  #chosen(url: URL): readonly Cookie[] {
    const usable = this.#usable(url);
    return this.#place.wanted.cookies.flatMap(({ name }) => {
      const [best] = usable
        .filter(({ key }) => key === name)
        .sort((a, b) => this.#at(b) - this.#at(a) || Number(b.hostOnly) - Number(a.hostOnly));
      return best === undefined ? [] : [best];
    });
  }

  #usable(url: URL): readonly Cookie[] {
    const now = this.#place.clock.now();
    return this.#jar
      .getCookiesSync(url.href, { expire: false })
      .filter((cookie) => (endOf(cookie) ?? Number.POSITIVE_INFINITY) > now);
  }

  #at({ domain, key }: Cookie): number {
    return this.#receivedAt.get(keyOf(domain ?? "", key)) ?? 0;
  }

  #required(): readonly string[] {
    return this.#place.wanted.cookies.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  }

  #isWanted(name: string): boolean {
    return this.#place.wanted.cookies.some((cookie) => cookie.name === name);
  }

  #isOurs(url: URL): boolean {
    const { portal, api } = this.#place.hosts;
    return url.origin === new URL(portal).origin || isUnder(url, api);
  }

  #api(): URL {
    return new URL(`${this.#place.hosts.api}/`);
  }

  /** Returns the URL of one of the platform's hosts, with scheme and port. */
  #addressOf(host: string): URL {
    const { portal, api } = this.#place.hosts;
    const base = [portal, api].find((one) => new URL(one).hostname === host) ?? portal;
    return new URL("/", base);
  }
}

const LAST_DATE = 8.64e15;

/** Quotes around a value are sent back unchanged. */
function isSendable(value: string): boolean {
  return isCookieValue(unquoted(value));
}

function keyOf(domain: string, name: string): string {
  return `${domain} ${name}`;
}

/** Enough to tell whether an answer changed a cookie. */
interface Seen {
  readonly value: string;
  readonly end: number | undefined;
}

/** Returns the expiry in milliseconds since 1970; undefined where the platform gave none. */
function endOf({ expires }: Cookie): number | undefined {
  return expires instanceof Date ? expires.getTime() : undefined;
}

/** Returns whether its value is new, or its expiry moved enough to be worth a write. */
function isRenewed(before: Seen | undefined, after: Seen | undefined): boolean {
  if (after === undefined) return false;
  if (before === undefined || before.value !== after.value) return true;
  const [was, is] = [before.end, after.end];
  return was !== is && (was === undefined || is === undefined || Math.abs(is - was) > RENEWED_BY_MS);
}
