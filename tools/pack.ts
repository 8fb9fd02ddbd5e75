/**
 * Packs the product's processes into few files each: `apps/{api,gateway,turnpike}/dist/main.mjs`,
 * the command line (`apps/api/dist/operator.mjs`), and what they load. Half of a start was Node's finding, reading and linking of modules, and what is
 * linked stays in memory (docs/adr/0064-packed-processes.md). Sources run the same without it.
 */
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

/**
 * Packs the applications into `dist` of each.
 * @param to the folder that has `apps/NAME/dist`
 */
export async function pack(to = root): Promise<void> {
  const apps = ["api", "gateway", "turnpike"];
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
          cleanDir: true,
        },
        logLevel: "warn",
      }),
    ),
  );
}

if (import.meta.main) await pack();
