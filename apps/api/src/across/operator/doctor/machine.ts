/** Requirements for this machine: key, file descriptors, kernel, disks, certificates. */
import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import { type Check, missing, ok, reasonOf, wrong } from "./check.ts";

const DAY_MS = 86_400_000;
/** Renewals start 30 days before expiry, so less than 14 days means that they keep failing. */
const certificateDays = 14;
const minOpenFiles = 20_000;
const minBacklog = 4_096;
const minLocalPorts = 28_000;
const minDiskBytes = 2e9;

/** All checks of the machine; `nowMs` is the real time. */
export async function machineChecks(env: Environment, nowMs: number): Promise<Check[]> {
  return [
    secretKey(env),
    ...certificates(env, nowMs),
    files(),
    backlog(),
    localPorts(),
    migration(),
    await disk(env),
  ];
}

function secretKey(env: Environment): Check {
  const { SECRET_KEY_FILE } = env as { SECRET_KEY_FILE?: string };
  const file = SECRET_KEY_FILE ?? path.join(env.DATA_DIR, "secret.key");
  const name = SECRET_KEY_FILE ? "SECRET_KEY_FILE" : "secret.key";
  try {
    const { mode } = statSync(file);
    if ((mode & 0o077) === 0) return ok(name, `${file}; keep a copy elsewhere`);
    return wrong(name, `${file} can be read by others`, `chmod 0600 ${file}`);
  } catch (error) {
    return missing(name, reasonOf(error), "restore it from the backup, or start once to make one");
  }
}

function certificates(env: Environment, nowMs: number): Check[] {
  return (["TLS_CERT", "GATEWAY_TLS_CERT"] as const).flatMap((name) => {
    const file = env[name];
    return file === undefined ? [] : [certificate(name, file, nowMs)];
  });
}

function certificate(name: string, file: string, nowMs: number): Check {
  try {
    const { validTo, subjectAltName } = new X509Certificate(readFileSync(file));
    const days = Math.floor((Date.parse(validTo) - nowMs) / DAY_MS);
    const detail = `${subjectAltName ?? "no names"}, ${days} days left`;
    return days >= certificateDays
      ? ok(name, detail)
      : wrong(name, detail, "renew it; a running product takes the new files within 5 s");
  } catch (error) {
    return wrong(name, reasonOf(error), `a PEM file at ${file}`);
  }
}

/** Numbers that the kernel reports in a file; null if it does not. */
function kernelNumbers(file: string, pattern: RegExp): number[] | null {
  try {
    return pattern.exec(readFileSync(file, "utf8"))?.slice(1).map(Number) ?? null;
  } catch {
    return null;
  }
}

function files(): Check {
  const [, hard] = kernelNumbers("/proc/self/limits", /^Max open files\s+(\d+)\s+(\d+)/m) ?? [];
  if (hard === undefined) return ok("open files", "this system does not say");
  return hard >= minOpenFiles
    ? ok("open files", `${hard} a process`)
    : wrong("open files", `${hard} a process, two for each tunnel`, "LimitNOFILE=65536, ulimit -n");
}

function backlog(): Check {
  const name = "net.core.somaxconn";
  const [value] = kernelNumbers("/proc/sys/net/core/somaxconn", /(\d+)/) ?? [];
  if (value === undefined) return ok(name, "this system does not say");
  return value >= minBacklog
    ? ok(name, String(value))
    : wrong(name, `${value}: bursts of connections are refused`, `sysctl ${name}=${minBacklog}`);
}

function localPorts(): Check {
  const name = "net.ipv4.ip_local_port_range";
  const file = "/proc/sys/net/ipv4/ip_local_port_range";
  const [from, to] = kernelNumbers(file, /(\d+)\s+(\d+)/) ?? [];
  if (from === undefined || to === undefined) return ok(name, "this system does not say");
  return to - from >= minLocalPorts
    ? ok(name, `${from} ${to}`)
    : wrong(name, `${from} ${to}: few connections to one target`, `sysctl ${name}="1024 65535"`);
}

/** Never a failure: only upgrades by SIGHUP need it. */
function migration(): Check {
  const name = "net.ipv4.tcp_migrate_req";
  const [value] = kernelNumbers("/proc/sys/net/ipv4/tcp_migrate_req", /(\d+)/) ?? [];
  if (value === undefined) return ok(name, "this system does not say");
  return ok(name, value > 0 ? String(value) : "0; 1 keeps connections that come during an upgrade");
}

async function disk(env: Environment): Promise<Check> {
  const name = "DATA_DIR";
  try {
    const { bavail, bsize } = await statfs(path.resolve(env.DATA_DIR));
    const free = bavail * bsize;
    const detail = `${path.resolve(env.DATA_DIR)}, ${(free / 1e9).toFixed(1)} GB free`;
    return free >= minDiskBytes ? ok(name, detail) : wrong(name, detail, "make room");
  } catch (error) {
    return wrong(name, reasonOf(error), "a folder that the product can write");
  }
}
