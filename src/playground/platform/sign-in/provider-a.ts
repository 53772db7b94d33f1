import type { Profile } from "../../../platform/profile/schema.ts";
import type { Content } from "../respond.ts";
import { cookieOf, setCookie } from "./cookies.ts";
import type { Edges } from "./edges.ts";
import { forgetOldest } from "./grants.ts";
import { captchaPage, loginForm, page, redirect, secondFactorPage, unknownPage } from "./pages.ts";
import { PASSWORD, type Person, personWith } from "./people.ts";
import { addressOf, type House, isWayBack, type Step, type Visit, wayBack } from "./visit.ts";

interface Guest {
  readonly person?: Person;
  /** The query they came to the authorize address with. */
  readonly search?: string | undefined;
  readonly isRemembered: boolean;
}
type Provider = NonNullable<Profile["providers"]["ProviderA"]>;
const MOST = 1_000;

/** Login provider A: E2 and E3 of interface.md. */
export class ProviderA {
  readonly #house: House;
  readonly #provider: Provider;
  readonly #authorize: URL;
  readonly #login: URL;
  /** By the value of JSESSIONID. */
  readonly #guests = new Map<string, Guest>();

  constructor(house: House, provider: Provider) {
    this.#house = house;
    this.#provider = provider;
    this.#authorize = addressOf(house, provider.authorizeUrl);
    this.#login = addressOf(house, provider.loginUrl);
  }

  find(visit: Visit): Step | undefined {
    const { pathname } = visit.url;
    if (pathname === this.#formPath) return { name: "providerA.form", content: () => this.#form(visit) };
    if (pathname === this.#stepPath) {
      return { name: "providerA.step", content: () => redirect(this.#authorizeWith(visit.url.search)) };
    }
    if (pathname === this.#login.pathname && visit.request.method === "POST") {
      return { name: "providerA.login", content: (edges) => this.#submit(visit, edges) };
    }
    if (pathname !== this.#authorize.pathname) return undefined;
    const { person } = this.#guest(visit);
    if (person !== undefined) {
      return { name: "providerA.grant", content: (edges) => this.#grant(visit, person, edges) };
    }
    return { name: "providerA.authorize", content: (edges) => this.#begin(visit, edges) };
  }

  get #formPath(): string {
    return `${this.#login.pathname.replace(/[^/]+$/, "")}sign-in-form`;
  }

  get #stepPath(): string {
    return `${this.#login.pathname}-step`;
  }

  get #cookie(): string {
    return this.#provider.sessionCookie ?? "JSESSIONID";
  }

  #authorizeWith(search: string): string {
    return `${this.#authorize.origin}${this.#authorize.pathname}${search}`;
  }

  #guest({ request }: Visit): Guest {
    return this.#guests.get(cookieOf(request, this.#cookie) ?? "") ?? { isRemembered: false };
  }

  /** E2: to the form, with a session on the redirect itself. */
  #begin(visit: Visit, edges: Edges): Content {
    const { searchParams, search } = visit.url;
    const isKnown = searchParams.get("client_id") === (this.#provider.clientId ?? "portal");
    if (!isKnown || edges.has("unknownClient")) return this.#problem("This application is not known here.");
    if (!isWayBack(this.#house, searchParams.get("redirect_uri"))) {
      return this.#problem("The way back does not lead to this application.");
    }
    if (edges.has("signedInAtProvider")) {
      const mira = personWith(this.#house.world.players, "mira@harbour.test", PASSWORD);
      if (mira !== undefined) return this.#grant(visit, mira, edges);
    }
    const form = `${this.#formPath}${search}`;
    const location = edges.has("relativeLocation") ? form : this.#authorize.origin + form;
    return redirect(location, { "set-cookie": [this.#newGuest({ isRemembered: false, search })] });
  }

  #form({ url }: Visit): Content {
    const failed = url.searchParams.has("authentication_error");
    const params = Buffer.from(url.search.slice(1)).toString("base64");
    const form = loginForm({
      action: this.#login.href,
      fields: { login: "j_username", password: "j_password", stay: "rememberSignIn" },
      hidden: `<input type="hidden" name="params" value="${params}">`,
      hint: `A pretended provider: try mira@harbour.test with the password ${PASSWORD}.`,
      ...(failed ? { problem: "That name and password don't belong together." } : {}),
    });
    return page(200, "Sign in with your console account", form);
  }

  /** E3. */
  #submit(visit: Visit, edges: Edges): Content {
    const { form } = visit;
    const params = edges.has("paramsMissing") ? null : form?.get("params");
    if (cookieOf(visit.request, this.#cookie) === undefined) {
      return this.#problem("Your visit has timed out. Cookies are needed here.");
    }
    if (form === undefined || params === null || params === undefined || params === "") {
      return this.#problem("Something is missing in the form.");
    }
    // What stands in params is not significant: it counts only where nobody remembers what they came for.
    const search = this.#guest(visit).search ?? `?${Buffer.from(params, "base64").toString()}`;
    const person = personWith(this.#house.world.players, form.get("j_username"), form.get("j_password"));
    if (person === undefined || edges.has("wrongPassword")) {
      const again = `${this.#authorize.origin}${this.#formPath}?authentication_error=true&${search.slice(1)}`;
      return redirect(again, { "set-cookie": [this.#newGuest({ isRemembered: false, search })] });
    }
    if (person.asks === "captcha" || edges.has("captcha")) return captchaPage();
    if (person.asks === "secondFactor" || edges.has("secondFactor")) return secondFactorPage();
    if (edges.has("unknownPage")) return unknownPage();
    const guest = this.#newGuest({ person, isRemembered: form.get("rememberSignIn") === "1", search });
    const next = edges.has("twoStepLocation")
      ? `${this.#login.origin}${this.#stepPath}${search}`
      : this.#authorizeWith(search);
    return redirect(next, { "set-cookie": [guest] });
  }

  #grant(visit: Visit, person: Person, edges: Edges): Content {
    const redirectUri = visit.url.searchParams.get("redirect_uri");
    if (!isWayBack(this.#house, redirectUri)) return this.#problem("The way back is missing.");
    const { isRemembered } = this.#guest(visit);
    const code = this.#house.grants.issue({ provider: "ProviderA", person, isRemembered });
    const header = this.#provider.grantHeader ?? "x-pa-grant-code";
    const headers: Record<string, string> = edges.has("codeInLocation")
      ? {}
      : { [edges.has("headerCase") ? header.toUpperCase() : header]: code };
    if (edges.has("codeInHeader")) return page(200, "You are signed in", "<p>One moment.</p>", headers);
    const { codeQuery } = this.#house.profile.signIn;
    return redirect(wayBack(redirectUri, { [codeQuery]: code }), headers);
  }

  #newGuest(guest: Guest): string {
    const value = this.#house.tokens.plain(32);
    this.#guests.set(value, guest);
    forgetOldest(this.#guests, MOST);
    return setCookie({ name: this.#cookie, value });
  }

  #problem(text: string): Content {
    return page(400, "That did not work", `<p class="problem">${text}</p>`);
  }
}
