import type { IncomingMessage } from "node:http";
import type { EdgeCases } from "./edge-cases.ts";
import type { ServiceSession } from "./sessions.ts";
import type { SignInContext } from "./context.ts";

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

  /** Set by a completed sign-in. The account's cookie comes in one of the two flows only. */
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

  /** Old values of the same names, of before this sign-in. A jar sends them first: their path is longer. */
  beforeSignIn(path: string, edgeCases: EdgeCases): string[] {
    return edgeCases.has("oldCookieBeside") ? this.#old(path) : [];
  }

  /** All of them, as each says when it ends; the account's where the call brought it. */
  renewed(session: ServiceSession, sent: ReadonlyMap<string, string>): string[] {
    const account = this.#context.profile.cookies?.account?.name ?? "";
    return this.of(session, sent.has(account)).map(setCookie);
  }

  /** On a longer path, and on the parent domain where the host has one. */
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

/** About 24 KB, in cookies larger than any browser takes. */
function oversized(): string[] {
  return [1, 2, 3].map((one) => setCookie({ name: `bulk${String(one)}`, value: "x".repeat(8_000) }));
}
