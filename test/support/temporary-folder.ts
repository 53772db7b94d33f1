import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives a run of the tests a temporary folder of its own, which goes with it however its tests ended. */
export default function setup(): () => void {
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(tmpdir(), "milepost-tests-"));
  // A PostgreSQL that a test starts runs as another user, in a folder of its own in here.
  chmodSync(folder, 0o711);
  process.env["TMPDIR"] = folder;
  return () => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
