import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { favicon } from "@turnpike/ui/build-steps/favicon.ts";
import { icons } from "@turnpike/ui/build-steps/icons.ts";
import { precompress } from "@turnpike/ui/build-steps/precompress.ts";
import { words } from "@turnpike/ui/build-steps/words.ts";
import { defineConfig } from "vite";

const api = process.env["TURNPIKE_CONSOLE"] ?? "http://127.0.0.1:3001";
/** The areas of translations that the console may use, from their types. */
const types = readFileSync(`${import.meta.dirname}/src/lib/i18next.d.ts`, "utf8");
const areas = new Set([...types.matchAll(/locales\/en\/([\w-]+)\.json/g)].map(([, area]) => area));

export default defineConfig({
  root: import.meta.dirname,
  publicDir: "../../packages/ui/public",
  plugins: [react(), words((area) => areas.has(area)), icons(), favicon(), precompress()],
  build: {
    target: "es2024",
    modulePreload: { polyfill: false },
    // The content security policy allows files, not data URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: "entrance", test: /src\/app\/main\.tsx/ },
            { name: "parts", minShareCount: 4 },
          ],
        },
      },
    },
    emptyOutDir: true,
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/console": api },
    fs: { allow: ["../.."] },
  },
});
