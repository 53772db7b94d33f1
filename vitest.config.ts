import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 15_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
    reporters: ["default"],
    restoreMocks: true,
  },
});
