/** Uses each format once through a small real proxy, with the program that reads the format. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { proxyFileOf } from "@turnpike/proxy-strings/write/proxy-file.ts";
import type { ProxyFormat } from "@turnpike/proxy-strings/write/proxy-formats.ts";
import { chromium } from "playwright-core";
import { isFull } from "@turnpike/net/testing/full.ts";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { type LittleProxy, littleProxy } from "../../../testing/little-proxy.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";
import { folderForTests } from "@turnpike/net/testing/for-tests.ts";

// Browsers and servers are started here; that may take long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });
const run = promisify(execFile);
/** An environment without proxy settings, so that only the file applies. */
const bare = { PATH: process.env.PATH ?? "", HOME: tmpdir() };
const target = "http://turnpike.test/";
/** Typical credentials, and ones with characters special to shells, URLs and lists. */
const tame = { user: "shopper1-region-DE-sid-a1-t-10", password: "Secret99" };
const wild = { user: "shop per", password: `p@s:s/w?o#r%41d'"$HOME\\~` };

const open: { proxies: LittleProxy[]; programs: ChildProcess[] } = { proxies: [], programs: [] };
const folder = folderForTests();
beforeAll(async () => {
  // Squid drops its privileges before it writes.
  await chmod(folder, 0o777);
});
afterEach(async () => {
  for (const program of open.programs.splice(0)) {
    if (program.exitCode !== null) continue;
    program.kill("SIGKILL");
    await once(program, "exit");
  }
  await Promise.all(open.proxies.splice(0).map((proxy) => proxy.end()));
});

interface Login {
  user: string;
  password: string;
}
async function proxyFor({ user, password }: Login = { user: "", password: "" }) {
  const proxy = await littleProxy(user === "" ? "" : `${user}:${password}`);
  open.proxies.push(proxy);
  return proxy;
}

/** Writes a format's file for that proxy; `around` adds the rest of a configuration. */
async function written(
  format: ProxyFormat,
  { port }: LittleProxy,
  given: Partial<Login> & { protocol?: EndpointProtocol; around?: (text: string) => string } = {},
): Promise<string> {
  const { user = "", password = "", protocol, around = (text) => text } = given;
  const rest = { country: "DE", city: "", expires: "", remark: 'a "remark" # %s -- $x' };
  const fields = { host: "127.0.0.1", port, user, password, ...rest };
  const file = path.join(folder, `${format}-${port}`);
  await writeFile(file, around(proxyFileOf(format, [fields], { protocol })));
  return file;
}

/** Starts a program and waits until it listens on `port`. */
async function listening(port: number, command: string, args: string[]): Promise<void> {
  const program = spawn(command, args, { env: bare, cwd: folder, stdio: "ignore" });
  open.programs.push(program);
  for (let tries = 0; tries < 600; tries++) {
    if (program.exitCode !== null) throw new Error(`${command} ended with ${program.exitCode}`);
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    const [there] = await Promise.race([
      once(socket, "connect").then(() => [true]),
      once(socket, "close").then(() => [false]),
    ]).catch(() => [false]);
    socket.destroy();
    if (there) return;
    await sleep(50);
  }
  throw new Error(`${command} does not listen`);
}

const curl = (...args: string[]) => run("curl", ["-sS", "-m", "20", ...args], { env: bare });
const bash = (script: string) => run("bash", ["-c", script], { env: bare });
const both = ["http", "socks5"] as const;
const carriedBy = (proxy: LittleProxy) => proxy.carried.map(({ login }) => login);

