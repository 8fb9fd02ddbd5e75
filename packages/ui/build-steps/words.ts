/**
 * The catalogues of words as files of data: `/assets/words-<hash>/<lang>/<area>.json`. As modules they
 * would be JavaScript to load, and a table of two hundred of them would be in every page.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const folder = path.resolve(import.meta.dirname, "../../locales/src");
/** Every catalogue of the areas that an app shows: `de/home.json` and its text, without white space. */
function catalogues(shows: (area: string) => boolean): Map<string, string> {
  const langs = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  const files = langs.flatMap(({ name: lang }) =>
    readdirSync(path.join(folder, lang))
      .filter((file) => file.endsWith(".json") && shows(file.replace(".json", "")))
      .map((file) => `${lang}/${file}`),
  );
  const text = (file: string) => readFileSync(path.join(folder, file), "utf8");
  return new Map(files.toSorted().map((file) => [file, JSON.stringify(JSON.parse(text(file)))]));
}

/** Where the pages find the words: named by what they say, so that they may be kept for ever. */
function baseOf(words: Map<string, string>): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([...words]))
    .digest("base64url");
  return `assets/words-${hash.slice(0, 10)}`;
}

/** Brings the catalogues of an app's areas into the build, or serves them as they are at the moment. */
export function words(shows: (area: string) => boolean): Plugin {
  return {
    name: "words",
    config(_config, { command }) {
      const base = command === "build" ? baseOf(catalogues(shows)) : "assets/words";
      return { define: { "import.meta.env.WORDS": JSON.stringify(`/${base}`) } };
    },
    configureServer(server) {
      server.middlewares.use("/assets/words", (request, response, next) => {
        const found = catalogues(shows).get((request.url ?? "").slice(1));
        if (found === undefined) return next();
        response.setHeader("content-type", "application/json");
        response.end(found);
      });
    },
    generateBundle() {
      const all = catalogues(shows);
      for (const [file, source] of all)
        this.emitFile({ type: "asset", fileName: `${baseOf(all)}/${file}`, source });
    },
  };
}
