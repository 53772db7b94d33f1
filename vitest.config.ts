import { configDefaults, defineConfig } from "vitest/config";

/** Where modules are loaded once for all files of a worker: nothing here leaves a trace in a module or a global. */
const SHARED = [
  "base",
  "cli",
  "commands",
  "compose",
  "config",
  "definitions",
  "features",
  "game",
  "messages",
  "observability",
  "platform",
  "sessions",
  "sign-in",
  "storage",
].map((folder) => `test/${folder}/**/*.test.ts`);

/** Tests that need a browser on this machine: `npm run test:browser`. */
const BROWSER = "test/browser/**/*.test.ts";

export default defineConfig({
  test: {
    testTimeout: 15_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
    reporters: ["default"],
    restoreMocks: true,
    globalSetup: ["test/support/temporary-folder.ts"],
    projects: [
      { extends: true, test: { name: "shared", include: SHARED, isolate: false } },
      {
        extends: true,
        test: {
          name: "apart",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...SHARED, BROWSER],
        },
      },
      { extends: true, test: { name: "browser", include: [BROWSER] } },
    ],
  },
});
