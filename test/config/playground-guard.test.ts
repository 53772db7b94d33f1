import { describe, expect, it } from "vitest";

import { refusePlaygroundBesideRealData } from "../../src/config/playground-guard.ts";

describe("the playground", () => {
  it.each([
    { DATABASE_URL: "file:/srv/milepost/milepost.db" },
    { DATABASE_URL: "postgres://127.0.0.1/milepost" },
    { MILEPOST_KEYRING_FILE: "/keys/keyring" },
    { CREDENTIALS_DIRECTORY: "/run/credentials/milepost" },
  ])("does not start beside %o, and says what to do", (env) => {
    const [name = "", value = ""] = Object.entries(env)[0] ?? [];
    const refused = () => refusePlaygroundBesideRealData(env);
    const reason = expect.stringMatching(new RegExp(`^${name} .*DISCORD_TOKEN`)) as string;
    const naming = expect.stringContaining(value) as string;
    expect(refused).toThrowError(expect.objectContaining({ code: "bad-settings", details: { reason } }));
    expect(refused).not.toThrowError(expect.objectContaining({ details: { reason: naming } }));
  });

  it.each([
    {},
    { DATABASE_URL: "" },
    { DATABASE_URL: ":memory:" },
    { DATABASE_URL: "file:./data/milepost.db" },
  ])("starts with %o", (env) => {
    expect(() => refusePlaygroundBesideRealData(env)).not.toThrow();
  });
});
