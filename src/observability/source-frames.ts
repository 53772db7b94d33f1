import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { pathToFileURL } from "node:url";

import { packageRoot } from "../base/package-root.ts";

/** Where `npm run build` puts its output. */
const BUILT = new URL("dist/", pathToFileURL(packageRoot)).href;
const PLACE = /(file:\/\/[^\s()]+):(\d+):(\d+)/;

const maps = new Map<string, SourceMap | undefined>();

/**
 * Returns a stack frame of the built program as one of the sources, without a column; other frames unchanged. Node's
 * own source map support would take a tenth of each start.
 */
export function sourceFrame(frame: string): string {
  return frame.replace(PLACE, (place: string, file: string, line: string, column: string) => {
    const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    // Libraries have no source in the map.
    if (found === undefined || !("originalLine" in found) || typeof found.originalSource !== "string")
      return place;
    return `${new URL(found.originalSource, file).href}:${found.originalLine + 1}`;
  });
}

function mapOf(file: string): SourceMap | undefined {
  if (!file.startsWith(BUILT)) return undefined;
  if (!maps.has(file)) maps.set(file, readMap(new URL(`${file}.map`)));
  return maps.get(file);
}

/** A log that threw here would end the bot, so an unreadable map counts as none. */
function readMap(url: URL): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(url, "utf8")) as ConstructorParameters<typeof SourceMap>[0]);
  } catch {
    return undefined;
  }
}
