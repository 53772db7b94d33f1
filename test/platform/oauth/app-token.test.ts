import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MINUTE_MS } from "../../../src/base/duration.ts";
import { int64 } from "../../../src/base/int64.ts";
import { silentLog } from "../../../src/base/log.ts";
import { noMetrics } from "../../../src/base/metrics.ts";
import { Secret } from "../../../src/base/secret.ts";
import { createPlatformClient } from "../../../src/platform/create-client.ts";
import type { PlatformClient } from "../../../src/platform/client.ts";
import { parseProfile } from "../../../src/platform/profile/load.ts";
import type { ProfileInput } from "../../../src/platform/profile/schema.ts";
import {
  ADA,
  type AuthorizationServer,
  startAuthorizationServer,
} from "../../support/authorization-server.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { CLIENT_SECRET } from "../../support/token-platform.ts";
import { failed, failureOf, serve, wrapped } from "../support/served.ts";

const LIVES = 600;
const user = { membershipId: int64(ADA) };

let server: AuthorizationServer;
let clock: ManualClock;
let client: PlatformClient;

beforeEach(async () => {
  server = await startAuthorizationServer({ lives: LIVES });
  clock = new ManualClock();
  client = connect();
});
afterEach(async () => {
  await client.close();
  await server.close();
});

function connect(
  credentials: Partial<ProfileInput["clientCredentials"]> = {},
  clientSecret: Secret | null = new Secret(CLIENT_SECRET),
  more: Partial<ProfileInput> = {},
): PlatformClient {
  const { profile, faults } = parseProfile(
    JSON.stringify({
      id: "app",
      name: "Harbour",
      hosts: { portal: server.url, api: "{portal}/api" },
      locale: { default: "en" },
      envelope: { kind: "bare" },
      limits: { concurrency: 2, freshSeconds: 1 },
      clientCredentials: { tokenUrl: "{portal}/token", clientId: "milepost", ...credentials },
      operations: { "user.byId": { path: "/users/{membershipId}" } },
      ...more,
    }),
  );
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  return createPlatformClient({
    profile,
    apiKey: undefined,
    clientSecret: clientSecret ?? undefined,
    clock,
    random: () => 0.01,
    log: silentLog,
    metrics: noMetrics,
    version: "0.0.0",
  });
}

/** Asks for somebody nobody asked for before. */
let next = 1;
const ask = () => client.userById({ membershipId: int64(String((next += 1))) });

const authorizations = () => server.headers.map(({ authorization = "" }) => authorization.split(" ")[0]);

