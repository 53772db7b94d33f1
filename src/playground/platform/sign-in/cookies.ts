import type { IncomingMessage } from "node:http";
import type { EdgeCases } from "./edge-cases.ts";
import type { ServiceSession } from "./sessions.ts";
import type { SignInContext } from "./context.ts";

export interface SetCookie {
  readonly name: string;
  readonly value: string;
  /** "": no Path attribute. */
  readonly path?: string;
  readonly expiresAt?: number;
  readonly isOpen?: boolean;
}

/** Returns the first cookie with this name; undefined where there is none. */
export function cookieOf(request: IncomingMessage, name: string): string | undefined {
  return cookiesOf(request).get(name);
}

/** Returns the first value of each name, without the quotes some clients add (RFC 6265, 4.1.1). */
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
  // Contains a comma: "Sat, 21 Nov 2026 12:00:00 GMT".
  if (expiresAt !== undefined) parts.push(`Expires=${new Date(expiresAt).toUTCString()}`);
  if (!isOpen) parts.push("HttpOnly");
  // Browsers require it for such names, and treat loopback as secure.
  if (/^__(?:Host|Secure)-/i.test(name)) parts.push("Secure");
  return [...parts, "SameSite=Lax"].join("; ");
}

export class ServiceCookies {
  readonly #context: SignInContext;

  constructor(context: SignInContext) {
    this.#context = context;
  }

  of(session: ServiceSession, isWithAccount: boolean): SetCookie[] {
    const names = this.#context.profile.cookies;
    if (names === undefined) return [];
    const { expiresAt } = session;
    const made: SetCookie[] = [{ name: names.session.name, value: session.token, expiresAt }];
    if (names.csrf !== undefined)
      made.unshift({ name: names.csrf.name, value: session.csrf, expiresAt, isOpen: true });
    if (names.device !== undefined) made.push({ name: names.device.name, value: session.device, expiresAt });
    if (isWithAccount && names.account !== undefined) {
      const value = this.#context.gameData.players.membershipId(session.player);
      made.push({ name: names.account.name, value, expiresAt, isOpen: true });
    }
    return made;
  }

  /** Returns Set-Cookie lines after a sign-in. By default only ProviderB's have the account's cookie. */
  ofSignIn(session: ServiceSession, { path, edgeCases }: { path: string; edgeCases: EdgeCases }): string[] {
    const isUsual = session.provider === "ProviderB";
    const isWithAccount =
      edgeCases.has("withAccountCookie") || (isUsual && !edgeCases.has("withoutAccountCookie"));
    const cookies = this.of(session, isWithAccount);
    const lines = cookies.map((cookie) =>
      setCookie(edgeCases.has("cookieWithoutPath") ? { ...cookie, path: "" } : cookie),
    );
    lines.push(setCookie({ name: "portal-lang", value: "en", isOpen: true }));
    if (edgeCases.has("oldCookieBeside")) lines.unshift(...this.#old(path));
    if (edgeCases.has("oversizedCookies")) lines.push(...oversized());
    return lines;
  }

  /** Returns older cookies of the same name. Jars send them first, as their path is longer. */
  beforeSignIn(path: string, edgeCases: EdgeCases): string[] {
    return edgeCases.has("oldCookieBeside") ? this.#old(path) : [];
  }

  /** Returns Set-Cookie lines of a renewed session; the account's only if the call had it. */
  renewed(session: ServiceSession, sent: ReadonlyMap<string, string>): string[] {
    const account = this.#context.profile.cookies?.account?.name ?? "";
    return this.of(session, sent.has(account)).map(setCookie);
  }

  /** Returns them for a longer path and, where the host has one, for the parent domain. */
  #old(path: string): string[] {
    const name = this.#context.profile.cookies?.session.name ?? "";
    const value = "v=1&exp=0&sig=old==";
    const lines = [setCookie({ name, value, path })];
    const labels = new URL(this.#context.hosts.portal).hostname.split(".");
    const isName = labels.length > 2 && !/^\d+$/.test(labels.at(-1) ?? "");
    if (isName) lines.push(`${setCookie({ name, value })}; Domain=${labels.slice(1).join(".")}`);
    return lines;
  }
}

/** Returns about 24 KB of cookies, each larger than browsers accept. */
function oversized(): string[] {
  return [1, 2, 3].map((one) => setCookie({ name: `bulk${String(one)}`, value: "x".repeat(8_000) }));
}
