import type { IncomingMessage } from "node:http";

import type { Clock } from "../../../base/clock.ts";
import type { resolveHosts } from "../../../platform/profile/load.ts";
import type { Profile } from "../../../platform/profile/schema.ts";
import type { Content } from "../respond.ts";
import type { GameData } from "../game-data/game-data.ts";
import type { EdgeCases } from "./edge-cases.ts";
import type { Grants, ProviderId, Tokens } from "./tokens.ts";
import type { ServiceSessions } from "./sessions.ts";
import { withoutEndSlashes } from "../../../base/address.ts";
import { matcher } from "../routes.ts";

export interface SignInContext {
  readonly profile: Profile;
  readonly hosts: ReturnType<typeof resolveHosts>;
  readonly gameData: GameData;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly sessions: ServiceSessions;
  readonly grants: Grants;
}

export interface SignInRequest {
  readonly request: IncomingMessage;
  readonly url: URL;
  /** A posted form's fields; undefined: none was posted. */
  readonly form: URLSearchParams | undefined;
}

export interface Step {
  readonly name: string;
  readonly content: (edgeCases: EdgeCases) => Content;
}

/** Returns the redirect URI with `parameters` first in its query. */
export function wayBack(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri);
  const rest = [...url.searchParams];
  const query = new URLSearchParams([...Object.entries(parameters), ...rest]);
  return `${url.origin}${url.pathname}?${query.toString()}`;
}

export function isWayBack(context: SignInContext, redirectUri: string | null): redirectUri is string {
  if (redirectUri === null || !URL.canParse(redirectUri)) return false;
  const { origin } = new URL(redirectUri);
  const providers = Object.values(context.hosts.providers).map((base) => new URL(base).origin);
  return context.hosts.allowed.has(origin) && !providers.includes(origin);
}

export function addressOf({ hosts }: Pick<SignInContext, "hosts">, template: string): URL {
  const known: Readonly<Record<string, string | undefined>> = { portal: hosts.portal, ...hosts.providers };
  return new URL(template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole));
}

/** A sign-in's locale and provider. */
export interface Asked {
  readonly locale: string;
  readonly provider: ProviderId;
}

/** Reads and writes the profile's path of E1. */
export class SignInPaths {
  readonly #template: string;
  readonly #context: SignInContext;

  constructor(context: SignInContext) {
    this.#context = context;
    const prefix = withoutEndSlashes(new URL(context.hosts.portal).pathname);
    this.#template = prefix + context.profile.signIn.path;
  }

  read(pathname: string): Asked | undefined {
    const { providers, locale } = this.#context.profile;
    const match = matcher(this.#template, "[^/]+");
    const given = match(pathname) ?? match(pathname.replace(/\/$/, ""));
    const id = given?.["provider"] ?? "";
    const found = Object.entries(providers).find(
      ([, { signInId, aliases }]) => signInId === id || aliases.includes(id),
    );
    if (given === undefined || found === undefined) return undefined;
    // The schema allows only providers' ids as keys.
    return { locale: given["locale"] ?? locale.default, provider: found[0] as ProviderId };
  }

  write({ locale, provider }: Asked, instead: string): string {
    const id = this.#context.profile.providers[provider]?.signInId;
    if (id === undefined) return instead;
    return this.#template.replaceAll("{locale}", locale).replaceAll("{provider}", id);
  }
}
