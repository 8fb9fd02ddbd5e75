/**
 * The commands of the README, on a machine with nothing but Node 20 or newer. Plain JavaScript,
 * because it runs before anything is installed: it installs the locked packages if they are missing
 * or changed, finds the pinned Node, and hands over to it.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

// Not import.meta.dirname: Debian 12's Node 18 lacks it.
const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

/** Runs a command to its end; exits with its code if it fails. */
function run(command, args, extra = {}) {
  const done = spawnSync(command, args, { stdio: "inherit", ...extra });
  if (done.error) throw done.error;
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Runs the product until it exits, forwarding signals. */
function stay(command, args, more = {}) {
  // The channel tells the product when this process is gone, for whatever reason.
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(command, args, { stdio, env: { ...process.env, ...more } });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  onceNpmIsGone(() => child.kill("SIGTERM"));
  child.on("error", (error) => {
    throw error;
  });
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** Calls back when the npm that started this process was killed: it can forward no more signals. */
function onceNpmIsGone(gone) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, 250);
  timer.unref();
}

/** Whether this machine runs only gateways (spec/nodes#roles). */
function isGateway() {
  const file = process.env.TURNPIKE_ENV_FILE;
  const lines = file && existsSync(file) ? readFileSync(file, "utf8") : "";
  const setting = (name) =>
    process.env[name] || new RegExp(`^\\s*${name}=["']?([^"'\\n]*)`, "m").exec(lines)?.[1];
  if (setting("ROLE")) return setting("ROLE") === "gateway";
  if (setting("TURNPIKE_JOIN") || setting("TURNPIKE_JOIN_FILE")) return true;
  return existsSync(path.join(setting("DATA_DIR") || "data", "node.json"));
}

const sha = (text) => createHash("sha256").update(text).digest("hex");

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/**
 * Says what is about to be installed. Where `TURNPIKE_NO_INSTALL=1`, nothing is: what is missing then
 * fails where it is needed.
 * @param {string} what
 */
function mayInstall(what) {
  const isOff = process.env.TURNPIKE_NO_INSTALL === "1";
  console.error(isOff ? `Not installed (TURNPIKE_NO_INSTALL=1): ${what}` : `Installing ${what} …`);
  return !isOff;
}

/** `npm ci` once per lock file. */
function install() {
  const stamp = "node_modules/.turnpike-lock";
  const wanted = sha(readFileSync("package-lock.json"));
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  if (!mayInstall("the packages of package-lock.json (npm ci: once, about a minute)")) return;
  const { command, args, env } = installer();
  run(command, [...args, "ci", "--loglevel=error"], { env });
  writeFileSync(stamp, wanted);
}

/**
 * The npm that installs packages. Older versions, and those on an older Node, silently skip
 * packages (Debian 12: Node 18, npm 9); then newer ones are fetched into a separate folder.
 */
