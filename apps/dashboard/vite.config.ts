import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./build-steps/precompress.ts";
import { words } from "./build-steps/words.ts";

const api = process.env["TURNPIKE_API"] ?? "http://127.0.0.1:3000";
const proxied = [
  "/v1",
  "/v2",
  "/v3",
  "/lab",
  "/pay",
  "/extract",
  "/downloads",
  "/docs",
  "/openapi.json",
  "/llms",
  "/healthz",
  "/readyz",
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), words(), precompress()],
  build: {
    target: "es2024",
    // Every browser of that target preloads modules by itself.
    modulePreload: { polyfill: false },
    // Above it an asset stays a file: the content security policy names files, not data URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What every page needs and the sign-in page is one file: apart, the pieces that others share
    // with it would weigh 19 kB more.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: "entrance", test: /src\/(main\.tsx|screens\/login\/)/ }],
        },
      },
    },
    emptyOutDir: true,
  },
  server: {
    host: "127.0.0.1",
    proxy: Object.fromEntries(proxied.map((path) => [path, api])),
    fs: { allow: ["../.."] },
  },
});
