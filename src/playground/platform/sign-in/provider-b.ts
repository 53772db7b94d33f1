import { LRUCache } from "lru-cache";

import { escapeHtml } from "../../../base/html.ts";
import { DAY_MS } from "../../../base/duration.ts";
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
import { tokenForms } from "./token-forms.ts";
import {
  addressOf,
  type SignInContext,
  isWayBack,
  type Step,
  type SignInRequest,
  wayBack,
} from "./context.ts";

interface Flow {
  readonly redirectUri: string;
  readonly token: string;
  /** The second member of the post address's query, to notice clients that damage it. */
  readonly check: string;
}
type Provider = NonNullable<Profile["providers"]["ProviderB"]>;
const MOST = 1_000;
const FLOW = "BFLOW";

/** Login provider B: E4. */
export class ProviderB {
  readonly #context: SignInContext;
  readonly #provider: Provider;
  readonly #authorize: URL;
  readonly #login: URL;
  readonly #flows = new LRUCache<string, Flow>({ max: MOST });
  /** Users who stay signed in, by the value of the provider's cookie. */
  readonly #signedIn = new LRUCache<string, TestUser>({ max: MOST });

  constructor(context: SignInContext, provider: Provider) {
    this.#context = context;
    this.#provider = provider;
    this.#authorize = addressOf(context, provider.authorizeUrl);
    this.#login = addressOf(context, provider.loginUrl);
  }

  find(visit: SignInRequest): Step | undefined {
    const { pathname } = visit.url;
    if (pathname === this.#login.pathname && visit.request.method === "POST") {
      return { name: "providerB.login", content: (edgeCases) => this.#submit(visit, edgeCases) };
    }
    if (pathname !== this.#authorize.pathname) return undefined;
    return { name: "providerB.page", content: (edgeCases) => this.#begin(visit, edgeCases) };
  }

  get #cookie(): string {
    return this.#provider.sessionCookie ?? "BSESSION";
  }

  /** Shows the login page itself, without a redirect. */
  #begin({ request, url }: SignInRequest, edgeCases: EdgeCases): Content {
    const isKnown = url.searchParams.get("client_id") === (this.#provider.clientId ?? "portal");
    const redirectUri = url.searchParams.get("redirect_uri");
    if (!isKnown || edgeCases.has("unknownClient")) return problemPage("This application is not known here.");
    if (!isWayBack(this.#context, redirectUri)) {
      return problemPage("The way back does not lead to this application.");
    }
    const known = edgeCases.has("signedInAtProvider")
      ? findTestUser(this.#context.gameData.players, "mira@harbour.test", PASSWORD)
      : this.#signedIn.peek(cookieOf(request, this.#cookie) ?? "");
    if (known !== undefined) return redirect(this.#wayBack(redirectUri, known, edgeCases, true));
    return this.#form(redirectUri, url.search, edgeCases);
  }

  #form(redirectUri: string, search: string, edgeCases: EdgeCases, warning?: string): Content {
    const { tokens } = this.#context;
    const flow = { redirectUri, token: `D${tokens.plain(40)}*!$$`, check: tokens.plain(8) };
    const id = tokens.plain(16);
    this.#flows.set(id, flow);
    const postAddress = `${this.#login.href}?contextid=${tokens.plain(8)}&check=${flow.check}`;
    const forms = tokenForms(
      {
        id: this.#provider.tokenInputId ?? "i0327",
        field: this.#field,
        token: flow.token,
        key: this.#provider.postAddressKeys[0] ?? "urlPost",
        postAddress,
      },
      edgeCases,
    );
    const action = edgeCases.has("noPostAddress") ? `${this.#login.href}${search}` : postAddress;
    const form = loginForm({
      action,
      fields: { login: "login", password: "passwd", stay: "KMSI" },
      hidden: forms.hidden,
      hint: `A pretended provider: try mira@harbour.test with the password ${PASSWORD}.`,
      ...(warning === undefined ? {} : { problem: warning }),
    });
    const body = `${forms.script}\n${forms.before}\n${form}`;
    const cookie = setCookie({ name: FLOW, value: id });
    return page(200, "Sign in with your desktop account", body, { "set-cookie": [cookie] });
  }

  get #field(): string {
    return this.#provider.tokenField ?? "PPFT";
  }

  #submit({ request, url, form }: SignInRequest, edgeCases: EdgeCases): Content {
    const flow = this.#flows.peek(cookieOf(request, FLOW) ?? "");
    if (flow === undefined || form === undefined)
      return problemPage("Your visit has timed out. Cookies are needed here.");
    const check = url.searchParams.get("check");
    const isSpoilt = [...url.searchParams.keys()].some((name) => name.startsWith("amp;"));
    if (isSpoilt || (check !== null && check !== flow.check))
      return problemPage("The address is not the form's.");
    if (form.get(this.#field) !== flow.token) return problemPage("The form has expired.");
    const person = findTestUser(this.#context.gameData.players, form.get("login"), form.get("passwd"));
    if (person === undefined || edgeCases.has("wrongPassword")) {
      const warning = "That name and password don't belong together.";
      return this.#form(flow.redirectUri, url.search, new Set(), warning);
    }
    if (person.asks === "captcha" || edgeCases.has("captcha")) return captchaPage();
    if (person.asks === "secondFactor" || edgeCases.has("secondFactor")) return secondFactorPage();
    if (edgeCases.has("unknownPage")) return unknownPage();
    return this.#letIn(flow, person, edgeCases, form.get("KMSI") === "1");
  }

  #letIn(flow: Flow, person: TestUser, edgeCases: EdgeCases, stays: boolean): Content {
    const back = this.#wayBack(flow.redirectUri, person, edgeCases, stays);
    const cookies = stays ? [this.#remember(person)] : [];
    if (!edgeCases.has("interstitial")) return redirect(back, { "set-cookie": cookies });
    const address = new URL(back);
    const { codeQuery } = this.#context.profile.signIn;
    const code = address.searchParams.get(codeQuery) ?? "";
    address.searchParams.delete(codeQuery);
    const body = `<form name="fmHF" id="fmHF" action="${escapeHtml(address.href)}" method="post">
<input type="hidden" name="${codeQuery}" id="${codeQuery}" value="${code}"><noscript><button>Go on</button></noscript></form>
<script>document.fmHF.submit();</script>`;
    return page(200, "Continue", body, { "set-cookie": cookies });
  }

  #remember(person: TestUser): string {
    const value = this.#context.tokens.plain(32);
    this.#signedIn.set(value, person);
    const expiresAt = this.#context.clock.now() + 30 * DAY_MS;
    return setCookie({ name: this.#cookie, value, expiresAt });
  }

  #wayBack(redirectUri: string, person: TestUser, edgeCases: EdgeCases, stays: boolean): string {
    const { codeQuery, successQuery } = this.#context.profile.signIn;
    const code = this.#context.grants.issue({ provider: "ProviderB", person, isRemembered: stays });
    const other = edgeCases.has("codeFirst") ? undefined : successQuery.find((start) => start.includes("="));
    const [name = "", value = ""] = other?.split("=") ?? [];
    return wayBack(redirectUri, { ...(other === undefined ? {} : { [name]: value }), [codeQuery]: code });
  }
}
