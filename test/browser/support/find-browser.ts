import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Returns the path of a browser of this machine by one of its names; undefined when there is none, and tests that
 * need it are skipped. Throws instead where MILEPOST_REQUIRE_BROWSER=1 says that none may be.
 */
export function findBrowser(names: readonly [string, ...string[]]): string | undefined {
  const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter).filter(Boolean)];
  const found = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  if (found === undefined && process.env["MILEPOST_REQUIRE_BROWSER"] === "1") {
    throw new Error(`MILEPOST_REQUIRE_BROWSER=1, and no ${names[0]} is on the PATH`);
  }
  return found;
}
