import path from "node:path";
import { describe, expect, it } from "vitest";
import { cycles, folderImports, valueImports } from "./cycles.ts";
import { imports, packageOf, sources } from "./tree.ts";

/** Which package may import which (ARCHITECTURE.md), besides itself. */
const law: Record<string, string[]> = {
  rules: [],
  "proxy-strings": ["rules"],
  contract: ["rules", "proxy-strings"],
  locales: ["contract"],
  link: ["contract", "rules"],
  net: ["rules"],
  ui: ["rules", "locales"],
  dashboard: ["contract", "rules", "proxy-strings", "locales", "ui"],
  console: ["contract", "rules", "proxy-strings", "locales", "ui"],
  gateway: ["contract", "rules", "proxy-strings", "link", "net"],
  manager: ["contract", "rules"],
  api: ["contract", "rules", "proxy-strings", "locales", "link", "net"],
  wholesale: ["proxy-strings"],
  turnpike: ["contract", "link", "net", "api", "gateway", "manager", "wholesale"],
  client: [],
  "client-python": [],
};
/** Programs that generate files from the contract; nothing imports them at run time. */
const generators: Record<string, string[]> = {
  "packages/client/generate.ts": ["contract", "rules"],
  "packages/client-python/generate.ts": ["client", "contract", "rules"],
};
/** Apps with layered folders, from the top: a folder may import only its own or a lower layer. */
const layered: [app: string, layers: string[]][] = [
  [
    "gateway",
    [
      ".",
      "start",
      "listeners",
      "probe",
      "listen",
      "session",
      "relay",
      "authenticate",
      "authorise",
      "dial",
      "meter",
      "report",
      "link",
      "engine",
      "parse",
      "lib",
    ],
  ],
  ["dashboard", ["app", "features", "ui", "lib"]],
  ["console", ["app", "features", "parts", "lib"]],
  ["api", [".", "across", "products", "commerce", "inventory", "identity", "ledger", "platform"]],
];
const code = sources([".ts", ".tsx"]);

/** The package that an import resolves to, or null if it is outside the repository. */
function leadsTo(from: string, specifier: string): string | null {
  const own = /^@turnpike\/([a-z-]+)/.exec(specifier);
  if (own) return own[1] ?? null;
  if (!specifier.startsWith(".")) return null;
  return packageOf(path.posix.join(path.posix.dirname(from), specifier));
}

/** Packages of pure functions; what their files may import besides their own package. */
const pure = ["rules", "proxy-strings"];

/** Tests, and modules that only tests import. */
const isOfTests = (name: string) => /\.test\.|\/testing\.ts$|\/testing\//.test(name);

describe("the import law", () => {
  it("holds for every file", () => {
    const broken: string[] = [];
    for (const file of code) {
      const here = packageOf(file.name);
      const allowed = generators[file.name] ?? law[here];
      if (!allowed || (isOfTests(file.name) && !pure.includes(here))) continue;
      for (const specifier of imports(file)) {
        const there = leadsTo(file.name, specifier);
        if (there === null || there === here || allowed.includes(there)) continue;
        broken.push(`${file.name} imports ${specifier}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it("keeps rules and proxy strings pure: no outside imports, clock, randomness or async", () => {
    const impure: string[] = [];
    for (const file of code) {
      const here = packageOf(file.name);
      if (!pure.includes(here) || /\.test\.|-testing\./.test(file.name)) continue;
      const strings = /`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g;
      const text = file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replace(strings, '""');
      for (const specifier of imports(file)) {
        const there = leadsTo(file.name, specifier) ?? "";
        if (there !== here && !law[here]?.includes(there))
          impure.push(`${file.name} imports ${specifier}`);
      }
      const word = /\b(Date\.now|Math\.random|new Date\(\)|async |await |process\.)/.exec(text);
      if (word) impure.push(`${file.name} uses ${word[0]}`);
    }
    expect(impure).toEqual([]);
  });

  describe.each(layered)("in %s", (app, layers) => {
    const graph = folderImports(code, app);

    it("has no cycle between folders", () => {
      expect(graph.size).toBeGreaterThan(10);
      expect(cycles(graph)).toEqual([]);
    });

    it("has imports only from the same or a lower layer", () => {
      const layer = (folder: string) => layers.indexOf(folder.split("/")[0] ?? "");
      const upward = [...graph].flatMap(([from, targets]) =>
        [...targets].filter((to) => layer(to) < layer(from)).map((to) => `${from} imports ${to}`),
      );
      expect([...graph.keys()].filter((folder) => layer(folder) < 0)).toEqual([]);
      expect(upward).toEqual([]);
    });
  });
});

describe("the gateway's folders", () => {
  const [, layers = []] = layered.find(([app]) => app === "gateway") ?? [];
  const top = (folder: string) => folder.split("/")[0] ?? "";

  it("import types, too, only from lower ones, but for one", () => {
    const upward = [...folderImports(code, "gateway", imports)].flatMap(([from, targets]) =>
      [...targets]
        .filter((to) => layers.indexOf(top(to)) < layers.indexOf(top(from)))
        .map((to) => `${from} imports ${to}`),
    );
    expect(upward).toEqual(["relay imports session"]);
  });
});

describe("the search for cycles", () => {
  const graphOf = (text: string) =>
    new Map(
      text.split("; ").map((line) => {
        const [from = "", to = ""] = line.split(": ");
        return [from, new Set(to.split(" ").filter(Boolean))] as const;
      }),
    );

  it.each([
    ["a tree", "a: b c; b: d; c: d; d:", []],
    ["two that import each other", "a: b; b: a", [["a", "b"]]],
    ["a long way round", "a: b; b: c; c: d; d: b", [["b", "c", "d"]]],
    [
      "two cycles",
      "a: b; b: a c; c: d; d: c",
      [
        ["c", "d"],
        ["a", "b"],
      ],
    ],
  ])("handles %s", (_, graph, found) => {
    expect(cycles(graphOf(graph))).toEqual(found);
  });

  it.each([
    ['import { a } from "./a.ts";', ["./a.ts"]],
    ['import "./a.css";', ["./a.css"]],
    ['import type { A } from "./a.ts";', []],
    ['import { type A, type B } from "./a.ts";', []],
    ['import { type A, b } from "./a.ts";', ["./a.ts"]],
    ['export { type A } from "./a.ts";', []],
    ['const late = () => import("./a.ts");', ["./a.ts"]],
  ])("reads the value imports of %s", (text, found) => {
    expect(valueImports(text)).toEqual(found);
  });
});
