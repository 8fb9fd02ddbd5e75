/** Checks that the targets used to test exits and customers' proxies respond to this machine. */
import { connect } from "node:net";
import type { Environment } from "@turnpike/contract/environment.ts";
import { parseAuthority } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { limitedText } from "../../../platform/limited-answer.ts";
import { type Check, ok, reasonOf, wrong } from "./check.ts";

const TIMEOUT_MS = 5_000;

export async function targetChecks(env: Environment): Promise<Check[]> {
  const found = await Promise.all([probeTarget(env), proxyTest(env)]);
  return found.flat();
}

async function probeTarget({ PROBE_TARGET: target }: Environment): Promise<Check[]> {
  if (target === undefined) return [];
  const name = `PROBE_TARGET ${target}`;
  const cure = "a target that is always up: while it is down no exit is judged";
  const read = parseAuthority(target, null);
  if ("bad" in read) return [wrong(name, read.bad, "host:port")];
  const { host, port } = read.target;
  try {
    await connectOnce(host, port);
    return [ok(name, "takes connections")];
  } catch (error) {
    return [wrong(name, reasonOf(error), cure)];
  }
}

function connectOnce(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
    socket.once("timeout", () => socket.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" })));
    socket.once("error", reject);
  });
}

async function proxyTest({ PROXY_TEST_URL: url }: Environment): Promise<Check[]> {
  if (url === undefined) return [];
  const name = `PROXY_TEST_URL ${url}`;
  const cure = "an address that answers the caller's as JSON {ip} or as text";
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "manual",
    });
    const text = await limitedText(answer.body, 1_000);
    const ip = answer.ok ? addressIn(text) : null;
    if (ip !== null) return [ok(name, `answers ${ip}`)];
    const detail = answer.ok ? "answers no address" : `answers ${answer.status}`;
    return [wrong(name, detail, cure)];
  } catch (error) {
    return [wrong(name, reasonOf(error), cure)];
  }
}

function addressIn(text: string): string | null {
  try {
    const { ip } = JSON.parse(text) as { ip?: unknown };
    return typeof ip === "string" ? canonicalAddress(ip) : null;
  } catch {
    return canonicalAddress(text.trim());
  }
}
