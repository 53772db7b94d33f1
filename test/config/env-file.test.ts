import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect, it, describe } from "vitest";

import { envFileWarnings } from "../../src/config/env-file.ts";
import { useFolder } from "../support/databases.ts";
import { refusePlaygroundBesideRealData } from "../../src/config/playground-guard.ts";

const folder = useFolder();

it.each([
  [0o600, 0],
  [0o400, 0],
  [0o640, 1],
  [0o604, 1],
  [0o644, 1],
])("a settings file of mode %o is warned of %i times", (mode, count) => {
  const file = path.join(folder.path, ".env");
  writeFileSync(file, "DISCORD_TOKEN=x");
  chmodSync(file, mode);
  expect(envFileWarnings(file)).toHaveLength(count);
});

it("no settings file is nothing to warn of", () => {
  expect(envFileWarnings(path.join(folder.path, "none"))).toEqual([]);
});

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