test.each(both)(
  "curl accepts its command line, its file, and a URL of the list: %s",
  async (protocol) => {
    const proxy = await proxyFor(wild);
    const as = { ...wild, protocol };
    const line = await written("curl", proxy, {
      ...as,
      around: (text) => `${text.trim()} -sS ${target}\n`,
    });
    expect((await bash(`. ${line}`)).stdout).toContain("carried");
    expect((await curl("-K", await written("curlrc", proxy, as), target)).stdout).toContain(
      "carried",
    );
    const url = await written("url", proxy, as);
    // The URL's scheme resolves names locally, so an address is used here.
    expect((await bash(`curl -sS -x "$(head -1 ${url})" http://198.51.100.9/`)).stdout).toContain(
      "carried",
    );
    expect(carriedBy(proxy)).toEqual(Array(3).fill(`${wild.user}:${wild.password}`));
  },
);

test.each(both)(
  "bash sources the environment file, and curl uses its proxy: %s",
  async (protocol) => {
    const proxy = await proxyFor(wild);
    const file = await written("env", proxy, { ...wild, protocol });
    const { stdout, stderr } = await bash(`set -a; . ${file}; curl -sS -m 20 ${target}`);
    expect([stdout, stderr]).toEqual([expect.stringContaining("carried"), ""]);
    expect(proxy.carried).toHaveLength(1);
  },
);

test.each(both)("apt fetches through the proxy of its file: %s", async (protocol) => {
  const proxy = await proxyFor(wild);
  const file = await written("apt", proxy, { ...wild, protocol });
  const { stdout } = await run("apt-config", ["-c", file, "dump", "Acquire::http::Proxy"]);
  expect(stdout).toContain(`127.0.0.1:${proxy.port}`);
  const got = path.join(folder, `apt-got-${protocol}`);
  await run("/usr/lib/apt/apt-helper", ["-c", file, "download-file", `${target}x`, got]);
  expect(carriedBy(proxy)).toEqual([`${wild.user}:${wild.password}`]);
});

test("Python loads Scrapy's settings and uses their proxy", async () => {
  const proxy = await proxyFor(tame);
  const file = await written("scrapy", proxy, tame);
  const script = `import runpy, urllib.request as r
url = runpy.run_path("${file}")["ROTATING_PROXY_LIST"][0]
print(r.build_opener(r.ProxyHandler({"http": url})).open("${target}", timeout=20).read())`;
  expect((await run("python3", ["-c", script], { env: bare })).stdout).toContain("carried");
});

const browser = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
};
async function title(options: Parameters<typeof chromium.launch>[0]): Promise<string> {
  const started = await chromium.launch({ ...browser, ...options });
  try {
    const page = await started.newPage();
    await page.goto(target);
    return await page.title();
  } finally {
    await started.close();
  }
}

test.each(isFull ? both : both.slice(-1))("Chromium follows the PAC file: %s", async (protocol) => {
  const proxy = await proxyFor();
  const file = proxyFileOf("pac", [{ ...pacFields, port: proxy.port }], { protocol });
  const pac = `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(file).toString("base64")}`;
  expect(await title({ args: [...browser.args, `--proxy-pac-url=${pac}`] })).toBe("carried");
  expect(proxy.carried.map(({ how }) => how)).toContain(protocol === "http" ? "get" : "socks5");
});
const names = { country: "", city: "", expires: "", remark: "" };
const pacFields = { host: "127.0.0.1", user: "", password: "", ...names };

test.runIf(isFull)("Playwright authenticates with the first of its proxies", async () => {
  const proxy = await proxyFor(wild);
  const file = await written("playwright", proxy, wild);
  const module = `data:text/javascript;base64,${(await run("base64", ["-w0", file])).stdout}`;
  const { proxies } = (await import(module)) as { proxies: { server: string }[] };
  expect(await title({ proxy: proxies[0] ?? { server: "" } })).toBe("carried");
  expect(carriedBy(proxy)).toContain(`${wild.user}:${wild.password}`);
});

test.each(both)("proxychains relays curl, including host names: %s", async (protocol) => {
  const login = { user: "shop", password: `p@s:s/w?o#r%41d'"$\\~` };
  const proxy = await proxyFor(login);
  const file = await written("proxychains", proxy, { ...login, protocol });
  const { stdout } = await run(
    "proxychains4",
    ["-q", "-f", file, "curl", "-sS", "-m", "20", target],
    { env: bare },
  );
  expect(stdout).toContain("carried");
  const how = protocol === "http" ? "connect" : "socks5";
  expect(proxy.carried).toMatchObject([{ how, login: `${login.user}:${login.password}` }]);
  expect(proxy.carried[0]?.target).toBe("turnpike.test:80");
});

