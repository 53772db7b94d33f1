import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { packageRoot } from "../src/base/package-root.ts";

const isOld = (node: string) => {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return /^v(1[89]|2[01])\./.test(stdout ?? "");
};
const oldNode = ["/usr/bin/node", "/usr/local/bin/node"].find(isOld);
const entries = ["src/start.js", "src/cli/milepost.js"];

describe("the entries an old Node reads", () => {
  it.each([...entries, "src/node-version.js", "src/built.js"])(
    "%s takes no name out of a module that may lack it",
    (file) => {
      const text = readFileSync(join(packageRoot, file), "utf8");
      expect(text).not.toMatch(/^import \{[^}]*\} from "node:/m);
    },
  );

  it.skipIf(oldNode === undefined).each(entries)("%s says in one sentence which Node it needs", (file) => {
    const { status, stderr } = spawnSync(oldNode ?? "", [join(packageRoot, file)], { encoding: "utf8" });
    expect(stderr).toMatch(/^Milepost needs Node 22\.19 or later, and this is \S+ [^\n]*\n$/);
    expect(status).toBe(1);
  });

  it.each(entries)("%s says plainly when .env can't be read", (file) => {
    const folder = mkdtempSync(join(tmpdir(), "milepost-env-"));
    mkdirSync(join(folder, ".env"));
    const started = spawnSync(process.execPath, [join(packageRoot, file)], { cwd: folder, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(started.stderr).toMatch(/^The settings file \.env can't be read[^\n]*\n$/);
    expect(started.status).toBe(file === "src/start.js" ? 78 : 1);
  });

  it("src/start.js keeps compiled code out of the shared folder for temporary files", () => {
    const folder = mkdtempSync(join(tmpdir(), "milepost-cache-"));
    mkdirSync(join(folder, ".env"));
    const env = { PATH: process.env["PATH"], TMPDIR: folder };
    spawnSync(process.execPath, [join(packageRoot, "src/start.js")], { cwd: folder, env });
    const left = readdirSync(folder);
    rmSync(folder, { recursive: true });
    expect(left).toEqual([".env"]);
    expect(existsSync(join(packageRoot, "node_modules/.cache/milepost"))).toBe(true);
  });
});
