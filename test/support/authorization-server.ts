import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";

import { Provider } from "oidc-provider";
import { request } from "undici";

import type { Profile } from "../../src/platform/profile/schema.ts";
import { CLIENT_SECRET, LANDING, profileAt } from "./token-platform.ts";

/** The platform's id of the account `ada`. */
export const ADA = "4611686018000000001";

/** What the server does with a refresh token that was used. */
export type Rotation = "revokes" | "grace" | "none";

export interface AuthorizationServerOptions {
  readonly rotation?: Rotation;
  /** Seconds an access token lives. */
  readonly lives?: number;
  readonly port?: number;
  /** Where members may land, beside `LANDING`. */
  readonly landing?: string;
}

/** What the front does with the next answers of the token endpoint. */
interface Front {
  /** Called with what came; gives true to answer itself. */
  onToken: ((form: URLSearchParams, response: ServerResponse) => boolean) | undefined;
  /** An access token the API refuses, though it is good. */
  refused: string | undefined;
  /** What is answered waits for this. */
  held: Promise<void> | undefined;
  /** Keeps a part of the answer back, once the real server has answered. */
  withhold: "all" | "body" | undefined;
  /** Called when an answer is kept back. */
  onWithheld: () => void;
}

export interface AuthorizationServer {
  readonly url: string;
  readonly profile: Profile;
  readonly front: Front;
  /** Forms that came to the token endpoint, and to the one that revokes. */
  readonly asked: URLSearchParams[];
  readonly revoked: URLSearchParams[];
  /** Headers of every request to the API and the token endpoint. */
  readonly headers: IncomingMessage["headers"][];
  /** Signs `ada` in by an authorize address; returns where she lands. */
  signIn(address: string, account?: string): Promise<string>;
  close(): Promise<void>;
}

