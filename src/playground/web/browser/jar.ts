import { type Cookie, CookieJar } from "tough-cookie";

import type { Clock } from "../../../base/clock.ts";
import type { ShownCookie } from "./view.ts";

/** Browsers drop longer ones too. */
const LONGEST_LINE = 5_000;
const MOST_LINES = 60;
const MOST_COOKIES = 200;

/** The cookies of a private window, in memory. They expire by the playground's clock. */
export class Jar {
  readonly #clock: Clock;
  #jar = new CookieJar();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  header(url: URL): string | undefined {
    const found = this.#jar.getCookiesSync(url.href, { expire: false }).filter((one) => this.#isAlive(one));
    return found.length === 0 ? undefined : found.map((one) => one.cookieString()).join("; ");
  }

  /** Stores the cookies a browser would accept. */
  take(url: URL, lines: readonly string[]): void {
    for (const line of lines.slice(0, MOST_LINES)) {
      if (line.length > LONGEST_LINE || this.list().length >= MOST_COOKIES) continue;
      // Without "ignoreError" it throws for a foreign Domain, a public suffix, or Secure over http.
      this.#jar.setCookieSync(line, url.href, { ignoreError: true });
    }
  }

  list(): readonly ShownCookie[] {
    const all: Cookie[] = [];
    const { store } = this.#jar;
    // tough-cookie's own store calls back synchronously.
    store.getAllCookies((_, cookies) => void all.push(...(cookies ?? [])));
    return all.filter((one) => this.#isAlive(one)).map(shown);
  }

  clear(): void {
    this.#jar = new CookieJar();
  }

  #isAlive(cookie: Cookie): boolean {
    return (cookie.expiryTime() ?? Infinity) > this.#clock.now();
  }
}

function shown(cookie: Cookie): ShownCookie {
  const expiresAt = cookie.expiryTime();
  return {
    name: cookie.key,
    value: cookie.value,
    domain: cookie.domain ?? "",
    isHostOnly: cookie.hostOnly === true,
    path: cookie.path ?? "/",
    ...(expiresAt !== undefined && Number.isFinite(expiresAt) && { expiresAt }),
    size: cookie.key.length + cookie.value.length,
    isHttpOnly: cookie.httpOnly,
    isSecure: cookie.secure,
    sameSite: sameSiteOf(cookie.sameSite),
  };
}

function sameSiteOf(said: string | undefined): string {
  return said === undefined || said === "" ? "" : said.slice(0, 1).toUpperCase() + said.slice(1);
}
