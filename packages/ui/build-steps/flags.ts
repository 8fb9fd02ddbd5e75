/**
 * Emits the flags of all countries as separate files: `/assets/flags-<version>/DE.svg`. A page
 * loads only those that it shows, and none of them is JavaScript.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

const manifest = createRequire(import.meta.url).resolve("country-flag-icons/package.json");
const folder = path.join(path.dirname(manifest), "3x2");
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
const base = `assets/flags-${version}`;
/** Only countries: subdivisions have longer codes. */
const COUNTRY = /^[A-Z]{2}\.svg$/;

/** Adds the flags to the build; the dev server serves them from the package. */
export function flags(): Plugin {
  return {
    name: "flags",
    config: () => ({ define: { "import.meta.env.FLAGS": JSON.stringify(`/${base}`) } }),
    configureServer(server) {
      server.middlewares.use(`/${base}`, (request, response, next) => {
        const file = (request.url ?? "").slice(1);
        if (!COUNTRY.test(file)) return next();
        response.setHeader("content-type", "image/svg+xml");
        response.end(readFileSync(path.join(folder, file)));
      });
    },
    generateBundle() {
      for (const file of readdirSync(folder).filter((name) => COUNTRY.test(name))) {
        const source = readFileSync(path.join(folder, file));
        this.emitFile({ type: "asset", fileName: `${base}/${file}`, source });
      }
    },
  };
}