test("squid uses its parents unchanged, and authenticates with them", async () => {
  const login = { user: "shop per", password: `p@s:s/w?o#r%41d'"$\\~ %%` };
  const proxy = await proxyFor(login);
  const port = await freePort();
  const around = (text: string) =>
    `${text}http_access allow all\nhttp_port 127.0.0.1:${port}\npid_filename none\n` +
    `cache_log ${folder}/squid.log\naccess_log none\ncoredump_dir none\npinger_enable off\n` +
    "visible_hostname squid.test\nshutdown_lifetime 0 seconds\n";
  const file = await written("squid", proxy, { ...login, around });
  const { stderr } = await run("squid", ["-k", "parse", "-f", file]);
  expect(stderr).not.toMatch(/ERROR|FATAL|WARNING/);
  await listening(port, "squid", ["-N", "-f", file]);
  expect((await curl("-x", `http://127.0.0.1:${port}`, target)).stdout).toContain("carried");
  expect(carriedBy(proxy)).toContain(`${login.user}:${login.password}`);
});

test("haproxy relays bytes to its servers, and the client authenticates", async () => {
  const proxy = await proxyFor(tame);
  const port = await freePort();
  const around = (text: string) => text.replace("127.0.0.1:8118", `127.0.0.1:${port}`);
  const file = await written("haproxy", proxy, { around });
  await run("haproxy", ["-c", "-f", file]);
  await listening(port, "haproxy", ["-f", file, "-db"]);
  const through = `socks5h://${tame.user}:${tame.password}@127.0.0.1:${port}`;
  expect((await curl("-x", through, target)).stdout).toContain("carried");
  const asHttp = `http://${tame.user}:${tame.password}@127.0.0.1:${port}`;
  expect((await curl("-x", asHttp, target)).stdout).toContain("carried");
  expect(proxy.carried.map(({ how }) => how)).toEqual(["socks5", "get"]);
});

test.each(both)("privoxy forwards to the proxy of its file: %s", async (protocol) => {
  // Privoxy supports a password for SOCKS5 only; otherwise the address is whitelisted.
  const login =
    protocol === "socks5" ? { user: "shop%41", password: `p:s/w?r%41d'"$\\~` } : undefined;
  const proxy = await proxyFor(login);
  const port = await freePort();
  const around = (text: string) =>
    `${text}listen-address 127.0.0.1:${port}\nlogdir ${folder}\nconfdir /etc/privoxy\n`;
  const file = await written("privoxy", proxy, { ...login, protocol, around });
  await run("privoxy", ["--config-test", file]);
  await listening(port, "privoxy", ["--no-daemon", file]);
  expect((await curl("-x", `http://127.0.0.1:${port}`, target)).stdout).toContain("carried");
  expect(proxy.carried).toMatchObject([{ how: protocol === "http" ? "get" : "socks5" }]);
});

test.each(both)("tinyproxy forwards to the proxy of its file: %s", async (protocol) => {
  const login = { user: "shop%41", password: `p:s/w?r%41d'"$\\~#` };
  const proxy = await proxyFor(login);
  const port = await freePort();
  const around = (text: string) =>
    `${text}Port ${port}\nListen 127.0.0.1\nMaxClients 5\nTimeout 30\n`;
  const file = await written("tinyproxy", proxy, { ...login, protocol, around });
  await listening(port, "tinyproxy", ["-d", "-c", file]);
  expect((await curl("-x", `http://127.0.0.1:${port}`, target)).stdout).toContain("carried");
  expect(carriedBy(proxy)).toEqual([`${login.user}:${login.password}`]);
});
