import { defineConfig } from "vitest/config";

// In a real browser, against a page and a devnet that run already: see e2e/README in web/README.md.
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    environment: "node",
    testTimeout: 900_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
