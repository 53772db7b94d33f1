import { escapeHtml } from "../../../base/html.ts";
import type { IncomingMessage } from "node:http";

import {
  addressOf,
  type Asked,
  type SignInContext,
  SignInPaths,
  type SignInRequest,
  type Step,
} from "./context.ts";
import { isReading, otherMethod, type Content } from "../respond.ts";
import { localeCodes } from "../languages.ts";
import { cookieOf, ServiceCookies } from "./cookies.ts";
import type { EdgeCases } from "./edge-cases.ts";
import type { Grant } from "./tokens.ts";
import { page, problemPage, redirect } from "./pages.ts";
import type { ServiceSession } from "./sessions.ts";

/** The service's own steps: E1. */
export class Portal {
  readonly #context: SignInContext;
  readonly #paths: SignInPaths;
  readonly cookies: ServiceCookies;

  constructor(context: SignInContext) {
    this.#context = context;
    this.#paths = new SignInPaths(context);
    this.cookies = new ServiceCookies(context);
  }

  find(visit: SignInRequest): Step | undefined {
    const asked = this.#paths.read(visit.url.pathname);
    if (asked === undefined) return undefined;
    const { request } = visit;
    if (!isReading(request) && request.method !== "POST") {
      return { name: "unknown", content: () => otherMethod(request, ["GET", "POST"]) };
    }
    const { codeQuery } = this.#context.profile.signIn;
    const given = visit.url.searchParams.get(codeQuery) ?? visit.form?.get(codeQuery);
    // HEAD must not use up the code (RFC 9110, 9.2.1).
    const code = request.method === "HEAD" ? undefined : given;
    if (code !== null && code !== undefined) {
      return {
        name: "signIn.finish",
        content: (edgeCases) => this.#finish(visit, asked, code, edgeCases),
      };
    }
    return { name: "signIn", content: (edgeCases) => this.#start(visit, asked, edgeCases) };
  }

  signedIn(request: IncomingMessage): ServiceSession | undefined {
    const names = this.#context.profile.cookies;
    if (names === undefined) return undefined;
    const session = this.#context.sessions.find(cookieOf(request, names.session.name));
    if (session === undefined) return undefined;
    const needsDevice = names.device?.required === true;
    const device = needsDevice ? cookieOf(request, names.device?.name ?? "") : session.device;
    return device === session.device ? session : undefined;
  }

  #start(visit: SignInRequest, asked: Asked, edgeCases: EdgeCases): Content {
    const detour = this.#detour(visit, asked, edgeCases);
    if (detour !== undefined) return detour;
    const session = this.signedIn(visit.request);
    if (session === undefined) return this.#toProvider(visit, asked, edgeCases);
    if (visit.url.searchParams.has("out") && visit.request.method !== "HEAD") return this.#signOut(session);
    if (edgeCases.has("otherLocaleWhenSignedIn") && asked.locale !== this.#otherLocale) {
      return redirect(this.#inLocale(visit, asked, this.#otherLocale));
    }
    return this.#signedInPage(session);
  }

  #detour(visit: SignInRequest, asked: Asked, edgeCases: EdgeCases): Content | undefined {
    if (edgeCases.has("maintenancePage") || edgeCases.has("maintenancePage503")) {
      const status = edgeCases.has("maintenancePage503") ? 503 : 200;
      return page(status, "Maintenance", "<p>The service is being looked after. Please come back later.</p>");
    }
    if (edgeCases.has("redirectLoop")) {
      const next =
        asked.locale === this.#otherLocale ? this.#context.profile.locale.default : this.#otherLocale;
      return redirect(this.#inLocale(visit, asked, next));
    }
    const www = wwwOf(this.#context);
    if (edgeCases.has("bareHost") && www !== undefined && visit.request.headers.host !== www.host) {
      return redirect(`${www.origin}${visit.url.pathname}${visit.url.search}`);
    }
    if (asked.locale === this.#otherLocale) return undefined;
    const location = this.#inLocale(visit, asked, this.#otherLocale);
    if (edgeCases.has("localeFirst")) return redirect(location);
    const { pathname, search } = new URL(location);
    return edgeCases.has("relativeLocation") ? redirect(pathname + search) : undefined;
  }

  #toProvider(visit: SignInRequest, { locale, provider }: Asked, edgeCases: EdgeCases): Content {
    const about = this.#context.profile.providers[provider];
    if (about === undefined) return page(404, "Not found", "<p>There is no such provider.</p>");
    const back = new URL(`${ownOrigin(visit)}${visit.url.pathname}`);
    const { returnQuery } = this.#context.profile.signIn;
    const bru = visit.url.searchParams.get(returnQuery);
    if (bru !== null) back.searchParams.set(returnQuery, bru);
    const target = addressOf(this.#context, about.authorizeUrl);
    target.searchParams.set("response_type", "code");
    target.searchParams.set("client_id", about.clientId ?? "portal");
    target.searchParams.set("redirect_uri", back.href);
    if (about.scope !== undefined) target.searchParams.set("scope", about.scope);
    target.searchParams.set("locale", locale);
    return redirect(target.href, { "set-cookie": this.cookies.beforeSignIn(visit.url.pathname, edgeCases) });
  }

  #finish(visit: SignInRequest, asked: Asked, code: string, edgeCases: EdgeCases): Content {
    const already = this.signedIn(visit.request);
    const grant = this.#context.grants.redeem(code, asked.provider);
    if (grant === undefined || edgeCases.has("codeRefused")) {
      return already === undefined
        ? problemPage("This sign-in was used before, or took too long.")
        : this.#signedInPage(already);
    }
    const player = grant.person.player(grant.provider === "ProviderA" ? 0 : 1);
    const isUnknown = player === undefined || this.#context.gameData.players.isDeleted(player);
    if (isUnknown || edgeCases.has("register")) return redirect(this.#registerAddress(asked));
    if (edgeCases.has("noCookies")) return page(200, "Welcome", "<p>You are signed in.</p>");
    return this.#letIn(visit, player, grant, edgeCases);
  }

  #letIn(visit: SignInRequest, player: number, grant: Grant, edgeCases: EdgeCases): Content {
    const session = this.#context.sessions.start(player, grant.provider, grant.isRemembered);
    const headers = {
      "set-cookie": this.cookies.ofSignIn(session, { path: visit.url.pathname, edgeCases }),
    };
    const bru = visit.url.searchParams.get(this.#context.profile.signIn.returnQuery) ?? "";
    const { origin } = new URL(this.#context.hosts.portal);
    if (/^\/(?!\/)/.test(bru)) return redirect(new URL(origin + bru).href, headers);
    return { ...this.#signedInPage(session), headers };
  }

  #signOut(session: ServiceSession): Content {
    this.#context.sessions.revoke(session.id);
    return page(200, "Signed out", "<p>This session is over everywhere.</p>");
  }

  #signedInPage({ player }: ServiceSession): Content {
    const name = escapeHtml(this.#context.gameData.players.name(player));
    return page(
      200,
      `Signed in as ${name}`,
      `<p>${escapeHtml(this.#context.profile.name)} knows this browser now.</p>
<p>Next: open Developer tools, then Cookies, and copy them for the bot. Close the window when you are done, without signing out.</p>
<p><a href="?out=1">Sign out</a>: that ends the session wherever it is used.</p>`,
    );
  }

  get #otherLocale(): string {
    const codes = localeCodes(this.#context.profile);
    return codes.find((code) => code !== this.#context.profile.locale.default) ?? "xx";
  }

  #inLocale(visit: SignInRequest, asked: Asked, locale: string): string {
    const path = this.#paths.write({ ...asked, locale }, visit.url.pathname);
    return `${ownOrigin(visit)}${path}${visit.url.search}`;
  }

  #registerAddress({ locale }: Asked): string {
    return `${this.#context.hosts.portal}/${locale}${this.#context.profile.signIn.registerSegment}?from=sign-in`;
  }
}

/** Returns the service's second host, `www.localhost`, where the profile allows it. */
function wwwOf({ hosts }: SignInContext): URL | undefined {
  const origin = [...hosts.allowed].find((one) => new URL(one).hostname === "www.localhost");
  return origin === undefined ? undefined : new URL(origin);
}

function ownOrigin({ request, url }: SignInRequest): string {
  return request.headers.host?.startsWith("www.localhost") === true
    ? `http://${request.headers.host}`
    : url.origin;
}
