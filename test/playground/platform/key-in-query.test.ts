import { expect, test } from "vitest";

import { Secret } from "../../../src/base/secret.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";
import { DEFAULT_KEY } from "../../../src/playground/platform/server.ts";
import { quietClient } from "../../support/quiet-client.ts";
import { start } from "./support.ts";

test.each([
  [DEFAULT_KEY, "answers"],
  ["guess", "platform-key"],
])("the key %s in the query: %s", async (key, outcome) => {
  const neutral = loadProfile("neutral");
  const profile = { ...neutral, headers: { ...neutral.headers, apiKeyQuery: "api_key" } };
  const platform = await start("neutral", { profile });
  const client = quietClient(platform, { apiKey: new Secret(key) });
  const asked = client.milestonesPublic({}).then(
    () => "answers",
    (error: unknown) => (error as { code: unknown }).code,
  );
  expect(await asked).toBe(outcome);
  await client.close();
  await platform.close();
});
