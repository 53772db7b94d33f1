import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { declaredMetrics } from "../../src/observability/metrics.ts";
import { allowedFields } from "../../src/observability/log.ts";

const sources = globSync("{src,commands}/**/*.ts", { cwd: packageRoot }).map((file) => ({
  file,
  text: readFileSync(path.join(packageRoot, file), "utf8"),
}));

/** What the first group of a pattern finds, with the file it stands in. */
function found(pattern: RegExp): readonly (readonly [file: string, text: string])[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map((match) => [file, match[1] ?? ""] as const),
  );
}

describe("the source", () => {
  it("counts only metrics that are declared", () => {
    const names = new Set(declaredMetrics.map(({ name }) => name));
    const used = found(/\bmetrics\.(?:count|observe|gauge)\(\s*"([^"]+)"/g);
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter(([, name]) => !names.has(name))).toEqual([]);
  });

  it("logs only fields that are allowed", () => {
    const calls = found(/\blog\.(?:debug|info|warn|error)\(\s*["'`][^"'`]*["'`],\s*\{([^{}]*)\}/g);
    const fields = calls.flatMap(([file, members]) =>
      [...members.matchAll(/(?:^|,)\s*([A-Za-z]\w*)\s*(?=[:,]|$)/g)].map(
        (match) => [file, match[1] ?? ""] as const,
      ),
    );
    expect(fields.length).toBeGreaterThan(10);
    expect(fields.filter(([, name]) => !allowedFields.has(name))).toEqual([]);
  });
});
