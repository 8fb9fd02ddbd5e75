/**
 * Requests a screen's translations together with its code instead of after the code has loaded:
 * every dynamic import of a feature in the route table gets the translation areas that the screen's
 * files use. They are read from those files, so there is no list to maintain.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const SCREEN = /import\("(\.\.\/\.\.\/features\/[^"]+)"\)/g;
const IMPORTED = /^(?:import|export) (?!type )[^;]*?from "((?:\.|@turnpike\/ui\/)[^"]+\.tsx?)";/gm;
const UI = "@turnpike/ui/";
const USE_TRANSLATION = /useTranslation\(("[\w-]+"|\[[^\]]*\]|\w+)/g;

/** The translation areas used by a file and by everything it loads. */
export function translationAreasOf(file: string): string[] {
  const areas = new Set<string>();
  const files = new Set([file]);
  for (const each of files) {
    const code = readFileSync(each, "utf8");
    for (const [, argument = ""] of code.matchAll(USE_TRANSLATION)) {
      for (const [, area = ""] of areaList(argument, code).matchAll(/"([\w-]+)"/g)) areas.add(area);
    }
    for (const [, imported = ""] of code.matchAll(IMPORTED)) {
      files.add(resolveImport(imported, path.dirname(each)));
    }
  }
  return [...areas].toSorted();
}

/** Resolves an import made from `folder`; the generic components are a package. */
const resolveImport = (imported: string, folder: string) =>
  imported.startsWith(UI)
    ? path.resolve(import.meta.dirname, "../../../packages/ui/src", imported.slice(UI.length))
    : path.resolve(folder, imported);

/** Resolves a named list, which must be defined in the same file. */
function areaList(said: string, code: string): string {
  if (!/^\w/.test(said)) return said;
  const list = new RegExp(`^const ${said} = (\\[[^\\]]*\\])`, "m").exec(code)?.[1];
  if (list === undefined) throw new Error(`useTranslation(${said}): which areas are these?`);
  return list;
}

/** Returns the route table with each screen's import wrapped so that its translations load too. */
export function injectTranslations(code: string, file: string): string {
  const loads = code.replaceAll(SCREEN, (load, screen: string) => {
    const areas = translationAreasOf(path.resolve(path.dirname(file), screen));
    return `withWords(${JSON.stringify(areas)}, ${load})`;
  });
  return `import { withWords } from "@turnpike/ui/lib/i18n.ts";\n${loads}`;
}

/** Vite plugin that writes the areas into the route table, in builds and in development. */
export function screenTranslationsPlugin(): Plugin {
  return {
    name: "screen-words",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/app\/navigation\/routes\.tsx$/ },
      handler: (code, id) => ({ code: injectTranslations(code, id), map: null }),
    },
  };
}
