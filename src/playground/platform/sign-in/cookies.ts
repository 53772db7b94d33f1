import type { IncomingMessage } from "node:http";

export interface SetCookie {
  readonly name: string;
  readonly value: string;
  /** "" leaves Path out. */
  readonly path?: string;
  readonly expiresAt?: number;
  readonly isOpen?: boolean;
}

/** The first cookie of this name, as a simple server reads it. */
export function cookieOf(request: IncomingMessage, name: string): string | undefined {
  return cookiesOf(request).get(name);
}

/** The first cookie of each name, without the quotes that some clients put around values (RFC 6265, 4.1.1). */
export function cookiesOf(request: IncomingMessage): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, at)).trim();
    const value = pair.slice(at + 1).trim();
    if (name !== "" && !found.has(name)) found.set(name, /^"(.*)"$/.exec(value)?.[1] ?? value);
  }
  return found;
}

export function setCookie({ name, value, path = "/", expiresAt, isOpen = false }: SetCookie): string {
  const parts = [`${name}=${value}`];
  if (path !== "") parts.push(`Path=${path}`);
  // With a comma: "Sat, 21 Nov 2026 12:00:00 GMT".
  if (expiresAt !== undefined) parts.push(`Expires=${new Date(expiresAt).toUTCString()}`);
  if (!isOpen) parts.push("HttpOnly");
  // Browsers take such a name only so, and loopback for secure.
  if (/^__(?:Host|Secure)-/i.test(name)) parts.push("Secure");
  return [...parts, "SameSite=Lax"].join("; ");
}
