import type { IncomingMessage } from "node:http";

import { SignInPaths } from "./sign-in-paths.ts";
import type { Content } from "../respond.ts";
import { localeCodes } from "../languages.ts";
import { cookieOf } from "./cookies.ts";
import type { Edges } from "./edges.ts";
import type { Grant, ProviderId } from "./grants.ts";
import { escapeHtml, page, redirect } from "./pages.ts";
import { ServiceCookies } from "./service-cookies.ts";
import type { ServiceSession } from "./sessions.ts";
import { addressOf, type House, type Step, type Visit } from "./visit.ts";

interface Asked {
  readonly locale: string;
  readonly provider: ProviderId;
}

/** The service's own part: E1 of interface.md. */
export class Portal {
  readonly #house: House;
  readonly #paths: SignInPaths;
  readonly cookies: ServiceCookies;

  constructor(house: House) {
    this.#house = house;
    this.#paths = new SignInPaths(house);
    this.cookies = new ServiceCookies(house);
  }

  find(visit: Visit): Step | undefined {
    const asked = this.#paths.read(visit.url.pathname);
    if (asked === undefined) return undefined;
    const { codeQuery } = this.#house.profile.signIn;
    const code = visit.url.searchParams.get(codeQuery) ?? visit.form?.get(codeQuery);
    if (code !== null && code !== undefined) {
      return { name: "signIn.finish", content: (edges) => this.#finish(visit, asked, { code, edges }) };
    }
    return { name: "signIn", content: (edges) => this.#start(visit, asked, edges) };
  }

  /** Whose cookies a request carries. */
  signedIn(request: IncomingMessage): ServiceSession | undefined {
    const names = this.#house.profile.cookies;
    if (names === undefined) return undefined;
    const session = this.#house.sessions.find(cookieOf(request, names.session.name));
    if (session === undefined) return undefined;
    const needsDevice = names.device?.required === true;
    const device = needsDevice ? cookieOf(request, names.device?.name ?? "") : session.device;
    return device === session.device ? session : undefined;
  }

  #start(visit: Visit, asked: Asked, edges: Edges): Content {
    const detour = this.#detour(visit, asked, edges);
    if (detour !== undefined) return detour;
    const session = this.signedIn(visit.request);
    if (session === undefined) return this.#toProvider(visit, asked, edges);
    if (visit.url.searchParams.has("out")) return this.#signOut(session);
    if (edges.has("otherLocaleWhenSignedIn") && asked.locale !== this.#otherLocale) {
      return redirect(this.#inLocale(visit, asked, this.#otherLocale));
    }
    return this.#signedInPage(session);
  }

  /** What may come before anything else. */
  #detour(visit: Visit, asked: Asked, edges: Edges): Content | undefined {
    if (edges.has("maintenancePage") || edges.has("maintenancePage503")) {
      const status = edges.has("maintenancePage503") ? 503 : 200;
      return page(status, "Maintenance", "<p>The service is being looked after. Please come back later.</p>");
    }
    if (edges.has("redirectLoop")) {
      const next =
        asked.locale === this.#otherLocale ? this.#house.profile.locale.default : this.#otherLocale;
      return redirect(this.#inLocale(visit, asked, next));
    }
    const www = wwwOf(this.#house);
    if (edges.has("bareHost") && www !== undefined && visit.request.headers.host !== www.host) {
      return redirect(`${www.origin}${visit.url.pathname}${visit.url.search}`);
    }
    if (asked.locale === this.#otherLocale) return undefined;
    const location = this.#inLocale(visit, asked, this.#otherLocale);
    if (edges.has("localeFirst")) return redirect(location);
    const { pathname, search } = new URL(location);
    return edges.has("relativeLocation") ? redirect(pathname + search) : undefined;
  }

  #toProvider(visit: Visit, { locale, provider }: Asked, edges: Edges): Content {
    const about = this.#house.profile.providers[provider];
    if (about === undefined) return page(404, "Not found", "<p>There is no such provider.</p>");
    const back = new URL(`${ownOrigin(visit)}${visit.url.pathname}`);
    const { returnQuery } = this.#house.profile.signIn;
    const bru = visit.url.searchParams.get(returnQuery);
    if (bru !== null) back.searchParams.set(returnQuery, bru);
    const target = addressOf(this.#house, about.authorizeUrl);
    target.searchParams.set("response_type", "code");
    target.searchParams.set("client_id", about.clientId ?? "portal");
    target.searchParams.set("redirect_uri", back.href);
    if (about.scope !== undefined) target.searchParams.set("scope", about.scope);
    target.searchParams.set("locale", locale);
    return redirect(target.href, { "set-cookie": this.cookies.beforeSignIn(visit.url.pathname, edges) });
  }

  #finish(visit: Visit, asked: Asked, { code, edges }: { code: string; edges: Edges }): Content {
    const already = this.signedIn(visit.request);
    const grant = this.#house.grants.redeem(code, asked.provider);
    if (grant === undefined || edges.has("codeRefused")) {
      return already === undefined
        ? page(
            400,
            "That did not work",
            '<p class="problem">This sign-in was used before, or took too long.</p>',
          )
        : this.#signedInPage(already);
    }
    const player = grant.person.player(grant.provider === "ProviderA" ? 0 : 1);
    const isUnknown = player === undefined || this.#house.world.players.isDeleted(player);
    if (isUnknown || edges.has("register")) return redirect(this.#registerAddress(asked));
    if (edges.has("noCookies")) return page(200, "Welcome", "<p>You are signed in.</p>");
    return this.#letIn(visit, { player, grant, edges });
  }

  #letIn(visit: Visit, { player, grant, edges }: { player: number; grant: Grant; edges: Edges }): Content {
    const session = this.#house.sessions.start(player, grant.provider, grant.isRemembered);
    const headers = {
      "set-cookie": this.cookies.ofSignIn(session, { path: visit.url.pathname, edges }),
    };
    const bru = visit.url.searchParams.get(this.#house.profile.signIn.returnQuery) ?? "";
    const { origin } = new URL(this.#house.hosts.portal);
    if (/^\/(?!\/)/.test(bru)) return redirect(new URL(origin + bru).href, headers);
    return { ...this.#signedInPage(session), headers };
  }

  #signOut(session: ServiceSession): Content {
    this.#house.sessions.revoke(session.id);
    return page(200, "Signed out", "<p>This session is over everywhere.</p>");
  }

  #signedInPage({ player }: ServiceSession): Content {
    const name = escapeHtml(this.#house.world.players.name(player));
    return page(
      200,
      `Signed in as ${name}`,
      `<p>${escapeHtml(this.#house.profile.name)} knows this browser now.</p>
<p>Next: open Developer tools, then Cookies, and copy them for the bot. Close the window when you are done, without signing out.</p>
<p><a href="?out=1">Sign out</a>: that ends the session wherever it is used.</p>`,
    );
  }

  get #otherLocale(): string {
    const codes = localeCodes(this.#house.profile);
    return codes.find((code) => code !== this.#house.profile.locale.default) ?? "xx";
  }

  #inLocale(visit: Visit, asked: Asked, locale: string): string {
    const path = this.#paths.write({ ...asked, locale }, visit.url.pathname);
    return `${ownOrigin(visit)}${path}${visit.url.search}`;
  }

  #registerAddress({ locale }: Asked): string {
    return `${this.#house.hosts.portal}/${locale}${this.#house.profile.signIn.registerSegment}?from=sign-in`;
  }
}

/** The service's other name: `www.localhost`, where the profile allows it. */
function wwwOf({ hosts }: House): URL | undefined {
  const origin = [...hosts.allowed].find((one) => new URL(one).hostname === "www.localhost");
  return origin === undefined ? undefined : new URL(origin);
}

/** The origin the browser knows us by. */
function ownOrigin({ request, url }: Visit): string {
  return request.headers.host?.startsWith("www.localhost") === true
    ? `http://${request.headers.host}`
    : url.origin;
}
