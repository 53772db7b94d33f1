import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { signInProfile } from "../../../src/features/account/link/show-guide.ts";
import { parseProfile } from "../../../src/platform/profile/load.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";
import { type Running, start, today } from "../../playground/platform/support.ts";
import { signInAt, told } from "../../sign-in/support.ts";

const SECRET = "canary-of-the-operator";

/** As an operator might write it: something that nobody else is to know wherever a text is taken. */
function withSecrets(profile: Profile): Profile {
  const operations = Object.entries(profile.operations).map(([id, operation]) => [
    id,
    { ...operation, query: { key: SECRET }, path: `${operation?.path ?? ""}/${SECRET}` },
  ]);
  const providers = Object.entries(profile.providers).map(([id, provider]) => [
    id,
    { ...provider, clientId: SECRET, scope: SECRET },
  ]);
  return {
    ...profile,
    headers: { ...profile.headers, apiKeyValue: `${SECRET} {key}`, more: { "x-partner": SECRET } },
    operations: Object.fromEntries(operations) as Profile["operations"],
    providers: Object.fromEntries(providers) as Profile["providers"],
    links: { profile: `{portal}/${SECRET}/{membershipId}` },
    renames: { GeneralUser: { displayName: SECRET } },
  };
}

describe("the profile that members are handed", () => {
  let platform: Running;
  beforeAll(async () => {
    platform = await start("neutral", today());
  });
  afterAll(() => platform.close());

  it("holds nothing a sign-in doesn't need, and no secret of the operator's", () => {
    const handed = JSON.stringify(signInProfile(withSecrets(platform.profile)));
    expect(handed).not.toContain(SECRET);
    expect(parseProfile(handed).faults).toEqual([]);
  });

  it.each(["ProviderA", "ProviderB"] as const)("is all that a sign-in at %s needs", async (provider) => {
    const { profile } = parseProfile(JSON.stringify(signInProfile(platform.profile)));
    if (profile === undefined) throw new Error("the handed profile can't be read");
    expect(told(await signInAt(profile, provider, { apiKey: undefined }))).toBe("signed-in page");
  });
});
