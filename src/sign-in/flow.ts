import { Secret } from "../base/secret.ts";
import { isCookieValue, isRequired, unquoted } from "../platform/cookie-rules.ts";
import type { Hosts } from "../platform/profile/hosts.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { SignInPages } from "../platform/sign-in-answer.ts";
import type { Browser, Landing } from "./browser.ts";
import type { Jars } from "./jars.ts";
import { type Stage, Stop } from "./outcome.ts";
import { kindOf, onwardForm, readPage } from "./page.ts";
import type { Login, Provider, ProviderId, Submission } from "./provider.ts";

const HOPS = 30;
/** How many self-submitting pages are followed. */
const INTERSTITIALS = 4;

export interface FlowOptions {
  readonly profile: Profile;
  readonly hosts: Hosts;
  readonly browser: Browser;
  readonly jars: Jars;
  readonly providerId: ProviderId;
  readonly provider: Provider;
  readonly login: Login;
}

/** One run of E1 to E4: to the provider, through its form, back to the service. */
export class Flow {
  readonly #options: FlowOptions;
  readonly #pages: SignInPages;
  readonly #seen = new Set<string>();
  #hops = 0;
  #stage: Stage = "service";

  constructor(options: FlowOptions) {
    this.#options = options;
    this.#pages = new SignInPages(options.profile, options.hosts);
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** Returns the service's cookies by name. Throws a Stop that says why there are none. */
  async run(): Promise<ReadonlyMap<string, Secret>> {
    let landing = await this.#walk(await this.#options.browser.get(this.#start()));
    if (this.#isAtProvider(landing.url)) {
      landing = await this.#signIn(landing);
    }
    return this.#finish(landing);
  }

  /** Follows redirects until something has to be done or reported. */
  async #walk(landing: Landing): Promise<Landing> {
    for (let at = landing; ;) {
      this.#refuse(at);
      const code = this.#grantCode(at);
      if (code !== undefined) at = await this.#get(this.#withCode(code));
      else if (at.next === undefined || this.#isDone(at)) return at;
      else at = await this.#get(at.next);
    }
  }

  /** Throws for pages that can't lead to a session. */
  #refuse(landing: Landing): void {
    const { url, next } = landing;
    const { provider } = this.#options;
    const isAnswer = this.#stage === "after-login" && this.#isAtProvider(url);
    if (isAnswer && provider.isRejection(landing)) throw new Stop("rejected", url.host);
    if (this.#pages.isRegister(url) || (next !== undefined && this.#pages.isRegister(next))) {
      throw new Stop("not-registered", url.host);
    }
  }

  /** Returns whether the address is the provider's; on a host shared with the service, only before the way back. */
  #isAtProvider(url: URL): boolean {
    const { provider, hosts } = this.#options;
    if (provider.origin !== url.origin) return false;
    const isShared = url.origin === new URL(hosts.portal).origin;
    return !isShared || !(this.#stage === "return" || this.#pages.isSignIn(url));
  }

