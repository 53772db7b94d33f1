import { DAY_MS } from "../../../base/duration.ts";
import type { Profile } from "../../../platform/profile/schema.ts";
import type { Content } from "../respond.ts";
import { cookieOf, setCookie } from "./cookies.ts";
import type { Edges } from "./edges.ts";
import { forgetOldest } from "./grants.ts";
import {
  captchaPage,
  escapeHtml,
  loginForm,
  page,
  redirect,
  secondFactorPage,
  unknownPage,
} from "./pages.ts";
import { PASSWORD, type Person, personWith } from "./people.ts";
import { tokenForms } from "./token-forms.ts";
import { addressOf, type House, isWayBack, type Step, type Visit, wayBack } from "./visit.ts";

/** One visit to the login page. */
interface Flow {
  readonly redirectUri: string;
  readonly token: string;
  /** Stands in the second member of the post address, so that a client that spoils it is noticed. */
  readonly check: string;
}
type Provider = NonNullable<Profile["providers"]["ProviderB"]>;
const MOST = 1_000;
const FLOW = "BFLOW";

/** Login provider B: E4 of interface.md. */
export class ProviderB {
  readonly #house: House;
  readonly #provider: Provider;
  readonly #authorize: URL;
  readonly #login: URL;
  readonly #flows = new Map<string, Flow>();
  /** Who stays signed in, by the value of the provider's own cookie. */
  readonly #signedIn = new Map<string, Person>();

  constructor(house: House, provider: Provider) {
    this.#house = house;
    this.#provider = provider;
    this.#authorize = addressOf(house, provider.authorizeUrl);
    this.#login = addressOf(house, provider.loginUrl);
  }

  find(visit: Visit): Step | undefined {
    const { pathname } = visit.url;
    if (pathname === this.#login.pathname && visit.request.method === "POST") {
      return { name: "providerB.login", content: (edges) => this.#submit(visit, edges) };
    }
    if (pathname !== this.#authorize.pathname) return undefined;
    return { name: "providerB.page", content: (edges) => this.#begin(visit, edges) };
  }

  get #cookie(): string {
    return this.#provider.sessionCookie ?? "BSESSION";
  }

  /** The login page itself: no redirect. */
  #begin({ request, url }: Visit, edges: Edges): Content {
    const isKnown = url.searchParams.get("client_id") === (this.#provider.clientId ?? "portal");
    const redirectUri = url.searchParams.get("redirect_uri");
    if (!isKnown || edges.has("unknownClient")) return problem("This application is not known here.");
    if (!isWayBack(this.#house, redirectUri)) {
      return problem("The way back does not lead to this application.");
    }
    const known = edges.has("signedInAtProvider")
      ? personWith(this.#house.world.players, "mira@harbour.test", PASSWORD)
      : this.#signedIn.get(cookieOf(request, this.#cookie) ?? "");
    if (known !== undefined) return redirect(this.#wayBack(redirectUri, known, { edges, stays: true }));
    return this.#form(redirectUri, url.search, edges);
  }

  #form(redirectUri: string, search: string, edges: Edges, warning?: string): Content {
    const { tokens } = this.#house;
    const flow = { redirectUri, token: `D${tokens.plain(40)}*!$$`, check: tokens.plain(8) };
    const id = tokens.plain(16);
    this.#flows.set(id, flow);
    forgetOldest(this.#flows, MOST);
    const postAddress = `${this.#login.href}?contextid=${tokens.plain(8)}&check=${flow.check}`;
    const forms = tokenForms(
      {
        id: this.#provider.tokenInputId ?? "i0327",
        field: this.#field,
        token: flow.token,
        key: this.#provider.postAddressKeys[0] ?? "urlPost",
        postAddress,
      },
      edges,
    );
    const action = edges.has("noPostAddress") ? `${this.#login.href}${search}` : postAddress;
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

  #submit({ request, url, form }: Visit, edges: Edges): Content {
    const flow = this.#flows.get(cookieOf(request, FLOW) ?? "");
    if (flow === undefined || form === undefined)
      return problem("Your visit has timed out. Cookies are needed here.");
    const check = url.searchParams.get("check");
    const isSpoilt = [...url.searchParams.keys()].some((name) => name.startsWith("amp;"));
    if (isSpoilt || (check !== null && check !== flow.check))
      return problem("The address is not the form's.");
    if (form.get(this.#field) !== flow.token) return problem("The form has expired.");
    const person = personWith(this.#house.world.players, form.get("login"), form.get("passwd"));
    if (person === undefined || edges.has("wrongPassword")) {
      const warning = "That name and password don't belong together.";
      return this.#form(flow.redirectUri, url.search, new Set(), warning);
    }
    if (person.asks === "captcha" || edges.has("captcha")) return captchaPage();
    if (person.asks === "secondFactor" || edges.has("secondFactor")) return secondFactorPage();
    if (edges.has("unknownPage")) return unknownPage();
    return this.#letIn(flow, person, { edges, stays: form.get("KMSI") === "1" });
  }

  #letIn(flow: Flow, person: Person, how: { edges: Edges; stays: boolean }): Content {
    const back = this.#wayBack(flow.redirectUri, person, how);
    const cookies = how.stays ? [this.#remember(person)] : [];
    if (!how.edges.has("interstitial")) return redirect(back, { "set-cookie": cookies });
    const address = new URL(back);
    const { codeQuery } = this.#house.profile.signIn;
    const code = address.searchParams.get(codeQuery) ?? "";
    address.searchParams.delete(codeQuery);
    const body = `<form name="fmHF" id="fmHF" action="${escapeHtml(address.href)}" method="post">
<input type="hidden" name="${codeQuery}" id="${codeQuery}" value="${code}"><noscript><button>Go on</button></noscript></form>
<script>document.fmHF.submit();</script>`;
    return page(200, "Continue", body, { "set-cookie": cookies });
  }

  #remember(person: Person): string {
    const value = this.#house.tokens.plain(32);
    this.#signedIn.set(value, person);
    forgetOldest(this.#signedIn, MOST);
    const expiresAt = this.#house.clock.now() + 30 * DAY_MS;
    return setCookie({ name: this.#cookie, value, expiresAt });
  }

  #wayBack(redirectUri: string, person: Person, { edges, stays }: { edges: Edges; stays: boolean }): string {
    const { codeQuery, successQuery } = this.#house.profile.signIn;
    const code = this.#house.grants.issue({ provider: "ProviderB", person, isRemembered: stays });
    const other = edges.has("codeFirst") ? undefined : successQuery.find((start) => start.includes("="));
    const [name = "", value = ""] = other?.split("=") ?? [];
    return wayBack(redirectUri, { ...(other === undefined ? {} : { [name]: value }), [codeQuery]: code });
  }
}

function problem(text: string): Content {
  return page(400, "That did not work", `<p class="problem">${text}</p>`);
}
