/** The repository's own files, read for tests of its laws. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const ignoredFolders = new Set(["node_modules", "dist", "data", ".git", ".turnpike"]);

export interface SourceFile {
  /** Path from the repository's root, with `/`. */
  name: string;
  text: string;
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (ignoredFolders.has(entry.name)) return [];
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? walk(full) : [full];
  });
}

/** All files below `folders` whose names end in one of `endings`. */
export function sources(
  endings: string[],
  folders = ["packages", "apps", "journeys", "bench", "torture", "demo", "tools"],
) {
  return folders
    .flatMap((folder) => walk(path.join(root, folder)))
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .map(
      (file): SourceFile => ({
        name: path.relative(root, file).split(path.sep).join("/"),
        text: readFileSync(file, "utf8"),
      }),
    );
}

/** What a file imports: the specifiers of static and dynamic imports and re-exports. */
export function imports(file: SourceFile): string[] {
  const found = file.text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']/g,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

/** The package or app of a file: `rules`, `contract`, `api`, `dashboard` … */
export function packageOf(name: string): string {
  const [top, second] = name.split("/");
  return top === "packages" || top === "apps" ? (second ?? "") : (top ?? "");
}