/** A real authorization server (oidc-provider), and an API that takes its tokens. */
export async function startAuthorizationServer(
  options: AuthorizationServerOptions = {},
): Promise<AuthorizationServer> {
  const asked: URLSearchParams[] = [];
  const revoked: URLSearchParams[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const front: Front = {
    onToken: undefined,
    refused: undefined,
    held: undefined,
    withhold: undefined,
    onWithheld: () => {},
  };
  const handler: { handle?: (request: IncomingMessage, response: ServerResponse) => Promise<void> } = {};
  const server = createServer((incoming, response) => {
    void handler.handle?.(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(options.port ?? 0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, configurationOf(options));
  const oidc = provider.callback();
  const graced = new Map<string, string>();
  handler.handle = async (incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", url);
    if (pathname.startsWith("/interaction/")) return interact(provider, incoming, response);
    if (pathname.startsWith("/api/")) {
      headers.push(incoming.headers);
      return answerApi(provider, incoming, response, { pathname, refused: front.refused });
    }
    if (pathname !== "/token" && pathname !== "/token/revocation") return oidc(incoming, response);
    headers.push(incoming.headers);
    const text = await bodyOf(incoming);
    const form = new URLSearchParams(text);
    (pathname === "/token" ? asked : revoked).push(form);
    if (pathname === "/token" && front.onToken?.(form, response) === true) return;
    await front.held;
    const used = form.get("refresh_token") ?? "";
    const known = graced.get(used);
    const answer = known ?? (await through({ url, pathname, text, headers: incoming.headers }));
    if (options.rotation === "grace" && used !== "") graced.set(used, answer);
    const { status, body } = JSON.parse(answer) as { status: number; body: string };
    if (pathname === "/token" && front.withhold !== undefined) {
      if (front.withhold === "body")
        response.writeHead(status, { "content-length": body.length + 1 }).flushHeaders();
      front.onWithheld();
      return;
    }
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  };
  /** To the real server, which listens on a port of its own. */
  const inner = createServer((incoming, response) => void oidc(incoming, response));
  await new Promise<void>((done) => inner.listen(0, "127.0.0.1", done));
  const innerUrl = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;
  const through = async (to: {
    readonly url: string;
    readonly pathname: string;
    readonly text: string;
    readonly headers: IncomingMessage["headers"];
  }): Promise<string> => {
    const { authorization } = to.headers;
    const answer = await request(innerUrl + to.pathname, {
      method: "POST",
      body: to.text,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(authorization !== undefined && { authorization }),
      },
    });
    return JSON.stringify({ status: answer.statusCode, body: await answer.body.text() });
  };
  return {
    url,
    profile: profileAt(url),
    front,
    asked,
    revoked,
    headers,
    signIn: (address, account = "ada") => signIn(address, url, account),
    async close() {
      server.closeAllConnections();
      inner.closeAllConnections();
      await Promise.all([server, inner].map((one) => new Promise((done) => one.close(done))));
    },
  };
}

function configurationOf({
  rotation = "revokes",
  lives = 3_600,
  landing = LANDING,
}: AuthorizationServerOptions): object {
  return {
    clients: [
      {
        client_id: "milepost",
        client_secret: CLIENT_SECRET,
        redirect_uris: [...new Set([LANDING, landing])],
        grant_types: ["authorization_code", "refresh_token", "client_credentials"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
    },
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    issueRefreshToken: async () => true,
    rotateRefreshToken: rotation !== "none",
    ttl: {
      AccessToken: lives,
      ClientCredentials: lives,
      RefreshToken: 90 * 24 * 60 * 60,
      AuthorizationCode: 300,
      Grant: 1e7,
      Session: 1e6,
      Interaction: 3_600,
      IdToken: 3_600,
    },
    findAccount: async (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    scopes: ["openid", "offline_access"],
    cookies: { keys: ["of a test"] },
    jwks: undefined,
  };
}

/** Says yes to everything, as whoever the address names. */
async function interact(
  provider: Provider,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(incoming, response);
  if (prompt.name === "login") {
    const accountId = String(incoming.headers["x-account"] ?? "ada");
    return provider.interactionFinished(incoming, response, { login: { accountId } });
  }
  const grant = new provider.Grant({
    accountId: session?.accountId ?? "ada",
    clientId: params["client_id"] ?? "",
  });
  grant.addOIDCScope("openid offline_access");
  return provider.interactionFinished(incoming, response, { consent: { grantId: await grant.save() } });
}

async function answerApi(
  provider: Provider,
  incoming: IncomingMessage,
  response: ServerResponse,
  { pathname, refused }: { readonly pathname: string; readonly refused: string | undefined },
): Promise<void> {
  const [, token = ""] = /^Bearer (.+)$/.exec(incoming.headers.authorization ?? "") ?? [];
  const kind = pathname.startsWith("/api/users/") ? provider.ClientCredentials : provider.AccessToken;
  const found = token === "" || token === refused ? undefined : await kind.find(token);
  const value = pathname === "/api/me" ? accountOf(found?.accountId) : { membershipId: ADA, coins: 12 };
  const body = found === undefined ? { error: "no session" } : value;
  response
    .writeHead(found === undefined ? 401 : 200, { "content-type": "application/json" })
    .end(JSON.stringify(body));
}

function accountOf(name: string | undefined): object {
  const membershipId = name === "ada" ? ADA : "4611686018000000002";
  return { membershipId, name, accounts: [{ membershipType: 1, id: membershipId }] };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A browser that follows redirects until it leaves the server. */
async function signIn(address: string, url: string, account: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = address;
  for (let hop = 0; hop < 12 && next.startsWith(url); hop += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await request(next, { headers: { cookie, "x-account": account } });
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = [answer.headers.location ?? []].flat()[0];
    if (location === undefined)
      throw new Error(`no redirect: ${answer.statusCode} ${await answer.body.text()}`);
    await answer.body.dump();
    next = new URL(location, next).href;
  }
  return next;
}
