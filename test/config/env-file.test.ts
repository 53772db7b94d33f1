import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

import { envFileWarnings } from "../../src/config/env-file.ts";
import { useFolder } from "../support/databases.ts";

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
