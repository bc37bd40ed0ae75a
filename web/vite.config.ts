import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { ProxyOptions } from "vite";
import { defineConfig } from "vitest/config";

// In development the page and a node are one origin through this proxy, as they are when the binary serves both.
const server = process.env.BATTLESHIP_WEB ?? "http://127.0.0.1:26690";
const there: ProxyOptions = {
  target: server,
  changeOrigin: true,
  configure: (passing) =>
    passing.on("proxyReq", (out, request) => {
      // What another site's page sends keeps its origin, so that the server refuses it.
      if (request.headers.origin === `http://${request.headers.host}`) out.setHeader("origin", server);
    }),
};
const proxy = { "/battleship": there, "/cosmos": there, "/rpc": there, "/web": there, "/config.json": there };

// The policy under which the page is served and tested; `style-src` needs no exception, for styles are set by script alone.
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export default defineConfig({
  plugins: [svelte()],
  server: { proxy, fs: { allow: [".."] } },
  preview: {
    proxy,
    headers: {
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    },
  },
  build: {
    target: "es2022",
    // Names without hashes: the built page is committed, and the server answers with an ETag.
    rollupOptions: {
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
    modulePreload: { polyfill: false },
  },
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "assets/[name].js" } } },
  test: { include: ["test/**/*.test.ts"], environment: "node" },
});
