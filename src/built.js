// Plain JavaScript: this runs before anything that an old Node could not read.
import fs from "node:fs";
import url from "node:url";

/** The folder `npm run build` writes. */
const built = new URL("../dist/", import.meta.url);
const root = url.fileURLToPath(new URL("../", import.meta.url));

/** Beside what was built: the marks of the files it was made from. It is written last. */
export const MARKS = "made-from.json";

/** Returns what differs once a file of the project was changed, in whole seconds, since images keep no more of a time. */
export function markOf(file) {
  const found = fs.statSync(root + file, { throwIfNoEntry: false });
  return found && `${found.size} ${Math.floor(found.mtimeMs / 1_000)}`;
}

/** Returns the address of the built program; undefined where there is none, or one of other files than there are now. */
export function builtProgram() {
  try {
    const madeFrom = Object.entries(JSON.parse(fs.readFileSync(new URL(MARKS, built), "utf8")));
    const isCurrent = madeFrom.every(([file, mark]) => markOf(file) === mark);
    return isCurrent ? new URL("main.js", built).href : undefined;
  } catch {
    // Not there, or torn: the sources can always run.
    return undefined;
  }
}
