/** Laws of every file (spec/quality#repository). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { calls } from "@turnpike/contract/calls.ts";
import { refusals } from "@turnpike/contract/refusals.ts";
import { ownTexts, textAreas, textNames, translations } from "@turnpike/locales/catalogues.ts";
import { describe, expect, it } from "vitest";
import { sources } from "./tree.ts";

const root = path.resolve(import.meta.dirname, "..");
const code = sources([".ts", ".tsx"]).filter((file) => !file.name.includes(".gen."));
const apiCode = code.filter(
  (file) => file.name.startsWith("apps/api/src/") && !file.name.endsWith(".test.ts"),
);

describe("source files", () => {
  it("have at most 300 lines", () => {
    const long = code
      .map((file) => [file.text.split("\n").length - 1, file.name] as const)
      .filter(([lines]) => lines > 300);
    expect(long).toEqual([]);
  });

  it("have no catch-all names: utils, helpers, common or index", () => {
    const nameless = code.filter((file) =>
      /(^|\/)(utils?|helpers?|common|index)(\/|\.tsx?$)/.test(file.name),
    );
    expect(nameless.map((file) => file.name)).toEqual([]);
  });
});

describe("connections to PostgreSQL", () => {
  const opener = "apps/api/src/platform/db/connection.ts";
  const product = code.filter(
    ({ name }) => /^(apps|packages)\//.test(name) && !/(testing|\.test\.ts$)/.test(name),
  );

  it("are opened by one file, which sets what every session needs (spec/accounting#database)", () => {
    const opens =
      /import (?!type\b)[^;]* from "pg"|\bnew (pg\.)?(Pool|Client)\(|\bconnectionString:/;
    // `new Client(` may also be another library's.
    const isOther = ({ text }: { text: string }) =>
      !/ from "pg(-boss)?"/.test(text) && !text.includes("connectionString:");
    const others = product.filter((file) => opens.test(file.text) && !isOther(file));
    expect(others.map(({ name }) => name)).toEqual([
      "apps/api/src/platform/db/connection.ts",
      "apps/api/src/platform/db/database.ts",
    ]);
    expect(product.find(({ name }) => name === opener)?.text).toContain(
      "default_transaction_isolation",
    );
    const bosses = product.filter(({ text }) => text.includes("new PgBoss("));
    expect(bosses.every(({ text }) => text.includes("...libraryConnection("))).toBe(true);
  });
});

describe("files that are referenced by path", () => {
  const paths = [
    /\(import\.meta\.dirname, "([^"]+\.ts)"\)/g,
    /new URL\("([^"]+\.ts)", import\.meta\.url\)/g,
  ];

  it("exist, as neither the compiler nor knip checks such paths", () => {
    const gone = code.flatMap(({ name, text }) =>
      paths
        .flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""))
        .filter((file) => !existsSync(path.join(root, path.dirname(name), file)))
        .map((file) => `${name}: ${file}`),
    );
    expect(gone).toEqual([]);
  });
});

describe("docs/folders.md", () => {
  const page = readFileSync(path.join(root, "docs/folders.md"), "utf8");
  /** Code folders, up to two levels below an app's sources. */
  const folders = ["api", "gateway", "dashboard"].flatMap((app) => {
    const top = `apps/${app}/src/`;
    const inside = code
      .filter(({ name }) => name.startsWith(top))
      .map(({ name }) => name.slice(top.length).split("/").slice(0, -1).slice(0, 2).join("/"));
    return [...new Set(inside)].filter((name) => name && !name.endsWith("testing"));
  });

  it("has one line for each folder", () => {
    const missing = folders.filter((name) => !page.includes(`| \`${name}\` |`));
    expect(missing).toEqual([]);
  });

  it("lists only existing folders", () => {
    const [api = "", gateway = "", dashboard = ""] = page.split(/^## /m).slice(1);
    const named = [api, gateway, dashboard].flatMap((part) =>
      [...part.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]),
    );
    expect(named.filter((name) => !folders.includes(name ?? ""))).toEqual([]);
  });
});

