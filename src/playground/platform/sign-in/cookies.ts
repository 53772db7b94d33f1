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
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

export function setCookie({ name, value, path = "/", expiresAt, isOpen = false }: SetCookie): string {
  const parts = [`${name}=${value}`];
  if (path !== "") parts.push(`Path=${path}`);
  // With a comma: "Sat, 21 Nov 2026 12:00:00 GMT".
  if (expiresAt !== undefined) parts.push(`Expires=${new Date(expiresAt).toUTCString()}`);
  if (!isOpen) parts.push("HttpOnly");
  return [...parts, "SameSite=Lax"].join("; ");
}
