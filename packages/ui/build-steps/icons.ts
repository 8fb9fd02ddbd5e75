/**
 * Inserts the drawings of `src/icons.ts` from Iconify's copy of Tabler's icons, each as a module of
 * its own, so that a page loads only those that it shows.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";
import type { IconPath } from "../src/icon.tsx";

const data = createRequire(import.meta.url).resolve("@iconify-json/tabler/icons.json");
const list = path.resolve(import.meta.dirname, "../src/icons.ts");
const factory = path.resolve(import.meta.dirname, "../src/icon.tsx");
const PREFIX = "\0icon:";
const ENTRY = /^export const (\w+) = undrawn\("([\w-]+)"\);$/gm;

/** The paths of an icon's SVG; all of Tabler's outlines consist of lines in one style. */
function pathsOf(svg: string): IconPath[] {
  return [...svg.matchAll(/<path[^>]*? d="([^"]+)"[^>]*>/g)].map(([tag, d = ""]) =>
    tag.includes('fill="currentColor"') ? { d, fill: "currentColor" } : { d },
  );
}

/** Replaces the undrawn icons by drawn ones, but in unit tests. */
export function icons(): Plugin {
  let bodies: Record<string, { body: string } | undefined> | undefined;
  let isTest = false;
  return {
    name: "icons",
    enforce: "pre",
    configResolved: ({ mode }) => {
      isTest = mode === "test";
    },
    resolveId: (id) => (id.startsWith("icon:") ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      bodies ??= (JSON.parse(readFileSync(data, "utf8")) as { icons: NonNullable<typeof bodies> })
        .icons;
      const name = id.slice(PREFIX.length);
      const paths = pathsOf(bodies[name]?.body ?? "");
      if (paths.length === 0) this.error(`Tabler has no icon "${name}" that consists of paths`);
      const from = JSON.stringify(factory);
      const code = `import { drawn } from ${from};\nexport default /*#__PURE__*/ drawn(${JSON.stringify(paths)});`;
      return { code, moduleSideEffects: false };
    },
    transform(code, id) {
      if (id !== list || isTest) return undefined;
      const entries = [...code.matchAll(ENTRY)];
      const lines = entries.map(
        ([, name, icon]) => `export { default as ${name} } from "icon:${icon}";`,
      );
      return { code: lines.join("\n"), map: null, moduleSideEffects: false };
    },
  };
}