describe("tables", () => {
  const tables = sources([".sql"], ["apps/api/src/platform/db/migrations"]).flatMap((file) =>
    [...file.text.matchAll(/create (?:unlogged )?table (?:if not exists )?"?(\w+)"?/gi)].map(
      (match) => match[1] ?? "",
    ),
  );
  /** Verification and the export of an account read across nouns; they write nothing. */
  const readers =
    /^apps\/api\/src\/(ledger\/verify\.ts|platform\/db\/|across\/operator\/|across\/personal-data\/tables\.ts)|\/verify\.ts$/;

  /** Comments and imports: `from "node:fs"` names no table. */
  const noQuery = /\/\*[\s\S]*?\*\/|\/\/.*| from "[^"]*";/g;
  const code = apiCode
    .filter(({ name }) => !readers.test(name) && !name.endsWith("testing.ts"))
    .map(({ name, text }) => ({ name, text: text.replace(noQuery, "") }));
  /** For each table, the files that use it in a query. */
  const named = tables.map((table) => {
    // The lookahead excludes imports: `from "node:…"`.
    const plain = new RegExp(`\\b(from|into|update|join)\\s+"?${table}"?(?![\\w:])`, "i");
    const files = code.filter(({ text }) => plain.test(text));
    return { table, files: files.map(({ name }) => name) };
  });
  /** A noun's store may be a folder with several files. */
  const nounOf = (name: string) => path.posix.dirname(name).replace(/\/store$/, "");

  it("have one owner each: only one noun queries them", () => {
    expect(tables.length).toBeGreaterThan(10);
    const shared = named
      .map(({ table, files }) => ({ table, nouns: new Set(files.map(nounOf)) }))
      .filter(({ nouns }) => nouns.size > 1)
      .map(({ table, nouns }) => `${table}: ${[...nouns].join(", ")}`);
    expect(shared).toEqual([]);
  });

  it("are queried only by their noun's store", () => {
    const ledger = /^apps\/api\/src\/ledger\//;
    const elsewhere = named.flatMap(({ table, files }) =>
      files
        .filter((name) => !/\/store(\.ts$|\/)/.test(name) && !ledger.test(name))
        .map((name) => `${name}: ${table}`),
    );
    expect(elsewhere).toEqual([]);
  });
});

describe("the browser", () => {
  const pages = code.filter(
    ({ name }) =>
      /^(apps\/(dashboard|console)|packages\/ui)\/src\//.test(name) &&
      !/\.test\.tsx?$|\/testing\//.test(name),
  );
  /** Lines of the web applications that match, except in the files that may. */
  const linesWith = (pattern: RegExp, allowed: readonly string[]) =>
    pages
      .filter(({ name }) => !allowed.includes(name))
      .flatMap(({ name, text }) =>
        text
          .replace(noComment, "")
          .split("\n")
          .filter((line) => pattern.test(line))
          .map((line) => `${name}: ${line.trim()}`),
      );
  const noComment = /\/\*[\s\S]*?\*\/|\/\/.*/g;

  it("is asked for stored data by one module, as it may refuse", () => {
    const stored =
      /\b(localStorage|sessionStorage|indexedDB|useLocalStorage|useSessionStorage)\b|document\.cookie/;
    expect(linesWith(stored, ["packages/ui/src/lib/storage.ts"])).toEqual([]);
  });

  it("is asked for the time only to measure how long something takes: the product has a clock", () => {
    const clock = /\bDate\.now\b|\bnew Date\(\)/;
    const measuring = [
      "packages/ui/src/lib/product-clock.ts",
      "apps/dashboard/src/lib/use-second.ts",
      "apps/dashboard/src/lib/use-countdown.ts",
      "apps/dashboard/src/features/pool/OpenResult.tsx",
    ];
    expect(linesWith(clock, measuring)).toEqual([]);
  });
});

