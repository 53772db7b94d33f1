// Plain JavaScript: this runs before anything that an old Node could not read, which may lack this function, too.
const fs = process.getBuiltinModule?.("node:fs");
const url = process.getBuiltinModule?.("node:url");

/** `npm run build` writes a folder of its own in it each time: a bot that runs goes on loading from the one before. */
export const BUILDS = new URL("../dist/", import.meta.url);
const root = url?.fileURLToPath(new URL("../", import.meta.url));

/** Beside them: the last build, and the marks of the files it was made from. It is written last. */
export const MARKS = new URL("made-from.json", BUILDS);

/** Returns what differs once a file of the project was changed, in whole seconds, since images keep no more of a time. */
export function markOf(file) {
  const found = fs.statSync(root + file, { throwIfNoEntry: false });
  return found && `${found.size} ${Math.floor(found.mtimeMs / 1_000)}`;
}

/** Returns the name of the last build, and whether its files are what they were; nothing where there is none. */
export function lastBuild() {
  try {
    const { build, madeFrom } = JSON.parse(fs.readFileSync(MARKS, "utf8"));
    return { build, isCurrent: Object.entries(madeFrom).every(([file, mark]) => markOf(file) === mark) };
  } catch {
    // Not there, or torn: the sources can always run.
    return {};
  }
}

/** Returns the address of the built program; undefined where there is none, or one of other files than there are now. */
export function builtProgram() {
  const { build, isCurrent } = lastBuild();
  return isCurrent ? new URL(`${build}/main.js`, BUILDS).href : undefined;
}
