/** Runs sample programs through a small real proxy, with the programs that are installed here. */
import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type SnippetLanguage, snippet } from "@turnpike/rules/endpoint-snippets.ts";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, test, vi } from "vitest";
import { littleProxy } from "../../../testing/little-proxy.ts";

vi.setConfig({ testTimeout: 90_000 });
const run = promisify(execFile);
const target = "http://turnpike.test/";
const login = { username: "shopper1-region-DE-sid-a1-t-10", password: "Secret99" };
const proxy = forTests(async () => {
  const { end: stop, ...little } = await littleProxy(`${login.username}:${login.password}`);
  return { ...little, stop };
});

const folder = folderForTests();
beforeAll(async () => {
  const modules = path.join(folder, "node_modules");
  await mkdir(path.join(modules, "playwright"), { recursive: true });
  const root = path.resolve(import.meta.dirname, "../../../../..");
  await symlink(path.join(root, "node_modules/undici"), path.join(modules, "undici"));
  // `playwright` downloads a browser of its own; here it starts the one that is installed.
  const core = JSON.stringify(path.join(root, "node_modules/playwright-core/index.mjs"));
  await writeFile(
    path.join(modules, "playwright/index.mjs"),
    `import { chromium as own } from ${core};
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const chromium = {
  launch: (options) => own.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], ...options }),
};`,
  );
  const exported = { name: "playwright", exports: "./index.mjs" };
  await writeFile(path.join(modules, "playwright/package.json"), JSON.stringify(exported));
});

const programs = [
  ["curl", "proxy.sh", "sh"],
  ["python", "proxy.py", "/usr/bin/python3"],
  ["node", "proxy.mjs", process.execPath],
  ["playwright", "playwright.mjs", process.execPath],
  ["scrapy", "spider.py", "/usr/bin/scrapy"],
] as const satisfies [SnippetLanguage, string, string][];

test.each(programs)(
  "the program for %s carries a byte, logged in, as it is",
  async (name, file, by) => {
    const endpoint = { protocol: "http", host: "127.0.0.1", port: proxy.port, ...login } as const;
    const where = path.join(folder, file);
    await writeFile(where, snippet(name, endpoint, target).code);
    const before = proxy.carried.length;
    const args = name === "scrapy" ? ["runspider", "-s", "ROBOTSTXT_OBEY=0", where] : [where];
    const env = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };
    const { stdout } = await run(by, args, { cwd: folder, env });
    expect(stdout).toContain("carried");
    const { username, password } = login;
    const carried = proxy.carried.slice(before);
    expect(carried.map((one) => one.login)).toContain(`${username}:${password}`);
  },
);
