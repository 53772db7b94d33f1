import { type Cookie, CookieJar } from "tough-cookie";

/** Longer lines are no cookie any browser accepts (RFC 6265, 6.1). */
const LONGEST_LINE = 5_000;
const MOST_LINES = 60;
const MOST_COOKIES = 200;

/**
 * The cookies of one sign-in, with a jar per scheme and port: like RFC 6265, tough-cookie ignores ports, which may be
 * all that tells services on one machine apart.
 */
export class Jars {
  readonly #jars = new Map<string, CookieJar>();
  /** By host and name, so that repeated renewals take no more room. */
  readonly #kept = new Set<string>();

  header(url: URL): string | undefined {
    const header = this.#jarOf(url).getCookieStringSync(url.href);
    return header === "" ? undefined : header;
  }

  /** Stores acceptable cookies; foreign, malformed and oversized ones are skipped. */
  take(url: URL, lines: readonly string[]): void {
    for (const line of lines.slice(0, MOST_LINES)) {
      const cookie = `${url.host} ${line.split("=", 1)[0]?.trim() ?? ""}`;
      if (line.length > LONGEST_LINE) continue;
      if (this.#kept.size >= MOST_COOKIES && !this.#kept.has(cookie)) continue;
      this.#kept.add(cookie);
      // Without "ignoreError" a foreign Domain, a public suffix or Secure over http would throw.
      this.#jarOf(url).setCookieSync(line, url.href, { ignoreError: true });
    }
  }

  /**
   * Returns the current value of this host's cookie, on any path. The host's own wins over its parents', then the
   * newest.
   */
  value(url: URL, name: string): string | undefined {
    const found = this.#jarOf(url)
      .getCookiesSync(url.href, { allPaths: true })
      .filter((cookie) => cookie.key === name && cookie.value !== "");
    return found.sort(byPrecedence)[0]?.value;
  }

  #jarOf(url: URL): CookieJar {
    const key = `${url.protocol}${url.port}`;
    const jar = this.#jars.get(key) ?? new CookieJar();
    this.#jars.set(key, jar);
    return jar;
  }
}

function byPrecedence(one: Cookie, other: Cookie): number {
  if (one.hostOnly !== other.hostOnly) return one.hostOnly === true ? -1 : 1;
  return (other.creationIndex ?? 0) - (one.creationIndex ?? 0);
}
