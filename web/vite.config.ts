import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin, ProxyOptions } from "vite";
import { defineConfig } from "vitest/config";

// In development the page and a node are one origin through this proxy, as they are when the binary serves both.
const server = process.env.BATTLESHIP_WEB ?? "http://127.0.0.1:26690";
const relay = process.env.BATTLESHIP_RELAY ?? "ws://127.0.0.1:26680";
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
  "require-trusted-types-for 'script'",
  "trusted-types svelte-trusted-html battleship",
].join("; ");

/** offline writes the service worker, with the names of the page's files and a hash of them. Practice needs no prover. */
const offline: Plugin = {
  name: "offline",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const made = Object.values(bundle).filter(({ fileName }) => !/(prover|worker)\.js$/.test(fileName));
      const icons = ["icon.svg", "icon-turn.svg"];
      const files = [...icons, ...made.map(({ fileName }) => fileName).sort()];
      const hash = createHash("sha256");
      for (const icon of icons) hash.update(readFileSync(`public/${icon}`));
      for (const file of files.slice(icons.length)) {
        const found = bundle[file]!;
        hash.update(found.type === "chunk" ? found.code : found.source);
      }
      const build = hash.digest("hex").slice(0, 16);
      const names = JSON.stringify(["./", ...files.filter((file) => file !== "index.html")]);
      const source = readFileSync("src/offline/worker.js", "utf8");
      this.emitFile({
        type: "asset",
        fileName: "offline.js",
        source: `const build = "${build}";\nconst files = ${names};\n${source}`,
      });
    },
  },
};

export default defineConfig({
  plugins: [svelte(), offline],
  server: { proxy, fs: { allow: [".."] } },
  preview: {
    proxy,
    headers: {
      "Content-Security-Policy": policy.replace("connect-src 'self'", `connect-src 'self' ${relay}/v1`),
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Opener-Policy": "same-origin",
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
  test: { include: ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"], environment: "node" },
});
