import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { packageRoot } from "../../src/base/package-root.ts";

/** What `npm run build` reads, and what runs then. */
const COPIED = ["src", "commands", "package.json", "package-lock.json", "rolldown.config.ts"];

/** A copy of the project that was built, and goes with its folder. */
export interface BuiltCopy {
  readonly folder: string;
  /** Builds it once more, with the configuration in this file. */
  build(config?: string): void;
  remove(): void;
}

/** Builds beside the checkout, which stays as it is: what lies in its `dist` would run from then on. */
export function builtCopy(): BuiltCopy {
  const folder = mkdtempSync(join(tmpdir(), "milepost-built-"));
  for (const name of COPIED)
    cpSync(join(packageRoot, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(packageRoot, "node_modules"), join(folder, "node_modules"));
  const build = (config = "rolldown.config.ts") =>
    void execFileSync(join(folder, "node_modules/.bin/rolldown"), ["-c", config], {
      cwd: folder,
      stdio: "pipe",
    });
  build();
  return { folder, build, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
