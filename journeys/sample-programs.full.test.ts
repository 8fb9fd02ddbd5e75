/**
 * The sample programs that the dashboard shows, run as a customer runs them: through the real
 * gateway, over both protocols, each seen by its target from an exit.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import {
  type SnippetLanguage,
  snippet,
  snippetLanguages,
} from "@turnpike/rules/endpoint-snippets.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customerWithTraffic } from "./customer.ts";
import type { RunningProduct } from "./product.ts";
import { sharedProduct } from "./shared.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "..");
const programs = path.join(root, "tools/programs/node_modules");
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
let product: RunningProduct;
let folder = "";
let who = { account: "", password: "" };

beforeAll(async () => {
  const needed = ["php", "go", "java", "scrapy", "chromedriver"];
  const places = [...needed.map((name) => `/usr/bin/${name}`), programs, chromium];
  const missing = places.filter((place) => !existsSync(place));
  if (missing.length > 0)
    throw new Error(`missing: ${missing.join(", ")} (npm run test:full installs them)`);
  product = await sharedProduct();
  folder = mkdtempSync(path.join(tmpdir(), "journey-programs-"));
  symlinkSync(programs, path.join(folder, "node_modules"));
  const { account, password } = await customerWithTraffic(product);
  who = { account, password };
}, 90_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How a program is saved, and how it is run. */
interface Way {
  file: string;
  commands: string[][];
  /** What differs on this machine: where the browser is, and how its package is called. */
  here?: (code: string) => string;
}
const browser = `executablePath: "${chromium}"`;
const node = process.execPath;
/** All but C#, which sends nothing to loopback through a proxy: `proxy-file-programs` has it. */
type Tried = Exclude<SnippetLanguage, "csharp">;
const ways: Record<Tried, Way> = {
  curl: { file: "proxy.sh", commands: [["sh", "proxy.sh"]] },
  python: { file: "proxy.py", commands: [["/usr/bin/python3", "proxy.py"]] },
  node: { file: "proxy.mjs", commands: [[node, "proxy.mjs"]] },
  php: { file: "proxy.php", commands: [["php", "proxy.php"]] },
  go: { file: "proxy.go", commands: [["go", "run", "proxy.go"]] },
  java: { file: "ProxyExample.java", commands: [["java", "ProxyExample.java"]] },
  playwright: {
    file: "proxy.mjs",
    commands: [[node, "proxy.mjs"]],
    here: (code) =>
      code
        .replace('"playwright"', `"${path.join(root, "node_modules/playwright-core/index.mjs")}"`)
        .replace("launch({", `launch({ ${browser},`),
  },
  puppeteer: {
    file: "proxy.mjs",
    commands: [[node, "proxy.mjs"]],
    here: (code) =>
      code
        .replace('"puppeteer"', '"puppeteer-core"')
        .replace("launch({", `launch({ ${browser},`)
        .replace("args: [", 'args: ["--no-sandbox",'),
  },
  selenium: {
    file: "proxy.mjs",
    commands: [[node, "proxy.mjs"]],
    here: (code) =>
      code.replace(
        "new Options()",
        `new Options().setChromeBinaryPath("${chromium}").addArguments("--no-sandbox", "--headless=new")`,
      ),
  },
  scrapy: { file: "proxy.py", commands: [["scrapy", "runspider", "--nolog", "proxy.py"]] },
};

/** Runs the program; returns what it prints. */
async function printed(language: Tried, protocol: EndpointProtocol): Promise<string> {
  const [host = "", port = ""] = product.gateway.split(":");
  const username = `${who.account}-region-US-sid-${language}`;
  const endpoint = { protocol, host, port: Number(port), username, password: who.password };
  const { code } = snippet(language, endpoint, `${product.target}/ip`);
  const { file, commands, here = (text) => text } = ways[language];
  writeFileSync(path.join(folder, file), here(code));
  const env = {
    PATH: "/usr/bin:/bin",
    HOME: folder,
    GO111MODULE: "off",
    GOCACHE: path.join(folder, "go-cache"),
    SE_OFFLINE: "true",
    SE_AVOID_STATS: "true",
  };
  let out = "";
  for (const [command = "", ...args] of commands)
    out = (await run(command, args, { cwd: folder, env, timeout: 100_000 })).stdout;
  return out;
}

const both = ["http", "socks5"] as const;
const cases = snippetLanguages
  .filter((language) => language !== "csharp")
  .flatMap((language) => both.map((protocol) => ({ language, protocol })));
test.each(cases)(
  "$language over $protocol carries a request through an exit",
  async (one) => {
    expect(await printed(one.language, one.protocol)).toMatch(/"ip":\s*"127\.1\.\d+\.\d+"/);
  },
  120_000,
);
