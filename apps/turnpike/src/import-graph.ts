/** The files that a module loads, for `npm run dev`: found in the text of each file's imports. */
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const statement =
  /(?:^|\n)\s*(?:import|export)(?!\s+type\b)[^;'"]*?from\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']|\b(?:import|resolve)\(\s*["']([^"']+)["']/g;

export class ImportGraph {
  readonly #root: string;
  /** The imports of each file that was read, until it changes. */
  readonly #imports = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  /** All files that `entry` loads, itself included; type imports load nothing. */
  filesOf(entry: string): Set<string> {
    const found = new Set<string>();
    const waiting = [path.join(this.#root, entry)];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (found.has(file)) continue;
      found.add(file);
      waiting.push(...this.#importsOf(file));
    }
    return found;
  }

  /** Forgets what a changed file imported. */
  changed(file: string): void {
    this.#imports.delete(file);
  }

  #importsOf(file: string): readonly string[] {
    const known = this.#imports.get(file);
    if (known !== undefined) return known;
    const read = this.#read(file);
    this.#imports.set(file, read);
    return read;
  }

  #read(file: string): string[] {
    if (!file.endsWith(".ts") || !existsSync(file)) return [];
    return [...readFileSync(file, "utf8").matchAll(statement)].flatMap((match) => {
      const to = this.#resolve(match[1] ?? match[2] ?? match[3] ?? "", path.dirname(file));
      return to !== null && statSync(to, { throwIfNoEntry: false })?.isFile() ? [to] : [];
    });
  }

  /** Packages of this repository are linked: `@turnpike/NAME/FILE` is `NAME/src/FILE`. */
  #resolve(specifier: string, from: string): string | null {
    if (specifier.startsWith(".")) return path.resolve(from, specifier);
    const [, name, file] = /^@turnpike\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
    if (name === undefined || file === undefined) return null;
    const folders = ["packages", "apps"].map((top) => path.join(this.#root, top, name, "src"));
    return folders.map((folder) => path.join(folder, file)).find((one) => existsSync(one)) ?? null;
  }
}
