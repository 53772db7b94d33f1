import { LRUCache } from "lru-cache";

import type { Profile } from "../../../platform/profile/schema.ts";
import type { Content } from "../respond.ts";
import { cookieOf, setCookie } from "./cookies.ts";
import type { EdgeCases } from "./edge-cases.ts";
import {
  captchaPage,
  loginForm,
  page,
  problemPage,
  redirect,
  secondFactorPage,
  unknownPage,
} from "./pages.ts";
import { PASSWORD, type TestUser, findTestUser } from "./users.ts";
import {
  addressOf,
  type SignInContext,
  isWayBack,
  type Step,
  type SignInRequest,
  wayBack,
} from "./context.ts";

interface ProviderSession {
  readonly person?: TestUser;
  /** The query of the authorize address. */
  readonly search?: string | undefined;
  readonly isRemembered: boolean;
}
type Provider = NonNullable<Profile["providers"]["ProviderA"]>;
const MOST = 1_000;

/** Login provider A: E2 and E3. */
export class ProviderA {
  readonly #context: SignInContext;
  readonly #provider: Provider;
  readonly #authorize: URL;
  readonly #login: URL;
  /** By the value of JSESSIONID. */
  readonly #guests = new LRUCache<string, ProviderSession>({ max: MOST });

  constructor(context: SignInContext, provider: Provider) {
    this.#context = context;
    this.#provider = provider;
    this.#authorize = addressOf(context, provider.authorizeUrl);
    this.#login = addressOf(context, provider.loginUrl);
  }

  find(visit: SignInRequest): Step | undefined {
    const { pathname } = visit.url;
    if (pathname === this.#formPath) return { name: "providerA.form", content: () => this.#form(visit) };
    if (pathname === this.#stepPath) {
      return { name: "providerA.step", content: () => redirect(this.#authorizeWith(visit.url.search)) };
    }
    if (pathname === this.#login.pathname && visit.request.method === "POST") {
      return { name: "providerA.login", content: (edgeCases) => this.#submit(visit, edgeCases) };
    }
    if (pathname !== this.#authorize.pathname) return undefined;
    const { person } = this.#guest(visit);
    if (person !== undefined) {
      return { name: "providerA.grant", content: (edgeCases) => this.#grant(visit, person, edgeCases) };
    }
    return { name: "providerA.authorize", content: (edgeCases) => this.#begin(visit, edgeCases) };
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

  #guest({ request }: SignInRequest): ProviderSession {
    return this.#guests.peek(cookieOf(request, this.#cookie) ?? "") ?? { isRemembered: false };
  }

  /** E2: redirects to the form and sets a session cookie. */
  #begin(visit: SignInRequest, edgeCases: EdgeCases): Content {
    const { searchParams, search } = visit.url;
    const isKnown = searchParams.get("client_id") === (this.#provider.clientId ?? "portal");
    if (!isKnown || edgeCases.has("unknownClient")) return problemPage("This application is not known here.");
    if (searchParams.get("response_type") !== "code") return problemPage("Only codes are given here.");
    if (!isWayBack(this.#context, searchParams.get("redirect_uri"))) {
      return problemPage("The way back does not lead to this application.");
    }
    if (edgeCases.has("signedInAtProvider")) {
      const mira = findTestUser(this.#context.gameData.players, "mira@harbour.test", PASSWORD);
      if (mira !== undefined) return this.#grant(visit, mira, edgeCases);
    }
    const form = `${this.#formPath}${search}`;
    const location = edgeCases.has("relativeLocation") ? form : this.#authorize.origin + form;
    return redirect(location, { "set-cookie": [this.#newGuest({ isRemembered: false, search })] });
  }

  #form({ url }: SignInRequest): Content {
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
  #submit(visit: SignInRequest, edgeCases: EdgeCases): Content {
    const { form } = visit;
    const params = edgeCases.has("paramsMissing") ? null : form?.get("params");
    if (cookieOf(visit.request, this.#cookie) === undefined) {
      return problemPage("Your visit has timed out. Cookies are needed here.");
    }
    if (form === undefined || params === null || params === undefined) {
      return problemPage("Something is missing in the form.");
    }
    // params counts only without a session that remembers the query.
    const search = this.#guest(visit).search ?? `?${Buffer.from(params, "base64").toString()}`;
    const person = findTestUser(
      this.#context.gameData.players,
      form.get("j_username"),
      form.get("j_password"),
    );
    if (person === undefined || edgeCases.has("wrongPassword")) {
      const again = `${this.#authorize.origin}${this.#formPath}?authentication_error=true&${search.slice(1)}`;
      return redirect(again, { "set-cookie": [this.#newGuest({ isRemembered: false, search })] });
    }
    if (person.asks === "captcha" || edgeCases.has("captcha")) return captchaPage();
    if (person.asks === "secondFactor" || edgeCases.has("secondFactor")) return secondFactorPage();
    if (edgeCases.has("unknownPage")) return unknownPage();
    const guest = this.#newGuest({ person, isRemembered: form.get("rememberSignIn") === "1", search });
    const next = edgeCases.has("twoStepLocation")
      ? `${this.#login.origin}${this.#stepPath}${search}`
      : this.#authorizeWith(search);
    return redirect(next, { "set-cookie": [guest] });
  }

  #grant(visit: SignInRequest, person: TestUser, edgeCases: EdgeCases): Content {
    const redirectUri = visit.url.searchParams.get("redirect_uri");
    if (!isWayBack(this.#context, redirectUri)) return problemPage("The way back is missing.");
    const { isRemembered } = this.#guest(visit);
    const code = this.#context.grants.issue({ provider: "ProviderA", person, isRemembered });
    const header = this.#provider.grantHeader ?? "x-pa-grant-code";
    const headers: Record<string, string> = edgeCases.has("codeInLocation")
      ? {}
      : { [edgeCases.has("headerCase") ? header.toUpperCase() : header]: code };
    if (edgeCases.has("codeInHeader")) return page(200, "You are signed in", "<p>One moment.</p>", headers);
    const { codeQuery } = this.#context.profile.signIn;
    return redirect(wayBack(redirectUri, { [codeQuery]: code }), headers);
  }

  #newGuest(guest: ProviderSession): string {
    const value = this.#context.tokens.plain(32);
    this.#guests.set(value, guest);
    return setCookie({ name: this.#cookie, value });
  }
}
