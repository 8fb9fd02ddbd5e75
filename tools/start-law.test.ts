/** What processes load at their start: every file costs each start time, and memory ever after. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { sources } from "./tree.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Loads modules in a process of their own; returns the files that were loaded, from the root. */
async function loadedBy(modules: string[]): Promise<string[]> {
  const program = path.join(import.meta.dirname, "loaded.ts");
  // A worker of the tests has conditions of its own.
  const env = { ...process.env, NODE_OPTIONS: "" };
  const options = { env, cwd: root, maxBuffer: 16e6 };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...modules], options);
  return (JSON.parse(stdout) as string[]).map((url) =>
    path.relative(root, new URL(url).pathname).replaceAll(path.sep, "/"),
  );
}

/** What only some calls need, and each process without whom it starts. */
const late: Record<string, { entry: string; most: number; parts: RegExp[] }> = {
  API: {
    entry: "apps/api/src/app.ts",
    most: 2_050,
    parts: [
      /^apps\/api\/src\/across\/console\/(?!listen\.ts)/,
      /^packages\/contract\/src\/console\/calls\.ts/,
      /^apps\/api\/src\/across\/mcp\/server\.ts/,
      /node_modules\/(@fastify\/(ajv|fast-json-stringify)-compiler|ajv|ajv-formats)\//,
      /node_modules\/(@opentelemetry|tdigest|fflate|pg-copy-streams|openid-client|csv-parse)\//,
      /node_modules\/(stripe|nodemailer|pdfkit|oidc-provider|@modelcontextprotocol)\//,
    ],
  },
  "gateway worker": {
    entry: "apps/gateway/src/serve.ts",
    most: 430,
    parts: [/node_modules\/(@opentelemetry|tdigest|pg|kysely|fastify|ws)\//],
  },
  supervisor: {
    entry: "apps/turnpike/src/product.ts",
    most: 230,
    parts: [/node_modules\/(kysely|fastify|pino|prom-client)\//, /^apps\/(manager|wholesale)\//],
  },
};

const code = sources([".ts"]).filter(
  ({ name }) =>
    /^(apps\/(api|gateway|turnpike)|packages\/(contract|link|locales|net))\/src\//.test(name) &&
    !/testing|\.test\.ts$/.test(name),
);
const lateImports = code.flatMap(({ name, text }) =>
  [...text.matchAll(/(?<!typeof )\bimport\(\s*"([^"]+)"/g)].map(([, to = ""]) => `${name} ${to}`),
);

describe("the start of a process", () => {
  it.each(Object.entries(late))("loads only what each %s needs", async (_name, law) => {
    const files = await loadedBy([law.entry]);
    const wrong = files.filter((file) => law.parts.some((part) => part.test(file)));
    expect(wrong).toEqual([]);
    expect(files.length, "files at the start: load a part when it is used").toBeLessThanOrEqual(
      law.most,
    );
  });

  it("leaves nothing to load later that is missing or broken", async () => {
    expect(lateImports.length).toBeGreaterThan(15);
    await loadedBy(lateImports);
  });
});
