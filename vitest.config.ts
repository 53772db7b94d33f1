import { configDefaults, defineConfig } from "vitest/config";

import { builtSources } from "./test/support/built-sources.ts";
import { hasPostgres } from "./test/support/postgres.ts";

/** The real discord.js brings an undici of its own, and both want to be the one of the whole process. */
const APART = "test/playground/discord/**/*.test.ts";

/** What takes seconds a file: whole programs, kills, waits of real time. `npm test` leaves it to `npm run check`. */
const SLOW = ["test/end-to-end/**/*.test.ts", "test/**/*.slow.test.ts"];

/** What the program does the same as one process and as several: run once more on three that share a PostgreSQL. */
const NODES = [
  "calendar",
  "http-interactions",
  "icons",
  "link-on-page",
  "link-sign-in",
  "linking",
  "many-members",
  "memory",
  "offered-commands",
  "posts",
  "reminders",
].map((name) => `test/end-to-end/${name}.test.ts`);

/** Readers of settings, pastes, sealed texts and profiles: run once more on the sources as the bundler leaves them. */
const BUILT = [
  "test/config/**/*.test.ts",
  "test/platform/profile/*.test.ts",
  "test/sessions/paste/*.test.ts",
  "test/sessions/{bundle,keyring-file,seal}.test.ts",
];

/** Tests that need a browser on this machine: `npm run test:browser`. */
const BROWSER = "test/browser/**/*.test.ts";

/** Of two processors: what computes, three at once, as some of it waits; what mostly waits, four, after that. */
const COMPUTES = { maxWorkers: 3 };
const WAITS = { maxWorkers: 4, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    // Ends what hangs, and nothing else: a machine may stand still for seconds.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: ["default"],
    restoreMocks: true,
    globalSetup: ["test/support/postgres-server.ts", "test/support/temporary-folder.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, APART, BROWSER, ...SLOW],
          isolate: false,
          ...COMPUTES,
        },
      },
      { extends: true, test: { name: "slow", include: SLOW, isolate: false, ...WAITS } },
      {
        extends: true,
        test: {
          name: "nodes",
          include: hasPostgres() ? NODES : [],
          isolate: false,
          ...WAITS,
          env: { MILEPOST_TEST_NODES: "3" },
        },
      },
      {
        extends: true,
        plugins: [builtSources()],
        test: { name: "built", include: BUILT, isolate: false, ...COMPUTES },
      },
      { extends: true, test: { name: "apart", include: [APART], ...COMPUTES } },
      { extends: true, test: { name: "browser", include: [BROWSER], ...WAITS } },
    ],
  },
});
