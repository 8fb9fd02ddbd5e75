/** Import cycles between an app's folders, by run-time imports or by all. */
import path from "node:path";
import type { SourceFile } from "./tree.ts";

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?((?:[^;'"]*?)\sfrom\s*)?["']([^"']+)["']|import\(\s*["']([^"']+)["']/g;

/** Modules that a file imports as values, statically or dynamically; types vanish at build time. */
export function valueImports(text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, type, clause = "", specifier, dynamic]) => {
    if (dynamic !== undefined) return [dynamic];
    if (specifier === undefined || type || onlyTypes(clause)) return [];
    return [specifier];
  });
}

/** `{ type A, type B } from`: only types are imported. */
function onlyTypes(clause: string): boolean {
  const names = /^\s*\{([^}]*)\}\s*from/.exec(clause)?.[1]?.split(",") ?? [];
  const written = names.map((name) => name.trim()).filter(Boolean);
  return written.length > 0 && written.every((name) => name.startsWith("type "));
}

const isTest = (name: string) =>
  /\.test\.|\.d\.ts$|(^|\/)testing(\/|\.)|-testing\.|\.load\./.test(name);

/**
 * For each folder of an app, the folders it imports, as paths within `apps/<app>/src`; `importsOf`
 * says which imports of a file count.
 */
export function folderImports(
  files: SourceFile[],
  app: string,
  importsOf = ({ text }: SourceFile) => valueImports(text),
): Map<string, Set<string>> {
  const source = `apps/${app}/src/`;
  const found = new Map<string, Set<string>>();
  const folderOf = (name: string) => path.posix.dirname(name).slice(source.length) || ".";
  for (const file of files) {
    const { name } = file;
    if (!name.startsWith(source) || isTest(name)) continue;
    const here = folderOf(name);
    const there = found.get(here) ?? new Set();
    found.set(here, there);
    for (const specifier of importsOf(file)) {
      if (!specifier.startsWith(".")) continue;
      const target = path.posix.join(path.posix.dirname(name), specifier);
      const folder = folderOf(target);
      if (target.startsWith(source) && !isTest(target) && folder !== here) there.add(folder);
    }
  }
  return found;
}

/** Strongly connected components of more than one folder (Tarjan's algorithm): each is a cycle. */
export function cycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const lower = (node: string, value = Infinity) =>
    low.set(node, Math.min(low.get(node) ?? Infinity, value));
  const visit = (node: string): void => {
    index.set(node, index.size);
    lower(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next);
        lower(node, low.get(next));
      } else if (stack.includes(next)) lower(node, index.get(next));
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) found.push(component.toSorted());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}
