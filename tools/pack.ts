/**
 * Packs the product's processes into few files each: `apps/{api,gateway,turnpike}/dist/main.mjs`,
 * the command line (`apps/api/dist/operator.mjs`), and what they load. Half of a start was Node's finding, reading and linking of modules, and what is
 * linked stays in memory (docs/adr/0064-packed-processes.md). Sources run the same without it.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { build, type Plugin } from "rolldown";

const root = path.resolve(import.meta.dirname, "..");

/**
 * Left in node_modules: parts in machine code, packages that read files beside their own, and what
 * is loaded late and alone.
 */
const external = [
  /^(@node-rs\/argon2|koffi|pdfkit|oidc-provider|stripe|nodemailer|openid-client)(\/|$)/,
  /^@modelcontextprotocol\//,
];

const apps = ["api", "gateway", "turnpike"];

/** The operator's command line, which loads much of the API. */
const commandLine = { operator: "operator.ts" };

/** What a module finds by its own place, it finds by its source's, which is beside `dist`. */
const placeOfSource = (dist: string): Plugin => ({
  name: "place-of-source",
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.(url|dirname)/ },
    handler(code, id) {
      const from = path.relative(dist, id).split(path.sep).join("/");
      return code
        .replaceAll("import.meta.url", `new URL(${JSON.stringify(from)}, import.meta.url).href`)
        .replaceAll(
          "import.meta.dirname",
          `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(from)}`)})`,
        );
    },
  },
});

/** Packs the applications into `apps/NAME/dist` below the folder `to`. */
export async function pack(to: string): Promise<void> {
  await Promise.all(
    apps.map((app) =>
      build({
        cwd: path.join(root, "apps", app),
        input: { main: "src/main.ts", ...(app === "api" ? commandLine : {}) },
        platform: "node",
        external,
        plugins: [placeOfSource(path.join(root, "apps", app, "dist"))],
        output: {
          dir: path.join(to, "apps", app, "dist"),
          format: "esm",
          entryFileNames: "[name].mjs",
          chunkFileNames: "[name]-[hash].mjs",
        },
        logLevel: "warn",
      }),
    ),
  );
}

/** Packs into an empty folder and exchanges the results: two runs at once do not mix theirs. */
async function packInPlace(): Promise<void> {
  const kept = path.join(root, ".turnpike");
  mkdirSync(kept, { recursive: true });
  const made = mkdtempSync(path.join(kept, "pack-"));
  await pack(made);
  for (const app of apps) {
    const dist = path.join(root, "apps", app, "dist");
    mkdirSync(dist, { recursive: true });
    renameSync(dist, path.join(made, app));
    renameSync(path.join(made, "apps", app, "dist"), dist);
  }
  rmSync(made, { recursive: true });
}

if (import.meta.main) await packInPlace();
