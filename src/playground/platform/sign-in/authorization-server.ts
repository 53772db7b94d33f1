import { escapeHtml } from "../../../base/html.ts";
import { oauthAddress, redirectUri } from "../../../platform/profile/oauth-addresses.ts";
import type { OAuthProfile } from "../../../platform/profile/schema.ts";
import { type Content, json } from "../respond.ts";
import { isClient } from "./application-tokens.ts";
import { setAt } from "../wire/paths.ts";
import type { SignInContext, SignInRequest, Step } from "./context.ts";
import type { IssuedTokens, OAuthTokens } from "./oauth-tokens.ts";
import { captchaPage, loginForm, page, problemPage, redirect, secondFactorPage } from "./pages.ts";
import { findTestUser, PASSWORD } from "./users.ts";

/** The service's OAuth 2 (RFC 6749, 7009, 7636): a page to sign in and consent; issuing and revoking tokens. */
export class AuthorizationServer {
  readonly #context: SignInContext;
  readonly #oauth: OAuthProfile;
  readonly #tokens: OAuthTokens;
  readonly #secret: string;

  constructor(
    context: SignInContext,
    { oauth, tokens, secret }: { oauth: OAuthProfile; tokens: OAuthTokens; secret: string },
  ) {
    this.#context = context;
    this.#oauth = oauth;
    this.#tokens = tokens;
    this.#secret = secret;
  }

  find(visit: SignInRequest): Step | undefined {
    const { authorizeUrl, tokenUrl, revokeUrl } = this.#oauth;
    if (this.#isAt(visit, authorizeUrl))
      return { name: "oauth.authorize", content: () => this.#authorize(visit) };
    if (visit.request.method !== "POST") return undefined;
    if (this.#isAt(visit, tokenUrl)) return { name: "oauth.token", content: () => this.#give(visit) };
    if (revokeUrl !== undefined && this.#isAt(visit, revokeUrl))
      return { name: "oauth.token.revoke", content: () => this.#takeBack(visit) };
    return undefined;
  }

  #isAt({ url }: SignInRequest, address: string): boolean {
    return url.pathname === oauthAddress(address, this.#context.hosts).pathname;
  }

  #authorize({ url, form }: SignInRequest): Content {
    const asked = url.searchParams;
    const landing = redirectUri(this.#oauth, this.#context.hosts);
    const given = asked.get("redirect_uri");
    // An unknown client id or redirect URI must not redirect anyone.
    if (asked.get("client_id") !== this.#oauth.clientId || (given !== null && given !== landing))
      return problemPage("This application isn't known here.");
    if (asked.get("response_type") !== "code") return problemPage("Only codes are given here.");
    if (form === undefined) return this.#form(url);
    const person = findTestUser(this.#context.gameData.players, form.get("email"), form.get("password"));
    if (person?.asks === "captcha") return captchaPage();
    if (person?.asks === "secondFactor") return secondFactorPage();
    if (person === undefined) return this.#form(url, "That name and password don't belong together.");
    const player = person.player(0);
    if (player === undefined) return redirect(this.#landing(url, { error: "access_denied" }));
    const challenge = asked.get("code_challenge");
    const code = this.#tokens.code({ player, provider: "ProviderA", challenge, redirectUri: given });
    return redirect(this.#landing(url, { code }));
  }

  /** Returns the one page: signing in is the consent. */
  #form(url: URL, wrong?: string): Content {
    const scope = url.searchParams.get("scope");
    const asks = scope === null ? "to read your data" : `for: ${scope}`;
    const denied = escapeHtml(this.#landing(url, { error: "access_denied" }));
    const form = loginForm({
      action: url.href,
      fields: { login: "email", password: "password", stay: "stay" },
      hidden: "",
      hint: `A pretended service: try mira@harbour.test with the password ${PASSWORD}.`,
      ...(wrong !== undefined && { problem: wrong }),
    });
    const name = escapeHtml(this.#context.profile.name);
    const body = `<p>An application asks ${escapeHtml(asks)}. Sign in to allow it.</p>\n${form}\n<p><a href="${denied}">Don't allow it</a></p>`;
    return page(200, `Sign in to ${name}`, body);
  }

  #landing(url: URL, members: Readonly<Record<string, string>>): string {
    const to = new URL(redirectUri(this.#oauth, this.#context.hosts));
    const state = url.searchParams.get("state");
    const { issuer } = this.#oauth;
    const all = {
      ...members,
      ...(state !== null && { state }),
      ...(issuer !== undefined && { iss: issuer }),
    };
    for (const [name, value] of Object.entries(all)) to.searchParams.set(name, value);
    return to.href;
  }

  #give({ request, form }: SignInRequest): Content {
    if (form === undefined || !isClient(this.#oauth, this.#secret, request, form))
      return refusal(401, "invalid_client");
    const given = (name: string) => form.get(name) ?? "";
    switch (given("grant_type")) {
      case "authorization_code": {
        const [verifier, landing] = [form.get("code_verifier"), form.get("redirect_uri")];
        return this.#answer(this.#tokens.exchange(given("code"), verifier, landing));
      }
      case "refresh_token":
        return this.#answer(this.#tokens.refresh(given("refresh_token")));
      default:
        return refusal(400, "unsupported_grant_type");
    }
  }

  #answer(issued: IssuedTokens | undefined): Content {
    if (issued === undefined) return refusal(400, "invalid_grant");
    const { members } = this.#oauth;
    const body: Record<string, unknown> = { token_type: "Bearer" };
    setAt(body, members.access, issued.access);
    setAt(body, members.expires, issued.accessLivesSeconds);
    setAt(body, members.refresh, issued.refresh);
    setAt(body, members.refreshExpires, issued.refreshLivesSeconds);
    const id = this.#context.gameData.players.membershipId(issued.session.player);
    if (members.account !== undefined) setAt(body, members.account, id);
    return json(200, body, { "cache-control": "no-store" });
  }

  #takeBack({ request, form }: SignInRequest): Content {
    if (form === undefined || !isClient(this.#oauth, this.#secret, request, form))
      return refusal(401, "invalid_client");
    this.#tokens.revoke(form.get("token") ?? "");
    return json(200, {});
  }
}

function refusal(status: number, error: string): Content {
  return json(status, { error });
}
