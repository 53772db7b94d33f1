import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { packageRoot } from "../src/base/package-root.ts";

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const read = (path: string) => readFileSync(join(packageRoot, path), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
  engines: Record<string, string>;
  scripts: { start: string; build: string; prepare: string };
};
const locked = (JSON.parse(read("package-lock.json")) as { packages: Record<string, LockedPackage> })
  .packages;

/** Lowest versions without known advisories, checked offline. */
const FLOORS: readonly (readonly [name: string, range: "any" | `${number}`, floor: string])[] = [
  ["undici", "6", "6.28.0"],
  ["undici", "8", "8.9.0"],
  ["ws", "any", "8.21.1"],
];

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

function isAtLeast(version: string, floor: string): boolean {
  const [a = [], b = []] = [version, floor].map((text) => text.split(".").map(Number));
  for (const index of [0, 1, 2]) {
    if ((a[index] ?? 0) !== (b[index] ?? 0)) return (a[index] ?? 0) > (b[index] ?? 0);
  }
  return true;
}

describe("the lockfile", () => {
  it("holds every platform package that a locked package names, so that npm ci misses none", () => {
    const missing = Object.entries(locked).flatMap(([path, found]) =>
      Object.keys(found.optionalDependencies ?? {})
        .filter((name) => !Object.keys(locked).some((other) => nameOf(other) === name))
        .map((name) => `${path || "the project"} needs ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("names no registry and pins the bytes of every package", () => {
    const packages = Object.entries(locked).filter(([path]) => path !== "");
    expect(packages.length).toBeGreaterThan(50);
    expect(packages.filter(([, found]) => found.resolved !== undefined).map(([path]) => path)).toEqual([]);
    expect(packages.filter(([, found]) => found.integrity === undefined).map(([path]) => path)).toEqual([]);
  });

  // `npm start` brings the Node that packages need. npm compares them with the one it runs on itself, and a newcomer
  // read a screen of warnings that nothing follows from. npm leaves entries without `engines` as they are.
  it("asks no more of the Node that npm ci runs on than package.json does", () => {
    const asking = Object.entries(locked).filter(
      ([path, { engines }]) => path !== "" && engines !== undefined,
    );
    expect(asking.map(([path]) => `delete "engines" of ${path} from package-lock.json`)).toEqual([]);
    expect(locked[""]?.engines).toEqual(manifest.engines);
  });

  it("holds no package below its advisory floor", () => {
    const low = Object.entries(locked).flatMap(([path, { version = "0.0.0" }]) =>
      FLOORS.filter(
        ([name, major]) => nameOf(path) === name && (major === "any" || version.startsWith(`${major}.`)),
      )
        .filter(([, , floor]) => !isAtLeast(version, floor))
        .map(([name, , floor]) => `${name} ${version} is below ${floor}`),
    );
    expect(low).toEqual([]);
  });

  it("decides about every install script", () => {
    const undecided = Object.entries(locked)
      .filter(([, found]) => found.hasInstallScript)
      .map(([path]) => nameOf(path))
      .filter((name) => !(name in manifest.allowScripts) && name !== "fsevents");
    expect(undecided).toEqual([]);
  });
});

describe("package.json", () => {
  it("pins every dependency to one version", () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it("names each dependency with its reason in src/README.md", () => {
    const page = read("src/README.md");
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(Object.keys(all).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("npm ci", () => {
  it("builds the bot at its end, and is well where nothing can be built", () => {
    const { prepare, build } = manifest.scripts;
    expect(prepare.startsWith(`${build} >`)).toBe(true);
    const folder = mkdtempSync(join(tmpdir(), "milepost-prepare-"));
    mkdirSync(join(folder, "node_modules"));
    const { status, stdout } = spawnSync(prepare, { shell: true, cwd: folder, encoding: "utf8" });
    expect([status, stdout.trim()]).toEqual([
      0,
      "Nothing was built: npm start runs the last build, or the sources.",
    ]);
    rmSync(folder, { recursive: true });
  });
});

describe("the container", () => {
  it("has what draws the cards, which npm takes for optional", () => {
    const drawing = Object.entries(locked["node_modules/@takumi-rs/core"]?.optionalDependencies ?? {});
    expect(drawing.length).toBeGreaterThan(0);
    expect(read("Dockerfile")).not.toContain("--omit=optional");
  });

  it("has what was built", () => {
    expect(read("Dockerfile")).toMatch(/^RUN npm run build$[^]*^COPY --from=bundle \/app\/dist dist$/m);
    // As a start looks at each file it was built of.
    expect(read("Dockerfile").split("--from=bundle")[1]).toMatch(/^COPY rolldown\.config\.ts LICENSE \.\/$/m);
  });

  it("starts the bot with what npm start starts it with", () => {
    const command = /^CMD (.*)$/m.exec(read("Dockerfile"))?.[1] ?? "[]";
    expect((JSON.parse(command) as string[]).join(" ")).toBe(manifest.scripts.start);
  });
});

describe("the project's files", () => {
  it("name no machine's paths and no package registry", () => {
    const paths = globSync(
      ["*.md", "*.json", ".ci/*", ".github/*", "src/**/*", "commands/**/*", "test/**/*"],
      { cwd: packageRoot, exclude: ["**/*.png", "package-lock.json"] },
    ).filter((path) => /\.(md|json|ts|js|css|html)$|\.ci/.test(path) && path !== "test/package.test.ts");
    const banned = /registry\.npmjs|npmjs\.(com|org)|\/root\/|\/work\/(main|shared)/;
    expect(paths.filter((path) => banned.test(read(path)))).toEqual([]);
  });
});
