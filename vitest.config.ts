import { configDefaults, defineConfig } from "vitest/config";

/** The real discord.js brings an undici of its own, and both want to be the one of the whole process. */
const APART = "test/playground/discord/**/*.test.ts";

/** What takes seconds a file: whole programs, kills, waits of real time. `npm test` leaves it to `npm run check`. */
const SLOW = ["test/end-to-end/**/*.test.ts", "test/**/*.slow.test.ts"];

/** Tests that need a browser on this machine: `npm run test:browser`. */
const BROWSER = "test/browser/**/*.test.ts";

export default defineConfig({
  test: {
    testTimeout: 15_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
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
        },
      },
      { extends: true, test: { name: "slow", include: SLOW, isolate: false } },
      { extends: true, test: { name: "apart", include: [APART] } },
      { extends: true, test: { name: "browser", include: [BROWSER] } },
    ],
  },
});
