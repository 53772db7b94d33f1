import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ["default"],
    restoreMocks: true,
    // A browser on a loaded machine is late now and then: CI asks once more, a developer sees each failure.
    retry: process.env["CI"] === "true" ? 1 : 0,
  },
});
