/**
 * Emits the translations as data files: `/assets/words-<hash>/<lang>/<area>.json`. As modules they
 * would be JavaScript, and every page would contain a table of two hundred of them.
 */
import { createHash } from "node:crypto";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { shownTexts, textAreas, translations } from "@turnpike/locales/catalogues.ts";
import type { Plugin } from "vite";

const catalogue = fileURLToPath(import.meta.resolve("@turnpike/locales/catalogues.ts"));

/**
 * The translations of an app's areas as minified JSON, by path: `de/home.json`. Each is complete:
 * in English where a language lacks a text, so pages load no second file.
 */
function catalogues(shows: (area: string) => boolean): Map<string, string> {
  const areas = textAreas().filter(shows);
  const files = ["en", ...translations].flatMap((lang) =>
    areas.map((area) => [`${lang}/${area}.json`, JSON.stringify(shownTexts(lang, area))] as const),
  );
  return new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The base path of the translations; it contains a hash, so that they can be cached forever. */
function baseOf(words: Map<string, string>): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([...words]))
    .digest("base64url");
  return `assets/words-${hash.slice(0, 10)}`;
}

/** Adds the translations of an app's areas to the build; the dev server reads them on request. */
export function words(shows: (area: string) => boolean): Plugin {
  return {
    name: "words",
    config(_config, { command }) {
      const base = command === "build" ? baseOf(catalogues(shows)) : "assets/words";
      return { define: { "import.meta.env.WORDS": JSON.stringify(`/${base}`) } };
    },
    configureServer(server) {
      server.watcher.add(path.dirname(catalogue));
      server.watcher.on("change", (file) => {
        if (/locales\/src\/[\w-]+\/[\w-]+\.json$/.test(file))
          server.ws.send({ type: "full-reload" });
      });
      server.middlewares.use("/assets/words", (request, response, next) => {
        const found = catalogues(shows).get((request.url ?? "").slice(1));
        if (found === undefined) return next();
        response.setHeader("content-type", "application/json");
        response.end(found);
      });
    },
    generateBundle() {
      const all = catalogues(shows);
      const base = baseOf(all);
      for (const [file, source] of all)
        this.emitFile({ type: "asset", fileName: `${base}/${file}`, source });
    },
  };
}
