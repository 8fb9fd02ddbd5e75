/** The packed processes: how many files each loads at its start, and that they find what sources find. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pack } from "./pack.ts";
import { sources } from "./tree.ts";

const root = path.resolve(import.meta.dirname, "..");
const to = mkdtempSync(path.join(tmpdir(), "turnpike-pack-"));
beforeAll(() => pack(to));
afterAll(() => rmSync(to, { recursive: true, force: true }));

const read = (app: string, file: string) =>
  readFileSync(path.join(to, "apps", app, "dist", file), "utf8");
const statically = /^(?:import|export)[^;\n]*?"([^"\n]+)";/gmu;

/** What `main.mjs` imports before it runs: its files, and packages in node_modules. */
function loadedBy(app: string) {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = ["main.mjs"];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const [, name = ""] of read(app, file).matchAll(statically)) {
      if (name.startsWith("./")) waiting.push(name.slice(2));
      else if (!name.startsWith("node:")) packages.add(name);
    }
  }
  return { files, packages };
}

describe.each([
  { app: "api", most: 70, packages: ["@node-rs/argon2"] },
  { app: "gateway", most: 4, packages: [] },
  { app: "turnpike", most: 6, packages: [] },
])("the packed process of apps/$app", ({ app, most, packages }) => {
  it("loads few files at its start, and only parts in machine code from node_modules", () => {
    const loaded = loadedBy(app);
    expect([...loaded.packages]).toEqual(packages);
    expect(loaded.files.size).toBeLessThanOrEqual(most);
  });

  it("finds files beside sources", () => {
    const beside =
      /new URL\("(\.\.[^"]+)", import\.meta\.url\)|import\.meta\.dirname \+ "(\/[^"]+)"/gu;
    const named = readdirSync(path.join(to, "apps", app, "dist")).flatMap((file) =>
      [...read(app, file).matchAll(beside)].map((match) => match[1] ?? `.${match[2]}`),
    );
    expect(named.length).toBeGreaterThan(0);
    const from = path.join(root, "apps", app, "dist");
    expect(named.filter((name) => !existsSync(path.resolve(from, name)))).toEqual([]);
  });
});

it("no process's source asks for its own place in another way, which packing would change", () => {
  const asks = sources(
    [".ts"],
    ["apps/api/src", "apps/gateway/src", "apps/turnpike/src", "packages"],
  )
    .filter(({ name }) => /\/src\//.test(name) && !/testing|\.test\.ts$/.test(name))
    .filter(({ text }) => /import\.meta\.(filename|main)|import\.meta\.resolve\("\./.test(text))
    .map(({ name }) => name);
  // It asks whether it is packed.
  expect(asks).toEqual(["apps/turnpike/src/product.ts"]);
});
