/** Returns whether a host name, as `URL.hostname` gives it, can only be this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** Returns whether a browser's Sec-Fetch-Site names no page of another site; other programs send none. */
export function isOwnSite(site: string | readonly string[] | undefined): boolean {
  return site === undefined || site === "same-origin" || site === "none";
}

/** Returns a text without the slashes at its end, in time that grows with its length alone, as `/\/+$/` doesn't. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
