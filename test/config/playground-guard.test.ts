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
    expect(refused).toThrowError(expect.objectContaining({ code: "bad-settings" }));
    try {
      refused();
    } catch (error) {
      const { reason } = (error as { details: { reason: string } }).details;
      expect(reason).toContain(name);
      expect(reason).toContain("DISCORD_TOKEN");
      expect(reason).not.toContain(value);
    }
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
