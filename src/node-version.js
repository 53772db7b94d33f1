// Plain JavaScript: this runs before anything that an old Node could not read.

const NEEDED = [22, 19];

/** Whether this Node can run Milepost; `engines` of package.json is for the one that starts it, which may be older. */
function isNodeRecent(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/** Ends the process with one sentence when this Node is too old. */
export function requireRecentNode() {
  if (isNodeRecent()) return;
  process.stderr.write(
    `Milepost needs Node ${NEEDED.join(".")} or later, and this is Node ${process.versions.node}. ` +
      "Start it with `npm start` after `npm ci`, which brings its own Node on Linux and Windows, " +
      "or install a newer Node.\n",
  );
  process.exit(1);
}