describe("languages", () => {
  const catalogs = sources([".json"], ["packages/locales/src"]);

  it.each(translations)("have no text that English lacks: %s (English is enough)", (lang) => {
    const stale = textAreas().flatMap((area) => {
      const english = new Set(textNames(ownTexts("en", area)));
      return textNames(ownTexts(lang, area)).filter((name) => !english.has(name));
    });
    expect(stale).toEqual([]);
    const folder = readdirSync(path.join(root, "packages/locales/src", lang));
    expect(folder.filter((file) => !textAreas().includes(file.replace(".json", "")))).toEqual([]);
  });

  it("have a text for every refusal", () => {
    expect(Object.keys(ownTexts("en", "refusals"))).toEqual(
      expect.arrayContaining(Object.keys(refusals)),
    );
  });

  it("have no empty text", () => {
    const empty = catalogs.filter((file) => /:\s*""/.test(file.text)).map((file) => file.name);
    expect(empty).toEqual([]);
  });
});

describe("the product's own name", () => {
  // The provider's own stands in its place, as `{{brand}}` or from `lib/brand.ts`.
  const name = /turnpike/i;

  it("stands in no text but those of mails", () => {
    const named = sources([".json"], ["packages/locales/src"]).filter(
      (file) => name.test(file.text) && !file.name.endsWith("/mails.json"),
    );
    expect(named.map((file) => file.name)).toEqual([]);
  });

  it("stands in no code of the dashboard, nor in what it takes from packages", () => {
    const shown =
      /^(apps\/dashboard\/src|packages\/(ui|rules|proxy-strings)\/src|packages\/contract\/src\/examples)\//;
    const internal = /"@turnpike\/[^"]*"|process\.env\["TURNPIKE_\w+"\]/g;
    const named = code.filter(
      (file) =>
        shown.test(file.name) &&
        !/\.test\.tsx?$|\/testing\//.test(file.name) &&
        name.test(file.text.replace(internal, "")),
    );
    expect(named.map((file) => file.name)).toEqual([]);
  });

  it("stands in no style, not even as a part of a variable's name", () => {
    const styles = sources([".css"], ["apps/dashboard", "packages/ui"]);
    expect(styles.length).toBeGreaterThan(20);
    expect(styles.filter((file) => /pike/i.test(file.text)).map((file) => file.name)).toEqual([]);
  });
});

it("lazily loaded code is loaded only through lazy-component.ts, which waits for a network", () => {
  const bare = code.filter(
    ({ name, text }) =>
      /^(apps\/(dashboard|console)|packages\/ui)\/src\//.test(name) &&
      !name.endsWith("/lib/lazy-component.ts") &&
      /import \{[^}]*\blazy\b[^}]*\} from "react"/.test(text),
  );
  expect(bare.map(({ name }) => name)).toEqual([]);
});

describe("the visual language", () => {
  const styles = sources([".css"], ["apps/dashboard", "apps/console", "packages/ui"]).filter(
    (file) => !file.name.endsWith("/theme.css"),
  );
  /** QR codes and third-party logos are on white in any theme. */
  const onWhite = /background: #fff;/g;
  /** The headline of the sign-in layout, as wide as the window allows. */
  const display = /font-size: 1\.(9|375)rem/g;

  it("takes colours and font sizes from the theme", () => {
    const own = styles.flatMap((file) => {
      const text = file.text.replace(onWhite, "").replace(display, "");
      const found = text.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|font-size: *[\d.]+(px|rem)/gi);
      return found ? [`${file.name}: ${found.join(" ")}`] : [];
    });
    expect(own).toEqual([]);
  });
});

describe("calls", () => {
  const tests = code.filter((file) => file.name.includes(".test."));

  it.each(Object.entries(calls))("%s is named in a test", (name, { path: callPath }) => {
    const named = new RegExp(
      `["'\`/]${callPath.slice(1)}["'\`]|\\bcalls\\.${name}\\b|["']${name}["']`,
    );
    const own = tests.filter((file) => !file.name.startsWith("tools/") && named.test(file.text));
    expect(own.map((file) => file.name)).not.toEqual([]);
  });
});
