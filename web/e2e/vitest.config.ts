import { defineConfig } from "vitest/config";

// In a real browser, against a page and a devnet that run already: tools/web_browser.sh starts them.
export default defineConfig({
  test: {
    include: [process.env.SCREENSHOTS ? "e2e/screenshots.ts" : process.env.BENCH ? "e2e/bench.ts" : "e2e/**/*.test.ts"],
    environment: "node",
    testTimeout: 240_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
