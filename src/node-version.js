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
    `Milepost needs Node ${NEEDED.join(".")} or later, and this is ${process.versions.node}. ` +
      "On Linux and Windows, `npm ci` brings its own: start with `npm start`, and say " +
      "`npx --no-install milepost` for the tools. Elsewhere, " +
      "install a newer one.\n",
  );
  process.exit(1);
}
