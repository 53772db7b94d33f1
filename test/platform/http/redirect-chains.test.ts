import * as fc from "fast-check";
import { expect, test } from "vitest";

import { isMilepostError } from "../../../src/base/errors.ts";
import { Secret } from "../../../src/base/secret.ts";
import { headersBy } from "../../../src/platform/http/headers.ts";
import type { PlatformRequest } from "../../../src/platform/http/request.ts";
import { createDispatcher, transport } from "../../../src/platform/http/transport.ts";
import { resolveHosts } from "../../../src/platform/profile/hosts.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";
import { serve, type Seen } from "../support/served.ts";

/** Raise it for a long run: `FUZZ_RUNS=20000 vitest run test/platform/http/redirect-chains`. */
const numRuns = Number(process.env["FUZZ_RUNS"] ?? 300);

/** Ways to write where a hop leads; `to` is an origin, `path` begins with a slash. */
const spellings: readonly ((to: URL, path: string) => string)[] = [
  (to, path) => `${to.origin}${path}`,
  (to, path) => `//${to.host}${path}`,
  (to, path) => `/\\${to.host}${path}`,
  (to, path) => `\\\\${to.host}${path}`,
  (to, path) => `HTTP://${to.host}${path}`,
  (to, path) => `http:${to.host}${path}`,
  (to, path) => `http:/${to.host}${path}`,
  (to, path) => `http:\\\\${to.host}${path}`,
  (to, path) => `http://portal.example@${to.host}${path}`,
  (to, path) => `http://${to.host}#@127.0.0.1${path}`,
  (to, path) => `http://${to.host}/Platform/..${path}`,
  (to, path) => `\t${to.origin}${path} `,
  (to, path) => `https://${to.host}${path}`,
  (_to, path) => path,
  (_to, path) => `.${path}`,
  (_to, path) => `../../..${path}`,
  (_to, path) => `?${path}`,
  () => "javascript:alert(1)",
  () => "file:///etc/passwd",
  () => "http://",
  () => "",
];

const hop = fc.record({
  server: fc.nat({ max: 3 }),
  spelling: fc.nat({ max: spellings.length - 1 }),
  status: fc.constantFrom(301, 302, 303, 307, 308),
  isInApi: fc.boolean(),
});

test("no chain of redirects takes the key, a cookie or a body to a foreign origin", async () => {
  let chain: readonly { readonly location: string; readonly status: number }[] = [];
  let next = 0;
  const answer = (_: Seen, response: Parameters<Parameters<typeof serve>[0]>[1]) => {
    const step = chain[next++];
    if (step === undefined) response.end("{}");
    else response.writeHead(step.status, { location: step.location, "set-cookie": "session=planted" }).end();
  };
  await using api = await serve(answer);
  await using beside = await serve(answer);
  await using allowed = await serve(answer, "127.0.0.2");
  await using foreign = await serve(answer, "127.0.0.3");
  const servers = [api, beside, allowed, foreign];
  const neutral = loadProfile("neutral", { baseUrl: api.origin });
  const profile = { ...neutral, hosts: { ...neutral.hosts, allow: [allowed.origin] } };
  const hosts = resolveHosts(profile);
  const apiKey = new Secret("canary-key");
  const headersFor = headersBy({ profile, hosts, apiKey, version: "1" });
  const dispatcher = createDispatcher(4);
  const send = transport({ dispatcher, headersFor, allowed: hosts.allowed });
  const session = { cookie: () => "session=canary-cookie", csrf: () => "canary-csrf" };
  const classes = fc.constantFrom<PlatformRequest["class"]>("public", "private", "file", "page", "picture");

  const property = fc.asyncProperty(
    fc.array(hop, { maxLength: 7 }),
    classes,
    fc.boolean(),
    async (hops, kind, isPost) => {
      for (const server of servers) server.seen.length = 0;
      next = 0;
      chain = hops.map(({ server, spelling, status, isInApi }, index) => {
        const to = new URL(servers[server]?.origin ?? api.origin);
        const path = `${isInApi ? "/Platform" : ""}/hop/${index}`;
        return { status, location: spellings[spelling]?.(to, path) ?? path };
      });
      const outcome = await send({
        operation: "chained",
        class: kind,
        method: isPost ? "POST" : "GET",
        ...(isPost ? { body: '{"secret":"canary-body"}' } : {}),
        url: new URL("/Platform/start", api.origin),
        envelope: "bare",
        maxBytes: 1_000,
        signal: AbortSignal.timeout(5_000),
        ...(kind === "private" ? { session } : {}),
      }).then(
        () => "answered",
        (error: unknown) => (isMilepostError(error) ? "refused" : error),
      );
      expect(["answered", "refused"]).toContain(outcome);
      expect(JSON.stringify([beside.seen, foreign.seen])).toBe("[[],[]]");
      expect(JSON.stringify(allowed.seen)).not.toContain("canary");
      expect(kind === "file" || kind === "picture" ? [] : allowed.seen).toEqual([]);
      expect(kind === "picture" ? JSON.stringify(api.seen.map(({ headers }) => headers)) : "").not.toContain(
        "canary",
      );
      const outside = api.seen.filter(({ url }) => !/^\/Platform(?:\/|$)/.test(url));
      expect(JSON.stringify(outside)).not.toContain("canary");
      expect(api.seen.length + allowed.seen.length).toBeLessThanOrEqual(6);
    },
  );
  await fc.assert(property, { numRuns });
  await dispatcher.destroy();
}, 600_000);
