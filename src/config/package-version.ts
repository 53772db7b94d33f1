import { readFileSync } from "node:fs";
import { join } from "node:path";

import { packageRoot } from "../base/package-root.ts";

export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string };
  return manifest.version;
}
