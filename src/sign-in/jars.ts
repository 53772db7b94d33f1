import { type Cookie, CookieJar } from "tough-cookie";

/** A line longer than this is no cookie any browser takes (RFC 6265, 6.1). */
const LONGEST_LINE = 5_000;
const MOST_LINES = 60;
const MOST_COOKIES = 200;

/**
 * The cookies of one visit. One jar for each scheme and port: tough-cookie, like RFC 6265, does not keep ports
 * apart, and on one machine different services differ by nothing else.
 */
export class Jars {
  readonly #jars = new Map<string, CookieJar>();
  /** By host and name: what is renewed again and again takes no more room. */
  readonly #kept = new Set<string>();

  header(url: URL): string | undefined {
    const header = this.#jarOf(url).getCookieStringSync(url.href);
    return header === "" ? undefined : header;
  }

  /** Takes what can be taken; a cookie that is foreign, broken or oversized is left out, the others count. */
  take(url: URL, lines: readonly string[]): void {
    for (const line of lines.slice(0, MOST_LINES)) {
      const cookie = `${url.host} ${line.split("=", 1)[0]?.trim() ?? ""}`;
      if (line.length > LONGEST_LINE) continue;
      if (this.#kept.size >= MOST_COOKIES && !this.#kept.has(cookie)) continue;
      this.#kept.add(cookie);
      // "ignoreError": a foreign Domain, a public suffix and Secure over http would throw.
      this.#jarOf(url).setCookieSync(line, url.href, { ignoreError: true });
    }
  }

  /**
   * The value this host's cookie of a name has now, on whatever path it was set. Of several the host's own goes
   * before its parents', then the newest.
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
