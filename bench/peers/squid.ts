/** squid (Debian's package) with a password; with a far proxy, that is its only parent (cache_peer). */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { answerParent, usageOf, waitForPort } from "../process.ts";
import { type Listening, password, type PeerOptions, user } from "./peer.ts";

const folder = mkdtempSync(path.join(tmpdir(), "turnpike-squid-"));
let squid: ChildProcess | null = null;
process.once("exit", () => {
  squid?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});
process.once("SIGTERM", () => process.exit(0));

function configuration(port: number, { exits, farPort = null }: PeerOptions): string {
  const [address] = exits.length === 1 ? exits : [];
  const login = `login=${user}:${password}`;
  const parent = [
    `cache_peer 127.0.0.1 parent ${farPort} 0 no-query no-digest default ${login}`,
    "never_direct allow all",
  ];
  return [
    `http_port 127.0.0.1:${port}`,
    `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${folder}/passwords`,
    "auth_param basic children 2",
    "auth_param basic credentialsttl 2 hours",
    "acl known proxy_auth REQUIRED",
    "acl inside dst 127.0.0.0/8",
    "http_access allow known inside",
    "http_access deny all",
    "cache deny all",
    "cache_mem 8 MB",
    "cache_log /dev/null",
    `access_log stdio:${folder}/access.log`,
    "buffered_logs on",
    "pid_filename none",
    `coredump_dir ${folder}`,
    "max_filedescriptors 16000",
    "via off",
    "forwarded_for delete",
    "pinger_enable off",
    "shutdown_lifetime 0 seconds",
    "server_persistent_connections off",
    ...(address === undefined ? [] : [`tcp_outgoing_address ${address}`]),
    ...(farPort === null ? [] : parent),
    "",
  ].join("\n");
}

/** Starts it; without the program the engine is "none". */
async function start(options: PeerOptions): Promise<Listening> {
  const [port = 0] = await freePorts(1);
  const hash = execFileSync("openssl", ["passwd", "-apr1", password], { encoding: "utf8" });
  writeFileSync(path.join(folder, "passwords"), `${user}:${hash}`);
  const file = path.join(folder, "squid.conf");
  writeFileSync(file, configuration(port, options));
  // Squid gives up root: its folder has to be its user's.
  execFileSync("chmod", ["-R", "a+rwX", folder]);
  const child = spawn("squid", ["-N", "-f", file], { stdio: "ignore" });
  squid = child;
  const gone = new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", () => resolve(false));
  });
  const isUp = await Promise.race([gone, waitForPort(port).then(() => true)]);
  return isUp ? { port } : { port: 0, engine: "none" };
}

answerParent({ start, usage: () => usageOf(squid?.pid ?? process.pid) });
