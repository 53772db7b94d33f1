import { describe, expect, it } from "vitest";

import { importsOf, modules, reachableFrom } from "./support/import-graph.ts";

/**
 * The layers, lowest first, and what each may import beside itself. A trailing slash is left out on purpose:
 * a name stands for the folder and everything in it, or for one file.
 */
const LAYERS: Record<string, readonly string[]> = {
  "src/base": [],
  "src/config": ["src/base"],
  "src/observability": ["src/base"],
  "src/messages": ["src/base"],
  "src/storage": ["src/base"],
  "src/platform": ["src/base"],
  "src/sign-in": ["src/base", "src/platform"],
  "src/sessions": ["src/base", "src/platform", "src/storage"],
  "src/definitions": ["src/base", "src/platform", "src/storage"],
  "src/game": ["src/base", "src/platform/resources", "src/platform/profile/schema.ts"],
  "src/reminders": ["src/base", "src/storage"],
  "src/discord": ["src/base", "src/messages"],
  "src/views": [
    "src/base",
    "src/game",
    "src/discord/build.ts",
    "src/discord/pages.ts",
    "src/discord/permissions.ts",
    "src/discord/reply.ts",
    "src/messages",
  ],
  "src/app": [
    "src/base",
    "src/storage",
    "src/platform",
    "src/sessions",
    "src/definitions",
    "src/reminders",
    "src/game",
    "src/discord",
    "src/views",
    "src/messages",
  ],
  commands: ["src/base", "src/app", "src/discord", "src/game", "src/views"],
  "src/playground": ["src/base", "src/platform/profile", "src/platform/resources"],
  "src/cli": [
    "src/base",
    "src/config",
    "src/observability",
    "src/messages",
    "src/storage",
    "src/platform",
    "src/sign-in",
    "src/sessions",
    "src/definitions",
    "src/discord",
    "src/node-version.js",
  ],
  "src/node-version.js": [],
};

/** The wiring may import everything but these. */
const WIRING = ["src/start.js", "src/main.ts", "src/compose.ts", "src/wire"];
const NEVER_WIRED = ["src/sign-in"];

const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
const layerOf = (path: string) => Object.keys(LAYERS).find((layer) => isIn(path, layer));

function strayImports(path: string): string[] {
  const own = importsOf(path).filter((found) => /^(src|commands|test)\b/.test(found.to));
  if (WIRING.some((place) => isIn(path, place))) {
    return own.filter((found) => NEVER_WIRED.some((place) => isIn(found.to, place))).map((found) => found.to);
  }
  const layer = layerOf(path);
  if (layer === undefined) return ["(this file belongs to no layer)"];
  const allowed = [layer, ...(LAYERS[layer] ?? [])];
  return own.filter((found) => !allowed.some((place) => isIn(found.to, place))).map((found) => found.to);
}

describe("the layers", () => {
  it("are seen: the check reads the modules and their imports", () => {
    expect(modules().length).toBeGreaterThan(50);
    expect(modules().flatMap(importsOf).length).toBeGreaterThan(200);
  });

  it("import downwards only", () => {
    const stray = modules().flatMap((path) => strayImports(path).map((to) => `${path} imports ${to}`));
    expect(stray).toEqual([]);
  });

  it("let only discord/ touch Discord's libraries", () => {
    const touching = modules()
      .flatMap(importsOf)
      .filter(({ to }) => to === "discord.js" || to.startsWith("@discordjs/"))
      .filter(({ from }) => !isIn(from, "src/discord"))
      .map((found) => found.from);
    expect(touching).toEqual([]);
  });
});

describe("what the bot's entry reaches", () => {
  it("never includes the sign-in flow, not even on demand", () => {
    const reached = [...reachableFrom("src/main.ts", () => true)];
    expect(reached.length).toBeGreaterThan(50);
    expect(reached.filter((path) => isIn(path, "src/sign-in"))).toEqual([]);
  });

  it("never includes the whole of discord.js, whose gateway and REST alone are used", () => {
    const reached = [...reachableFrom("src/main.ts", () => true)];
    expect(reached).toContain("@discordjs/ws");
    expect(reached).not.toContain("discord.js");
  });

  it("includes the playground only through an import on demand", () => {
    const reached = [...reachableFrom("src/main.ts", (found) => !found.isDynamic)];
    expect(reached.filter((path) => isIn(path, "src/playground"))).toEqual([]);
  });
});

describe("the settings", () => {
  it("reach the program through its entries alone", async () => {
    const { readFileSync } = await import("node:fs");
    const { packageRoot } = await import("../src/base/package-root.ts");
    const reading = modules().filter((path) =>
      /^[^"'`]*process\.env/m.test(readFileSync(packageRoot + path, "utf8")),
    );
    const entries = new Set([
      "src/cli/milepost.js",
      "src/main.ts",
      "src/playground/discord/main.ts",
      "src/playground/platform/main.ts",
    ]);
    expect(reading.filter((path) => !entries.has(path))).toEqual([]);
  });
});
