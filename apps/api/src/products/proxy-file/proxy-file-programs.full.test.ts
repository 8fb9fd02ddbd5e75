/**
 * What larger programs read: lists in Crawlee, the policy of a machine in Chromium, and the sample
 * program in C#, which Debian has Mono for.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { proxyFileOf } from "@turnpike/proxy-strings/write/proxy-file.ts";
import { snippet } from "@turnpike/rules/endpoint-snippets.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type LittleProxy, littleProxy } from "../../../testing/little-proxy.ts";

const run = promisify(execFile);
const programs = path.resolve(import.meta.dirname, "../../../../../tools/programs/node_modules");
const target = "http://turnpike.test/";
const login = { user: "shop per", password: `p@s:s/w?o#r%41d'"$HOME\\~` };
const names = { country: "", city: "", expires: "", remark: "" };
const both = ["http", "socks5"] as const;

let folder = "";
let proxy: LittleProxy;
beforeAll(() => {
  if (!existsSync(programs)) throw new Error(`missing: ${programs} (npm run test:full has it)`);
  folder = mkdtempSync(path.join(tmpdir(), "turnpike-programs-"));
  symlinkSync(programs, path.join(folder, "node_modules"));
});
afterEach(() => proxy.end());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("Crawlee crawls through the URLs of the JSON array", async () => {
  proxy = await littleProxy(`${login.user}:${login.password}`);
  const fields = { host: "127.0.0.1", port: proxy.port, ...login, ...names };
  writeFileSync(path.join(folder, "proxies.json"), proxyFileOf("json-urls", [fields], {}));
  const program = `import { readFileSync } from "node:fs";
import { Configuration, HttpCrawler, ProxyConfiguration } from "@crawlee/http";
const proxyUrls = JSON.parse(readFileSync("proxies.json", "utf8"));
const crawler = new HttpCrawler({
  proxyConfiguration: new ProxyConfiguration({ proxyUrls }),
  maxRequestRetries: 0,
  requestHandler: ({ body }) => console.log(String(body)),
}, new Configuration({ persistStorage: false }));
await crawler.run([${JSON.stringify(target)}]);
`;
  writeFileSync(path.join(folder, "crawl.mjs"), program);
  const { stdout } = await run(process.execPath, ["crawl.mjs"], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", HOME: folder },
    timeout: 60_000,
  });
  expect(stdout).toContain("<title>carried</title>");
  expect(proxy.carried[0]?.login).toBe(`${login.user}:${login.password}`);
}, 90_000);

/** Chromium reads policies from one folder of the machine: here, from a mount of its own. */
test.each(both)(
  "Chromium obeys the policy file: %s",
  async (protocol) => {
    proxy = await littleProxy();
    const fields = { host: "127.0.0.1", port: proxy.port, user: "", password: "", ...names };
    const file = path.join(folder, `policy-${protocol}.json`);
    writeFileSync(file, proxyFileOf("chrome-policy", [fields], { protocol }));
    const script = `mount -t tmpfs none /etc/chromium
mkdir -p /etc/chromium/policies/managed
cp ${file} /etc/chromium/policies/managed/
exec ${process.env.CHROMIUM ?? "/usr/bin/chromium"} --headless=new --no-sandbox --disable-gpu \\
  --user-data-dir=${folder}/chrome-${protocol} --dump-dom ${target}`;
    const isRoot = process.getuid?.() === 0;
    const command = [...(isRoot ? [] : ["sudo"]), "unshare", "-m", "sh", "-ec", script];
    const { stdout } = await run(command[0] ?? "", command.slice(1), {
      env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", HOME: folder },
      timeout: 60_000,
    });
    expect(stdout).toContain("<title>carried</title>");
    expect(proxy.carried.map(({ how, target: to }) => [how, to.split(":")[0]])).toContainEqual([
      protocol === "http" ? "get" : "socks5",
      "turnpike.test",
    ]);
  },
  90_000,
);

test("The sample program in C# logs in to the proxy, in the form that Mono compiles", async () => {
  proxy = await littleProxy(`${login.user}:${login.password}`);
  const { user: username, password } = login;
  const endpoint = { protocol: "http" as const, host: "127.0.0.1", port: proxy.port };
  const { code } = snippet("csharp", { ...endpoint, username, password }, target);
  // Its compiler is older than programs without a class, and than `using var`.
  const main = "static void Main() { Run().Wait(); } static async Task Run()";
  const older = code.replace("using var", "var").replace("\n\n", `\nclass P { ${main} {\n`);
  const usings = "using System; using System.Net.Http; using System.Threading.Tasks;";
  writeFileSync(path.join(folder, "proxy.cs"), `${usings} ${older}}}`);
  const options = { cwd: folder, env: { PATH: "/usr/bin:/bin", HOME: folder }, timeout: 60_000 };
  await run("mcs", ["-r:System.Net.Http.dll", "proxy.cs"], options);
  const { stdout } = await run("mono", ["proxy.exe"], options);
  expect(stdout).toContain("<title>carried</title>");
  expect(proxy.carried).toMatchObject([{ how: "get", login: `${login.user}:${login.password}` }]);
}, 90_000);
