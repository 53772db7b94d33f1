import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

export interface StaticFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const PAGE_FOLDER = fileURLToPath(new URL("./page/", import.meta.url));
const STRIPS_WITHIN_MS = 20_000;
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".ts": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Returns the page's files by path below its folder; "" is the page. Nothing else is served. */
export async function readPage(folder = PAGE_FOLDER): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length).replaceAll("\\", "/");
    files.set(name, { type, bytes: await readFile(path) });
  }
  await stripScripts(files);
  const index = files.get("index.html");
  if (index !== undefined) files.set("", index);
  return files;
}

/** Strips the types from all scripts, as Node does: lines and columns stay the same. */
async function stripScripts(files: Map<string, StaticFile>): Promise<void> {
  const scripts = [...files].filter(([name]) => name.endsWith(".ts"));
  const worker = new Worker(new URL("strip-types.ts", import.meta.url), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: {},
    workerData: scripts.map(([, { bytes }]) => bytes.toString()),
  });
  try {
    const signal = AbortSignal.timeout(STRIPS_WITHIN_MS);
    const [stripped] = (await once(worker, "message", { signal })) as [readonly string[]];
    for (const [index, [name, file]] of scripts.entries())
      files.set(name, { ...file, bytes: Buffer.from(stripped[index] ?? "") });
  } finally {
    await worker.terminate();
  }
}
