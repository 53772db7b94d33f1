import { request } from "undici";
import { expect, test } from "vitest";

import { Secret } from "../../../src/base/secret.ts";
import { parseProfile } from "../../../src/platform/profile/load.ts";
import type { ProfileInput } from "../../../src/platform/profile/schema.ts";
import { DEFAULT_KEY } from "../../../src/playground/platform/server.ts";
import { quietClient } from "../../support/quiet-client.ts";
import { start } from "./support.ts";

test.each(["post", "basic"] as const)(
  "a token of the application lets it in, asked for by %s",
  async (clientAuth) => {
    const platform = await start("neutral", { profile: profileWith({ clientAuth }) });
    const client = quietClient(platform, { apiKey: undefined, clientSecret: new Secret(DEFAULT_KEY) });
    expect(Object.keys((await client.milestonesPublic({})).data).length).toBeGreaterThan(0);
    await client.close();
    await platform.close();
  },
);

test.each([undefined, "Bearer guess"])("%s as Authorization doesn't", async (authorization) => {
  const platform = await start("neutral", { profile: profileWith({}) });
  const headers = authorization === undefined ? {} : { authorization };
  const { statusCode, body } = await request(`${platform.profile.hosts.api}/events`, { headers });
  await body.dump();
  expect(statusCode).toBe(401);
  await platform.close();
});

function profileWith(more: Partial<ProfileInput["clientCredentials"]>) {
  const { profile, faults } = parseProfile(
    JSON.stringify({
      id: "app",
      name: "Harbour",
      hosts: {
        portal: "https://harbour.example",
        api: "https://eu.api.harbour.example/data",
        allow: ["https://login.harbour.example"],
      },
      locale: { default: "en" },
      envelope: { kind: "bare" },
      clientCredentials: { tokenUrl: "https://login.harbour.example/token", clientId: "1", ...more },
      operations: { "milestones.public": { path: "/events" } },
    }),
  );
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  return profile;
}
