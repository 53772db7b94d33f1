import { readFile, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface StaticFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const PAGE_FOLDER = fileURLToPath(new URL("./page/", import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * Every file of the page, by its path below the page's folder; "" is the page itself. What is served is this
 * list and nothing else, so no path can lead out of the folder.
 */
export async function readPage(folder = PAGE_FOLDER): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length).replaceAll("\\", "/");
    files.set(name, { type, bytes: await readFile(path) });
  }
  const index = files.get("index.html");
  if (index !== undefined) files.set("", index);
  return files;
}
