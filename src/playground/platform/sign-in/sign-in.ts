import type { IncomingMessage } from "node:http";

import { cookiesOf, type SetCookie } from "./cookies.ts";
import type { EdgeCases } from "./edge-cases.ts";
import { Grants, type ProviderId, Tokens } from "./tokens.ts";
import { type TestUser, testUsers } from "./users.ts";
import { ApplicationTokens } from "./application-tokens.ts";
import { AuthorizationServer } from "./authorization-server.ts";
import { OAuthTokens } from "./oauth-tokens.ts";
import { Portal } from "./portal.ts";
import { ProviderA } from "./provider-a.ts";
import { ProviderB } from "./provider-b.ts";
import { type ServiceSession, ServiceSessions } from "./sessions.ts";
import type { SignInContext, Step, SignInRequest } from "./context.ts";

interface SignInParts extends Pick<SignInContext, "profile" | "hosts" | "gameData" | "clock"> {
  readonly seed: number;
  /** The application's secret for OAuth. */
  readonly clientSecret: string;
}

/** The session of a private call, and the Set-Cookie lines of its answer. */
export interface Viewing {
  readonly session: ServiceSession;
  readonly setCookies: readonly string[];
}

/** The platform's sign-in: the service's pages and two login providers. */
export class SignIn {
  readonly sessions: ServiceSessions;
  readonly people: readonly TestUser[];
  readonly #context: SignInContext;
  readonly #portal: Portal;
  readonly #oauth: { readonly server: AuthorizationServer; readonly tokens: OAuthTokens } | undefined;
  readonly #application: ApplicationTokens | undefined;
  readonly #providers = new Map<string, ProviderA | ProviderB>();

  constructor(parts: SignInParts) {
    const { profile, hosts, gameData, clock } = parts;
    const tokens = new Tokens(parts.seed, clock.now());
    this.sessions = new ServiceSessions(clock, tokens);
    this.#context = { ...parts, tokens, sessions: this.sessions, grants: new Grants(clock, tokens) };
    this.people = testUsers(gameData.players);
    this.#portal = new Portal(this.#context);
    this.#oauth = this.#createOAuth(parts.clientSecret);
    const { clientCredentials } = profile;
    this.#application =
      clientCredentials && new ApplicationTokens(this.#context, clientCredentials, parts.clientSecret);
    const { ProviderA: a, ProviderB: b } = profile.providers;
    if (a !== undefined && hosts.providers.ProviderA !== undefined) {
      this.#providers.set(new URL(hosts.providers.ProviderA).host, new ProviderA(this.#context, a));
    }
    if (b !== undefined && hosts.providers.ProviderB !== undefined) {
      this.#providers.set(new URL(hosts.providers.ProviderB).host, new ProviderB(this.#context, b));
    }
  }

  /** Returns whether the request is to a login provider's host, which serves nothing else. */
  isAtProvider(request: IncomingMessage): boolean {
    return this.#providers.has(request.headers.host ?? "");
  }

  find(visit: SignInRequest): Step | undefined {
    const provider = this.#providers.get(visit.request.headers.host ?? "");
    return provider === undefined
      ? (this.#application?.find(visit) ?? this.#oauth?.server.find(visit) ?? this.#portal.find(visit))
      : provider.find(visit);
  }

  /** Returns whether a call has a valid bearer token; undefined where the profile uses a key instead. */
  letsIn(request: IncomingMessage): boolean | undefined {
    if (this.#application === undefined) return undefined;
    const bearer = bearerOf(request) ?? "";
    return this.#application.has(bearer) || this.#oauth?.tokens.find(bearer) !== undefined;
  }

  /** Returns the call's session: by bearer token, or by all cookies and the CSRF token as cookie and header. */
  viewing(request: IncomingMessage, edgeCases: EdgeCases): Viewing | undefined {
    const bearer = bearerOf(request);
    if (this.#oauth !== undefined && bearer !== undefined) return this.#viewingBy(bearer, edgeCases);
    const { cookies: names, headers } = this.#context.profile;
    const session = names && this.#portal.signedIn(request);
    if (names === undefined || session === undefined) return undefined;
    const cookies = cookiesOf(request);
    const isMeant =
      names.csrf === undefined ||
      (request.headers[headers.csrf.toLowerCase()] === session.csrf &&
        cookies.get(names.csrf.name) === session.csrf);
    if (!isMeant) return undefined;
    if (edgeCases.has("endSession")) {
      this.sessions.revoke(session.id);
      return undefined;
    }
    const token = cookies.get(names.session.name);
    // A token from before the last renewal gets the new one again.
    if (edgeCases.has("renewSession")) this.sessions.replace(session);
    else if (session.token === token && this.sessions.isDueForRenewal(session)) this.sessions.renew(session);
    const isNew = session.token !== token;
    return { session, setCookies: isNew ? this.#portal.cookies.renewed(session, cookies) : [] };
  }

  #viewingBy(token: string, edgeCases: EdgeCases): Viewing | undefined {
    const session = this.#oauth?.tokens.find(token);
    if (session === undefined) return undefined;
    if (!edgeCases.has("endSession")) return { session, setCookies: [] };
    this.sessions.revoke(session.id);
    return undefined;
  }

  #createOAuth(secret: string) {
    const { oauth } = this.#context.profile.signIn;
    if (oauth === undefined) return undefined;
    const { clock, tokens: random } = this.#context;
    const tokens = new OAuthTokens(clock, random, this.sessions);
    return { tokens, server: new AuthorizationServer(this.#context, { oauth, tokens, secret }) };
  }

  /** Signs a player in without a provider. Returns the session's id and cookies. */
  issue(player: number, provider: ProviderId = "ProviderA"): { id: number; cookies: readonly SetCookie[] } {
    const session = this.sessions.start(player, provider);
    return { id: session.id, cookies: this.#portal.cookies.of(session, provider === "ProviderB") };
  }
}

function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer (?<token>.+)$/.exec(headers.authorization ?? "")?.groups?.["token"];
}
