import path from "node:path";
import { describe, expect, it } from "vitest";
import { imports, room, sources } from "./tree.ts";

/** Who may import whom (ARCHITECTURE.md). Own room aside. */
const law: Record<string, string[]> = {
  rules: [],
  contract: ["rules"],
  locales: ["contract"],
  link: ["contract", "rules"],
  net: ["rules"],
  dashboard: ["contract", "rules", "locales"],
  gateway: ["contract", "rules", "link", "net"],
  manager: ["contract", "rules"],
  api: ["contract", "rules", "locales", "link", "net"],
  turnpike: ["contract", "api", "gateway", "manager"],
  client: [],
};
/** Programs that write files out of the contract; nothing that runs later imports them. */
const generators: Record<string, string[]> = {
  "packages/client/generate.ts": ["contract", "rules"],
};
const code = sources([".ts", ".tsx"]);

/** The room that an import leads to, or null where it leaves the repository. */
function leadsTo(from: string, specifier: string): string | null {
  const own = /^@turnpike\/([a-z]+)/.exec(specifier);
  if (own) return own[1] ?? null;
  if (!specifier.startsWith(".")) return null;
  return room(path.posix.join(path.posix.dirname(from), specifier));
}

/** Tests and what only they import. */
const isOfTests = (name: string) => /\.test\.|\/testing\.ts$|\/testing\//.test(name);

describe("the import law", () => {
  it("holds for every file", () => {
    const broken: string[] = [];
    for (const file of code) {
      const here = room(file.name);
      const allowed = generators[file.name] ?? law[here];
      if (!allowed || (isOfTests(file.name) && here !== "rules")) continue;
      for (const specifier of imports(file)) {
        const there = leadsTo(file.name, specifier);
        if (there === null || there === here || allowed.includes(there)) continue;
        broken.push(`${file.name} imports ${specifier}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it("keeps rules pure: nothing outside, no clock, no random, no async", () => {
    const impure: string[] = [];
    for (const file of code) {
      if (room(file.name) !== "rules" || file.name.includes(".test.")) continue;
      const strings = /`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g;
      const text = file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replace(strings, '""');
      for (const specifier of imports(file)) {
        if (!specifier.startsWith("./")) impure.push(`${file.name} imports ${specifier}`);
      }
      const word = /\b(Date\.now|Math\.random|new Date\(\)|async |await |process\.)/.exec(text);
      if (word) impure.push(`${file.name} uses ${word[0]}`);
    }
    expect(impure).toEqual([]);
  });

  it("lets no screen import another screen", () => {
    const screens = code.filter((file) => file.name.startsWith("apps/dashboard/src/screens/"));
    const crossing = screens.flatMap((file) => {
      const own = file.name.split("/").slice(0, 5).join("/");
      return imports(file)
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => path.posix.join(path.posix.dirname(file.name), specifier))
        .filter((there) => there.startsWith("apps/dashboard/src/screens/"))
        .filter((there) => !there.startsWith(`${own}/`))
        .map((there) => `${file.name} imports ${there}`);
    });
    expect(crossing).toEqual([]);
  });
});