function installer() {
  const { stdout, error } = spawnSync(npm, ["--version"], { encoding: "utf8" });
  if (error) throw error;
  const [major, minor] = process.versions.node.split(".").map(Number);
  const isNewEnough = major > 20 || (major === 20 && minor >= 19);
  if (isNewEnough && Number(stdout.split(".")[0]) >= 10)
    return { command: npm, args: [], env: process.env };
  const folder = path.join(root, ".turnpike/npm");
  console.error(`Node ${process.versions.node} and npm ${stdout.trim()} are old.`);
  mayInstall(`node@24 and npm@11 in ${folder}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), "{}");
  run(npm, ["install", "--loglevel=error", "node@24", "npm@11"], { cwd: folder });
  const modules = path.join(folder, "node_modules");
  const bin = path.join(modules, ".bin");
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  return { command: path.join(bin, "node"), args: [path.join(modules, "npm/bin/npm-cli.js")], env };
}

/**
 * Installs once, from lock files of their own, what only `npm run test:full` needs: Lighthouse, and
 * programs of customers.
 */
function installApart(folder, what) {
  const stamp = `${folder}/node_modules/.turnpike-lock`;
  const wanted = sha(readFileSync(`${folder}/package-lock.json`));
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  if (!mayInstall(`${what} for the tests, in ${folder} (npm ci)`)) return;
  // They run on the pinned Node, whatever version this one is.
  run(npm, ["ci", "--loglevel=error", "--ignore-scripts"], { cwd: path.join(root, folder) });
  writeFileSync(stamp, wanted);
}

/** The pinned Node 24 in node_modules, or the running one if it is new enough. */
function node() {
  const pinned = path.join(root, "node_modules/.bin/node");
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  console.error("This platform has no packaged Node 24: please install Node 24 or newer.");
  process.exit(1);
}

/** A file, or all files below a folder, sorted, without built or installed ones. */
function files(folder) {
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !["node_modules", "dist"].includes(entry.name))
    .flatMap((entry) => {
      const name = path.join(folder, entry.name);
      return entry.isDirectory() ? files(name) : [name];
    })
    .sort((a, b) => (a < b ? -1 : 1));
}

/** Written by tools/generate.ts, and what they are written from. */
const generated = [
  "packages/client/src/calls.gen.ts",
  "packages/client-python/src/proxy_api/calls_gen.py",
  "apps/dashboard/src/lib/paths.gen.ts",
  "apps/console/src/lib/calls.gen.ts",
];
const generatedFrom = [
  "packages/contract",
  "packages/rules",
  "packages/proxy-strings",
  "apps/console/build-steps",
  "apps/dashboard/build-steps",
];

/** Generates what is not in git from the contract, if that has changed. */
function generate() {
  const sources = [
    ...generatedFrom.flatMap(files),
    "packages/client/generate.ts",
    "packages/client-python/generate.ts",
    "tools/generate.ts",
  ];
  const hash = sha(sources.map((file) => file + sha(readFileSync(file))).join("\n"));
  const stamp = ".turnpike/generated";
  const isThere = generated.every((file) => existsSync(file));
  if (isThere && existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  run(node(), ["tools/generate.ts"]);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** The processes of the product are packed together. */
const processes = "apps/turnpike";
/** The builds: processes, dashboard, console, and the downloads (the manager's file, the clients). */
const builds = {
  [processes]: {
    from: [
      "apps/api",
      "apps/gateway",
      "apps/manager",
      "apps/wholesale",
      "packages/contract",
      "packages/link",
      "packages/locales",
      "packages/net",
      "packages/proxy-strings",
      "packages/rules",
      "package-lock.json",
      "tools/pack.ts",
    ],
  },
  "apps/dashboard": {
    from: [
      "packages/contract",
      "packages/rules",
      "packages/proxy-strings",
      "packages/locales",
      "packages/ui",
    ],
  },
  "apps/console": {
    from: [
      "packages/contract",
      "packages/rules",
      "packages/proxy-strings",
      "packages/locales",
      "packages/ui",
    ],
  },
  "apps/manager": { from: ["packages/contract", "packages/rules", "packages/proxy-strings"] },
  "packages/client": { from: ["packages/client-python"], script: "bundle" },
};

/** Builds everything whose sources changed since the last build, in parallel. */
async function build() {
  generate();
  await Promise.all(Object.keys(builds).map(buildOne));
}

/** Tests that load sources only: what the browser and the downloads get need not be built for them. */
const fromSources =
  /^(tools|packages\/(?!client)|apps\/(gateway|wholesale|dashboard|console)\/|apps\/api\/src\/(?!platform\/http|across\/(docs|console)))/;
const needBuild = (tests) => tests.length === 0 || !tests.every((file) => fromSources.test(file));

/** Builds share most of their sources. */
const hashes = new Map();
function hashOf(file) {
  const hash = hashes.get(file) ?? sha(readFileSync(file));
  hashes.set(file, hash);
  return hash;
}

/** Exits with the build's code if it fails. */
async function buildOne(app) {
  const { from, script = "build" } = builds[app];
  const sources = [app, ...from].flatMap(files).filter((file) => !file.endsWith(".test.ts"));
  const hash = sha(sources.map((file) => file + hashOf(file)).join("\n"));
  const stamp = `${app}/dist/.sources`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  console.error(`Building ${app} …`);
  const cwd = path.join(root, app);
  const env = { ...process.env, PATH: binPath() };
  const options = { cwd, env, stdio: ["ignore", "ignore", "inherit"] };
  const [code] = await once(spawn("npm", ["run", script, "--silent"], options), "exit");
  if (code !== 0) process.exit(code ?? 1);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/**
 * Installs what tests need from Debian's packages, if missing: Chromium, curl, a PDF reader, and
 * the programs that proxies are exported for. None of their services is started. It mostly waits
 * for the network, so the rest of the set-up runs beside it.
 */
async function installTestTools(isFull) {
  const wanted = [
    ["chromium", ["/usr/bin/chromium", process.env.CHROMIUM ?? "/usr/bin/chromium"]],
    // Headless Chromium: a page takes a third of the work.
    ["chromium-headless-shell", ["/usr/bin/chromium-headless-shell"]],
    ["curl", ["/usr/bin/curl"]],
    ["poppler-utils", ["/usr/bin/pdftotext"]],
    ["openssl", ["/usr/bin/openssl"]],
    ["squid", ["/usr/sbin/squid"]],
    ["haproxy", ["/usr/sbin/haproxy"]],
    ["caddy", ["/usr/bin/caddy"]],
    ["privoxy", ["/usr/sbin/privoxy"]],
    ["tinyproxy-bin", ["/usr/bin/tinyproxy"]],
    ["proxychains4", ["/usr/bin/proxychains4"]],
    ["faketime", ["/usr/bin/faketime"]],
    ["age", ["/usr/bin/age"]],
    ["gnupg", ["/usr/bin/gpg"]],
    // The full standard library: some machines have only the interpreter.
    ["python3", ["/usr/bin/pydoc3"]],
    // The Python client is tried with Debian's own.
    ["python3-httpx", ["/usr/lib/python3/dist-packages/httpx"]],
    ["python3-scrapy", ["/usr/lib/python3/dist-packages/scrapy"]],
  ];
  const missing = [...wanted, ...(isFull ? languages : [])].filter(
    ([, places]) => !places.some((place) => existsSync(place)),
  );
  if (missing.length === 0 || process.platform !== "linux") return;
  const packages = missing.map(([name]) => name);
  if (!mayInstall(`${packages.join(", ")} for the tests (apt-get)`)) return;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  const env = [...sudo, "env", "DEBIAN_FRONTEND=noninteractive"];
  const [program, ...args] = [...env, "sh", "-ec", aptScript, "apt", ...packages];
  const child = spawn(program, args, { stdio: ["inherit", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) process.exit(code ?? 1);
}

/** What the full tests need besides: the languages in which customers write their programs. */
const languages = [
  // A generator of clients, and what its Go and Python clients import.
  ["default-jre-headless", ["/usr/bin/java"]],
  ["golang-go", ["/usr/bin/go"]],
  ["golang-golang-x-oauth2-dev", ["/usr/share/gocode/src/golang.org/x/oauth2"]],
  ["python3-urllib3", ["/usr/lib/python3/dist-packages/urllib3"]],
  ["python3-dateutil", ["/usr/lib/python3/dist-packages/dateutil"]],
  ["python3-six", ["/usr/lib/python3/dist-packages/six.py"]],
  ["python3-certifi", ["/usr/lib/python3/dist-packages/certifi"]],
  ["php-cli", ["/usr/bin/php"]],
  ["php-curl", ["/usr/share/doc/php-curl"]],
  // C#, as far as Debian has it.
  ["mono-mcs", ["/usr/bin/mcs"]],
  ["libmono-system-net-http4.0-cil", ["/usr/lib/mono/4.5/System.Net.Http.dll"]],
  ["python3-requests", ["/usr/lib/python3/dist-packages/requests"]],
  ["python3-socks", ["/usr/lib/python3/dist-packages/socks.py"]],
  ["chromium-driver", ["/usr/bin/chromedriver"]],
];

/**
 * Installs the packages given as arguments. Debian asks `policy-rc.d` whether a package may start
 * its service; the file is removed afterwards.
 */
const aptScript = `
get() { apt-get -o DPkg::Lock::Timeout=300 "$@"; }
get update
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
get install -y --no-install-recommends "$@"
`;

const GIB = 1024 ** 3;
/**
 * Where tests keep their databases: in memory if there is room, as creating hundreds of them mostly
 * writes files.
 */
function testFolder() {
  const memory = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(memory)) return {};
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= 6 * GIB ? { TMPDIR: memory } : {};
}

/** Projects of vitest.config.ts that only compute, and measure no time: they run beside the others. */
const computing = ["dashboard", "windowless", "pure"];

/** Runs the tests and prints the totals, `N passed, N failed`. */
async function test(args, more = {}) {
  const { runTests } = await import("./run-tests.mjs");
  const env = {
    ...process.env,
    PATH: binPath(),
    ...testFolder(),
    // The product is started many times: cache its compiled modules.
    NODE_COMPILE_CACHE: path.join(root, ".turnpike/compile-cache"),
    ...more,
  };
  process.exit(
    await runTests(args, { env, node: node(), beside: more.TURNPIKE_FULL ? [] : computing }),
  );
}

/** Tests and measurements start what was built, as `npm start` does (`product-entry.ts`). */
const packed = { TURNPIKE_PACKED: "1" };

const binPath = () => `${path.join(root, "node_modules/.bin")}${path.delimiter}${process.env.PATH}`;

/** Checks types, lint, format and unused code: everything but running tests. */
function check() {
  generate();
  const env = { ...process.env, PATH: binPath() };
  run(node(), ["node_modules/typescript/bin/tsc", "-p", "."], { env });
  run(node(), ["node_modules/typescript/bin/tsc", "-p", "apps/dashboard"], { env });
  run(node(), ["node_modules/typescript/bin/tsc", "-p", "apps/console"], { env });
  run("node_modules/.bin/oxlint", ["--type-aware", "--quiet"], { env });
  run("node_modules/.bin/biome", ["format", "."], { env });
  run("node_modules/.bin/knip", ["--no-progress", "--no-config-hints"], { env });
  run(node(), ["tools/translations.ts"], { env });
  console.log("check: types, lint and format are in order, nothing is unused");
}

const [command, ...args] = process.argv.slice(2);
const tools = /^(test|test:full|pictures)$/.test(command)
  ? installTestTools(command === "test:full")
  : undefined;
install();
switch (command) {
  // For units and images, which start node themselves.
  case "build":
    await build();
    break;
  case "start":
    // A gateway machine has no dashboard.
    await (isGateway() ? buildOne(processes) : build());
    // Child processes set their own; without one the main process would hold a compiler.
    process.env.NODE_COMPILE_CACHE ??= path.join(root, ".turnpike/compile-cache");
    process.env.MALLOC_ARENA_MAX ??= "1";
    stay(node(), ["--max-semi-space-size=1", "apps/turnpike/dist/main.mjs", ...args]);
    break;
  case "generate":
    generate();
    break;
  case "dev":
    generate();
    stay(node(), ["apps/turnpike/src/dev.ts", ...args]);
    break;
  case "manager":
    stay(node(), ["apps/manager/src/main.ts", ...args]);
    break;
  case "test":
    await Promise.all([tools, needBuild(args) ? build() : generate()]);
    await test(args, {
      ...(needBuild(args) ? packed : {}),
      // The time limit applies only to a complete run; a partial one may run on a busy machine.
      ...(args.length === 0 ? { TURNPIKE_CEILING: "20" } : {}),
    });
    break;
  // The full sizes: loads, races, crashes and hostile tables as the quality bars define them.
  case "test:full":
    installApart("tools/lighthouse", "Lighthouse");
    installApart("tools/programs", "programs of customers");
    await Promise.all([tools, build()]);
    await test(args, { TURNPIKE_FULL: "1", TURNPIKE_TORTURE: "1", ...packed });
    break;
  case "check":
    check();
    break;
  case "release":
    await build();
    run(node(), ["tools/release.ts", ...args], { env: { ...process.env, PATH: binPath() } });
    break;
  case "operator":
    await buildOne(processes);
    run(node(), ["apps/api/dist/operator.mjs", ...args]);
    break;
  case "bench":
    await buildOne(processes);
    stay(node(), ["bench/run.ts", ...args], packed);
    break;
  case "torture":
    await buildOne(processes);
    stay(node(), ["torture/run.ts", ...args], packed);
    break;
  case "demo":
    await build();
    stay(node(), ["demo/main.ts", ...args]);
    break;
  case "pictures":
    await Promise.all([tools, build()]);
    stay(node(), ["demo/pictures.ts", ...args]);
    break;
  default:
    console.error(
      "usage: npm start | npm run manager | npm test | npm run test:full | npm run dev | generate | check | release | operator | bench | torture | demo | pictures",
    );
    process.exit(2);
}
