import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { systemCode } from "../../src/base/system-code.ts";

/** Every file of a folder and of those in it: its path from there, and its bytes. */
export function filesBelow(folder: string): readonly (readonly [name: string, bytes: Buffer])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => {
      const bytes = bytesOf(path);
      return bytes === undefined ? [] : [[relative(folder, path), bytes] as const];
    });
}

/** Undefined: it was renamed or deleted meanwhile, as drafts are. */
function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