  #isDone(landing: Landing): boolean {
    const isEnd = this.#pages.isEnd(landing.url) || this.#stage === "return";
    return isEnd && this.#pages.isSignIn(landing.url) && this.#missing(landing.url).length === 0;
  }

  #grantCode(landing: Landing): string | undefined {
    const { provider } = this.#options;
    if (this.#stage === "return" || !this.#isAtProvider(landing.url)) return undefined;
    const code = provider.grantCode(landing);
    return code !== undefined && /^[\x21-\x7e]{1,2048}$/.test(code) ? code : undefined;
  }

  #withCode(code: string): URL {
    const url = this.#start();
    url.search = new URLSearchParams({ [this.#options.profile.signIn.codeQuery]: code }).toString();
    return url;
  }

  #start(): URL {
    const { profile, providerId } = this.#options;
    const url = this.#pages.address(profile.locale.default, providerId);
    if (url === undefined) throw new Stop("not-offered", "");
    return url;
  }

  /** Makes one step. The same address with the same cookies again would be an endless loop. */
  async #get(url: URL): Promise<Landing> {
    const { browser, jars } = this.#options;
    if (this.#pages.isEnd(url)) this.#stage = "return";
    const visit = `${url.href} ${jars.header(url) ?? ""}`;
    this.#hops += 1;
    if (this.#seen.has(visit) || this.#hops > HOPS) throw new Stop("loop", url.host);
    this.#seen.add(visit);
    return browser.get(url);
  }

  /** Goes from the provider's page through its form and self-submitting pages. */
  async #signIn(arrived: Landing): Promise<Landing> {
    const { provider, login } = this.#options;
    this.#stage = "provider";
    const { page } = this.#pageOf(arrived);
    if (!provider.isLogin(page)) throw new Stop("unknown-page", arrived.url.host);
    let landing = await this.#submit(provider.submission(arrived, page, login), arrived.url);
    for (let turn = 0; turn < INTERSTITIALS; turn += 1) {
      if (!this.#isAtProvider(landing.url)) return landing;
      landing = await this.#sendOn(landing);
    }
    throw new Stop("loop", landing.url.host);
  }

  /** The only place that sends name and password: to the provider's own origin. */
  async #submit({ url, fields }: Submission, from: URL): Promise<Landing> {
    const { browser, provider } = this.#options;
    if (provider.origin !== url.origin || provider.origin !== from.origin) {
      throw new Stop("strayed", url.host);
    }
    this.#stage = "after-login";
    const answer = await browser.post(url, fields, from);
    // 307 and 308 would send the password again.
    if (answer.status === 307 || answer.status === 308) throw new Stop("unknown-page", url.host);
    return this.#walk(answer);
  }

  /** Handles what the provider shows after its form was sent. */
  async #sendOn(landing: Landing): Promise<Landing> {
    const { page, kind } = this.#pageOf(landing);
    const { host } = landing.url;
    if (kind === "login" || this.#options.provider.asksAgain(page)) throw new Stop("rejected", host);
    const form = kind === "interstitial" ? onwardForm(page) : undefined;
    if (form === undefined || !URL.canParse(form.action, landing.url.href))
      throw new Stop("unknown-page", host);
    const url = new URL(form.action, landing.url);
    const fields = Object.fromEntries(
      form.inputs
        .filter(({ type, name }) => type === "hidden" && name !== "")
        .map(({ name, value }) => [name, value]),
    );
    if (this.#pages.isEnd(url)) this.#stage = "return";
    if (form.method === "post") return this.#walk(await this.#options.browser.post(url, fields, landing.url));
    url.search = new URLSearchParams(fields).toString();
    return this.#walk(await this.#get(url));
  }

  /** Classifies the provider's page. Throws where it asks for more than a name and a password. */
  #pageOf({ status, html, url }: Landing) {
    if (status >= 500) throw new Stop("unavailable", url.host);
    if (status >= 400) throw new Stop("provider-refused", url.host);
    const page = readPage(html);
    const kind = kindOf(page);
    if (kind === "captcha" || kind === "second-factor") throw new Stop(kind, url.host);
    return { page, kind };
  }

  #finish({ url, status }: Landing): ReadonlyMap<string, Secret> {
    const { profile } = this.#options;
    if (status === 503) throw new Stop("maintenance", url.host);
    if (status >= 500) throw new Stop("unavailable", url.host);
    if (this.#stage === "service")
      throw new Stop(this.#isNotice(url, status) ? "maintenance" : "unknown-page", url.host);
    if (this.#missing(url).length > 0) {
      throw new Stop(this.#stage === "return" && status >= 400 ? "code-refused" : "no-cookies", url.host);
    }
    const found = new Map<string, Secret>();
    for (const role of Object.values(profile.cookies ?? {})) {
      const value = role === undefined ? undefined : this.#cookie(url, role.name);
      if (role !== undefined && value !== undefined) found.set(role.name, new Secret(value));
    }
    return found;
  }

  /** Without cookies the service shows nothing here: a page is a notice. */
  #isNotice(url: URL, status: number): boolean {
    return status < 400 && url.origin === new URL(this.#options.hosts.portal).origin;
  }

  /** Returns the names of required cookies that are missing. */
  #missing(url: URL): readonly string[] {
    return Object.values(this.#options.profile.cookies ?? {}).flatMap((role) =>
      role === undefined || !isRequired(role) || this.#cookie(url, role.name) !== undefined
        ? []
        : [role.name],
    );
  }

  /** Returns a cookie's value, if it can be sent. */
  #cookie(url: URL, name: string): string | undefined {
    const value = unquoted(this.#options.jars.value(url, name) ?? "");
    return isCookieValue(value) ? value : undefined;
  }
}
