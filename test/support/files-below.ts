import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Every file of a folder and of those in it: its path from there, and its bytes. */
export function filesBelow(folder: string): readonly (readonly [name: string, bytes: Buffer])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path), readFileSync(path)] as const);
}
