import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, it } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";

/** Of two frames, as a project says them whose built program has this map. */
function framesWith(map: string | undefined): unknown {
  const project = mkdtempSync(join(tmpdir(), "milepost-frames-"));
  for (const file of ["src/observability/source-frames.ts", "src/base/package-root.ts"])
    cpSync(join(packageRoot, file), join(project, file));
  writeFileSync(join(project, "package.json"), `{"type":"module"}`);
  mkdirSync(join(project, "dist"));
  if (map !== undefined) writeFileSync(join(project, "dist/main.js.map"), map);
  const frame = `run (${pathToFileURL(join(project, "dist/main.js")).href}:1:1)`;
  const script = `
    import { sourceFrame } from "./src/observability/source-frames.ts";
    console.log(JSON.stringify([1, 2].map(() => sourceFrame(${JSON.stringify(frame)}))));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: project });
  const told = said.toString().replaceAll(pathToFileURL(project).href, "");
  return JSON.parse(told);
}

it("says the line of the sources", () => {
  const map = { version: 3, sources: ["../src/main.ts"], names: [], mappings: "AAEA" };
  const frame = "run (/src/main.ts:3)";
  expect(framesWith(JSON.stringify(map))).toEqual([frame, frame]);
});

it.each([
  ["isn't there", undefined],
  ["is torn", `{"version":3,"sour`],
  ["is no map", "null"],
  ["lacks its sources", `{"version":3,"mappings":"AAEA"}`],
])("leaves a frame as it is where its map %s", (_, map) => {
  const frame = "run (/dist/main.js:1:1)";
  expect(framesWith(map)).toEqual([frame, frame]);
});
