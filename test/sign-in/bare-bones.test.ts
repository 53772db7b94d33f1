import type { ServerResponse } from "node:http";

import { describe, expect, test } from "vitest";

import { loadProfile } from "../../src/platform/profile/load.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";
import { serve, type Seen, wrapped } from "../platform/support/served.ts";
import { signInAt, told } from "./support.ts";

/**
 * A service and its providers with nothing but what the contract asks for: no forms to look at, no pages but the
 * bare ones, all of it on one origin or each on its own.
 */
async function bareBones(isOneOrigin: boolean) {
  const answer = (request: Seen, response: ServerResponse) => {
    const url = new URL(request.url, "http://x");
    const reply = steps(origins)[`${request.method} ${url.pathname}`]?.({
      ...request,
      query: url.searchParams,
    });
    const { status = 404, headers = {}, body = "" } = reply ?? {};
    response.writeHead(status, headers).end(body);
  };
  const portal = await serve(answer);
  const others = isOneOrigin ? [] : [await serve(answer, "127.0.0.2"), await serve(answer, "127.0.0.3")];
  const [a = portal, b = portal] = others;
  const origins = { portal: portal.origin, a: a.origin, b: b.origin };
  const neutral = loadProfile("neutral", { baseUrl: portal.origin });
  const profile: Profile = {
    ...neutral,
    hosts: { ...neutral.hosts, providers: { ProviderA: a.origin, ProviderB: b.origin } },
  };
  return {
    profile,
    seen: () => [portal, ...others].flatMap(({ seen }) => seen),
    async [Symbol.asyncDispose]() {
      for (const server of [portal, ...others]) await server[Symbol.asyncDispose]();
    },
  };
}

type Step = (request: Seen & { readonly query: URLSearchParams }) => {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
};

const SESSION = ["portald=12; Path=/", "portalatk=a=1&b=2; Path=/", 'portaldid="d=="; Path=/'];

function go(location: string, ...cookies: string[]) {
  return { status: 302, headers: { location, "set-cookie": cookies } };
}

function steps({ portal, a, b }: Record<"portal" | "a" | "b", string>): Readonly<Record<string, Step>> {
  const enter =
    (provider: string, authorize: string): Step =>
    ({ query, headers }) => {
      const here = `${portal}/en/User/SignIn/${provider}`;
      if (query.has("code")) return { status: 200, headers: { "set-cookie": SESSION }, body: "welcome" };
      if (headers.cookie?.includes("portalatk=") === true) return { status: 200, body: "welcome" };
      return go(`${authorize}?redirect_uri=${encodeURIComponent(here)}`);
    };
  return {
    "GET /en/User/SignIn/ProviderAid": enter("ProviderAid", `${a}/oauth/authorize`),
    "GET /en/User/SignIn/ProviderBid": enter("ProviderBid", `${b}/oauth20_authorize`),
    "GET /oauth/authorize": () => {
      return { status: 200, headers: { "set-cookie": "JSESSIONID=one; Path=/" }, body: "<h1>Sign in</h1>" };
    },
    "POST /login.do": ({ body, headers }) => {
      const form = new URLSearchParams(body);
      if (!form.get("params") || headers.cookie !== "JSESSIONID=one") return { status: 400 };
      if (form.get("j_password") !== "harbour-lights") return go(`${a}/x?authentication_error=true`);
      return go(`${a}/granted`, "JSESSIONID=two; Path=/");
    },
    "GET /granted": ({ headers }) => {
      const isNew = headers.cookie === "JSESSIONID=two";
      return isNew ? { status: 200, headers: { "X-PA-Grant-Code": "c0de" } } : { status: 400 };
    },
    "GET /x": () => ({ status: 200, body: "no" }),
    "GET /oauth20_authorize": () => ({ status: 200, body: TOKEN_PAGE }),
    "POST /ppsecure/post": ({ body, query }) => {
      const form = new URLSearchParams(body);
      if (form.get("PPFT") !== "t0ken" || query.get("ctx") !== "1") return { status: 400 };
      if (form.get("passwd") !== "harbour-lights") return { status: 200, body: TOKEN_PAGE };
      return go(`${portal}/en/User/SignIn/ProviderBid?wa=wsignin1.0&code=c0de`);
    },
    "GET /Platform/User/GetCurrentUser/": ({ headers }) => {
      const isSigned = headers["x-csrf"] === "12" && headers.cookie?.includes("portaldid=d==") === true;
      const account = wrapped({ membershipId: "7", name: "Ada", accounts: [] });
      return isSigned ? { status: 200, body: account } : { status: 401 };
    },
  };
}

/** All that E4 says of the page. */
const TOKEN_PAGE = `<input type="hidden" id="i0327" value="t0ken"><script>var s={urlPost:'/ppsecure/post?ctx=1'}</script>`;

describe.each([
  ["each on an origin of its own", false],
  ["all on one origin", true],
])("a service and providers as bare as the contract lets them be, %s", (_, isOneOrigin) => {
  test.each(["ProviderA", "ProviderB"] as const)("are signed in to by %s", async (provider) => {
    await using scene = await bareBones(isOneOrigin);
    const outcome = await signInAt(scene.profile, provider);
    expect(told(outcome)).toBe("signed-in private-call");
    expect(outcome).toMatchObject({ name: "Ada" });
  });

  test.each(["ProviderA", "ProviderB"] as const)("reject a wrong password at %s", async (provider) => {
    await using scene = await bareBones(isOneOrigin);
    expect(told(await signInAt(scene.profile, provider, { password: "wrong" }))).toBe("rejected after-login");
  });
});
