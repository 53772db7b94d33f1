import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { packageRoot } from "../src/base/package-root.ts";
import { importCircles, importsOf, modules, reachableFrom } from "./support/import-graph.ts";

/** Cards as data, and what draws them as a port. */
const PICTURES = ["src/pictures/card.ts", "src/pictures/pictures.ts"];
/** What lies below the features, but for what only the wiring uses. */
const BELOW_FEATURES = [
  "src/base",
  "src/definitions",
  "src/discord",
  "src/game",
  "src/messages",
  ...PICTURES,
  "src/platform",
  "src/schedule",
  "src/sessions",
  "src/storage",
];
const BESIDE_FEATURES = ["src/config", "src/observability", "src/sign-in"];
const PURE_VIEW = [
  "src/base",
  "src/discord/reply",
  // The names of refusals, as a type.
  "src/discord/rest/refusal.ts",
  "src/game",
  "src/messages",
  ...PICTURES,
  "src/schedule",
];
/** Records from below that views show, by their types alone: none of them holds a secret. */
const SHOWN_RECORDS = [
  "src/discord/rest/permissions.ts",
  "src/features/kit/settings",
  "src/features/posts/board-service.ts",
  "src/features/posts/content/shown-content.ts",
  "src/features/posts/reminder-service.ts",
  "src/sessions/session.ts",
];
/** Ports and values of the posts that what is stored is read into. */
const STORED_VALUES = [
  "src/features/kit/settings/settings.ts",
  "src/features/posts/post-outcome.ts",
  "src/features/posts/reminder-service.ts",
  "src/schedule",
];

/**
 * The layers, and what each may import beside itself: src/README.md holds the same table in words. A name stands for a
 * file, or for a folder and everything in it. `*` is any one feature, on the right the same as on the left. The first
 * layer that fits a file is its own. Of `types` it may `import type`.
 */
const LAYERS: readonly (readonly [layer: string, imports: readonly string[], types?: readonly string[]])[] = [
  ["src/base", []],
  ["src/config", ["src/base"]],
  ["src/http-server", ["src/base"]],
  ["src/observability", ["src/base", "src/http-server"]],
  ["src/messages", ["src/base"]],
  ["src/storage", ["src/base"]],
  ["src/pictures", ["src/base"]],
  ["src/platform", ["src/base"]],
  ["src/schedule", ["src/base"]],
  ["src/sign-in", ["src/base", "src/platform"]],
  // What is known of a session without its credential: views may show it.
  ["src/sessions/session.ts", ["src/base", "src/storage"]],
  ["src/sessions", ["src/base", "src/game/readable.ts", "src/platform", "src/storage"]],
  ["src/definitions", ["src/base", "src/platform", "src/storage"]],
  ["src/game", ["src/base", "src/platform/resources", "src/platform/profile/schema.ts"]],
  ["src/discord", ["src/base", "src/messages"]],
  // Only `compose` and `cli` import it.
  ["src/cluster", ["src/base", "src/discord", "src/platform", "src/sessions", "src/storage"]],
  ["src/features/services.ts", ["src/features"]],
  ["src/features/kit/view", PURE_VIEW, SHOWN_RECORDS],
  ["src/features/kit", BELOW_FEATURES],
  ["src/features/*/store", ["src/base", "src/storage", ...STORED_VALUES]],
  // The settings of a server are mostly those of its posts.
  [
    "src/features/servers/view",
    [...PURE_VIEW, "src/features/kit/view", "src/features/posts/view"],
    SHOWN_RECORDS,
  ],
  ["src/features/*/view", [...PURE_VIEW, "src/features/kit/view"], SHOWN_RECORDS],
  ["src/features/servers", [...BELOW_FEATURES, "src/features/kit", "src/features/posts"]],
  ["src/features/*", [...BELOW_FEATURES, "src/features/kit"]],
  [
    "commands",
    ["src/base", "src/discord", "src/features", "src/game", "src/schedule"],
    ["src/sessions/use/private-data.ts"],
  ],
  ["src/playground", ["src/base", "src/platform/profile", "src/platform/resources"]],
  ["src/cli", [...BELOW_FEATURES, ...BESIDE_FEATURES, "src/cluster", "src/features", "src/node-version.js"]],
  ["src/node-version.js", []],
  ["src/built.js", []],
];

/** The wiring may import everything but what is `cli`'s alone. */
const WIRING = ["src/start.js", "src/main.ts", "src/compose"];
const NEVER_WIRED = ["src/sign-in", "src/cli"];

/** Files that may read the environment. */
const ENTRIES = new Set([
  "src/cli/milepost.js",
  "src/main.ts",
  "src/playground/discord/main.ts",
  "src/playground/platform/main.ts",
]);

const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
const isOurs = (path: string) => /^(src|commands|test)\b/.test(path);

/** What a file may import: its own layer and those the table names. Undefined: it belongs to none. */
function allowedFor(path: string) {
  for (const [layer, imports, types = []] of LAYERS) {
    const pattern = RegExp(`^${layer.replace("*", "([^/.]+)")}(?:/|$)`);
    const found = pattern.exec(path);
    const named = (names: readonly string[]) => names.map((name) => name.replace("*", found?.[1] ?? ""));
    if (found !== null) return { imports: named([layer, ...imports]), types: named(types) };
  }
  return undefined;
}

function strayImports(path: string): readonly string[] {
  const own = importsOf(path).filter(({ to }) => isOurs(to));
  if (WIRING.some((place) => isIn(path, place))) {
    return own.map(({ to }) => to).filter((to) => NEVER_WIRED.some((place) => isIn(to, place)));
  }
  const allowed = allowedFor(path);
  if (allowed === undefined) return ["(this file belongs to no layer)"];
  return own
    .filter(({ to, isTypeOnly }) => {
      const places = isTypeOnly ? [...allowed.imports, ...allowed.types] : allowed.imports;
      return !places.some((place) => isIn(to, place));
    })
    .map(({ to }) => to);
}

describe("the layers", () => {
  it("are seen: the check reads the modules and their imports", () => {
    expect(modules().length).toBeGreaterThan(50);
    expect(modules().flatMap(importsOf).length).toBeGreaterThan(200);
  });

  it("import downwards only, and no feature another", () => {
    const stray = modules().flatMap((path) => strayImports(path).map((to) => `${path} imports ${to}`));
    expect(stray).toEqual([]);
  });

  it("have no circle of imports, types included", () => {
    expect(importCircles().map((circle) => circle.join(" -> "))).toEqual([]);
  });

  it("let only discord/ touch the libraries of Discord", () => {
    const touching = modules()
      .flatMap(importsOf)
      .filter(({ to }) => to === "discord.js" || to.startsWith("@discordjs/"))
      .filter(({ from }) => !isIn(from, "src/discord"))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(touching).toEqual([]);
  });
});

describe("the pictures", () => {
  it("let only pictures/takumi touch the renderer", () => {
    const touching = modules()
      .flatMap(importsOf)
      .filter(({ from, to }) => to.startsWith("@takumi-rs/") && !isIn(from, "src/pictures/takumi"));
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
  it("reach the program through its entries alone", () => {
    const reading = modules().filter((path) =>
      /^[^"'`]*process\.env/m.test(readFileSync(packageRoot + path, "utf8")),
    );
    expect(reading.filter((path) => !ENTRIES.has(path))).toEqual([]);
  });
});