describe("a service that wants a token of the application", () => {
  it("is asked for one, once, by whoever comes first", async () => {
    const answers = await Promise.all([client.userById(user), ask(), ask()]);
    expect(answers[0].data.membershipId).toBe(ADA);
    expect(server.asked.map((form) => [form.get("grant_type"), form.get("client_id")])).toEqual([
      ["client_credentials", "milepost"],
    ]);
    expect(authorizations()).toEqual(["", "Bearer", "Bearer", "Bearer"]);
  });

  it("is asked anew before the token ends", async () => {
    await ask();
    clock.at += (LIVES - 61) * 1_000;
    await ask();
    expect(server.asked).toHaveLength(1);
    clock.at += 2_000;
    await ask();
    await expect.poll(() => server.asked.length).toBe(2);
  });

  it("is asked with what is left, where it gives no other", async () => {
    await ask();
    server.front.onToken = (_, response) => {
      response.writeHead(503).end();
      return true;
    };
    clock.at += (LIVES - 30) * 1_000;
    await ask();
    clock.at += 31_000;
    expect((await failureOf(ask())).code).toBe("platform-maintenance");
  });

  it("is asked with what is left while it doesn't answer", async () => {
    await ask();
    server.front.onToken = () => true;
    clock.at += (LIVES - 30) * 1_000;
    await ask();
    expect(authorizations().at(-1)).toBe("Bearer");
  });

  it("is asked for another one once, where it refuses the one it gave", async () => {
    await ask();
    clock.at += 2 * MINUTE_MS;
    server.front.refused = tokenSent();
    await ask();
    expect(server.asked).toHaveLength(2);
    server.front.refused = tokenSent();
    expect(await failureOf(ask())).toMatchObject({ code: "platform-key", details: { status: 401 } });
    expect(server.asked).toHaveLength(2);
  });

  it("is asked for another one once, where its envelope refuses the one it gave", async () => {
    await client.close();
    const envelope: ProfileInput["envelope"] = { kind: "wrapped", classes: { signIn: [99] } };
    let refused = "";
    await using api = await serve(({ headers }, response) =>
      response.end(headers.authorization === refused ? failed(99) : wrapped({ membershipId: ADA })),
    );
    client = connect({}, new Secret(CLIENT_SECRET), {
      hosts: { portal: server.url, api: api.origin },
      envelope,
    });
    await ask();
    clock.at += 2 * MINUTE_MS;
    refused = api.seen[0]?.headers.authorization ?? "";
    await ask();
    expect(server.asked).toHaveLength(2);
    expect(api.seen).toHaveLength(3);
  });

  it("is asked for another one once by all whom it refuses", async () => {
    await ask();
    clock.at += 2 * MINUTE_MS;
    server.front.refused = tokenSent();
    await Promise.all([ask(), ask(), ask()]);
    expect(server.asked).toHaveLength(2);
  });

  it("isn't asked again at once where it refuses the application", async () => {
    await client.close();
    client = connect({}, new Secret("CANARYwrongCANARY"));
    const failures = [await failureOf(ask()), await failureOf(ask())];
    expect(failures).toMatchObject([
      {
        code: "platform-key",
        details: { operation: "user.byId", reason: expect.stringContaining("clientCredentials") },
      },
      { code: "platform-key" },
    ]);
    expect(server.asked).toHaveLength(1);
    expect(JSON.stringify(failures)).not.toContain("CANARY");
    clock.at += MINUTE_MS;
    await failureOf(ask());
    expect(server.asked).toHaveLength(2);
  });

  it.each([
    ["has no token endpoint there", 404],
    ["finds the request bad", 400],
    ["answers with something else", 200],
  ])("isn't asked again for a minute where it %s", async (_what, status) => {
    server.front.onToken = (_, response) => {
      response.writeHead(status).end("<p>nothing here</p>");
      return true;
    };
    await failureOf(ask());
    clock.at += MINUTE_MS - 1;
    expect(await failureOf(ask())).toMatchObject({ code: "platform-unavailable", details: { status } });
    expect(server.asked).toHaveLength(1);
    clock.at += 1;
    await failureOf(ask());
    expect(server.asked).toHaveLength(2);
  });

  it("is asked again soon where it fails", async () => {
    server.front.onToken = (_, response) => {
      response.writeHead(502).end();
      return true;
    };
    await failureOf(ask());
    clock.at += 2_000;
    await failureOf(ask());
    expect(server.asked).toHaveLength(2);
  });

  it("isn't asked at all without a secret", async () => {
    await client.close();
    client = connect({}, null);
    expect((await failureOf(ask())).details.reason).toBe("PLATFORM_CLIENT_SECRET is not set");
    expect(server.asked).toEqual([]);
  });

  it("is told scope and further members, and the secret as HTTP Basic", async () => {
    server.front.onToken = (_, response) => {
      response.end(JSON.stringify({ access_token: "of-a-kind", token_type: "bearer" }));
      return true;
    };
    await client.close();
    client = connect({
      clientAuth: "basic",
      scope: "public read",
      more: { audience: "https://api.example" },
    });
    await failureOf(ask());
    expect(Object.fromEntries(server.asked[0] ?? [])).toEqual({
      grant_type: "client_credentials",
      scope: "public read",
      audience: "https://api.example",
    });
    expect(authorizations()).toEqual(["Basic", "Bearer"]);
  });
});

function tokenSent(): string {
  return server.headers.at(-1)?.authorization?.replace("Bearer ", "") ?? "";
}
