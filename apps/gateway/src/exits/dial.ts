/**
 * Opens the way to a checked address through an exit.
 *
 *     local    gateway ─(bound to the exit's address)─▶ target
 *     http     gateway ─▶ upstream ─ CONNECT ─▶ target
 *     socks5   gateway ─▶ upstream ─ SOCKS5 ──▶ target
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { parseHost, type Target } from "@turnpike/rules/destination.ts";
import { connectInlet, type Inlet } from "../inlet.ts";
import { shakeHands } from "./handshake.ts";
import type { LocalPorts } from "./ports.ts";

const connectTimeoutMs = 9_000;
/** Local ports tried before the exit's address counts as unusable. */
const mostPorts = 16;
const mostAddresses = 3;

/** An open way: the target's bytes come in at `inlet`, `early` has those that are here already. */
export interface Way {
  inlet: Inlet;
  early: Uint8Array;
  exit: ExitFact;
  /** The checked address of the target. */
  address: string;
}
export type Dialled = { way: Way } | { refused: Refused; exitDied: boolean };

/** Dials the addresses in order until one answers, all within one time-out. */
export async function dial(
  ports: LocalPorts,
  asked: { exit: ExitFact; target: Target; addresses: string[] },
): Promise<Dialled> {
  const { exit, target } = asked;
  const deadline = Date.now() + connectTimeoutMs;
  const addresses = reachable(exit, asked.addresses).slice(0, mostAddresses);
  let failed: Dialled = failure("targetUnreachable", "no address of the exit's kind");
  for (const address of addresses) {
    const timeoutMs = deadline - Date.now();
    if (timeoutMs <= 0) break;
    const to = { exit, address, port: target.port, timeoutMs };
    failed = exit.how === "local" ? await direct(ports, to) : await through(to);
    if ("way" in failed || failed.exitDied) return failed;
  }
  return failed;
}

interface To {
  exit: ExitFact;
  address: string;
  port: number;
  timeoutMs: number;
}

async function direct(ports: LocalPorts, to: To): Promise<Dialled> {
  const { exit, address, port, timeoutMs } = to;
  const plain = { host: address, port };
  // A lab exit goes out directly but towards loopback (contract §14).
  if (exit.lab && !isLoopback(address)) return ended(await open(plain, timeoutMs), to);
  for (let tries = 0; tries < mostPorts; tries += 1) {
    const localPort = ports.next(exit.host);
    const opened = await open({ ...plain, localAddress: exit.host, localPort }, timeoutMs);
    if (opened instanceof Error && portIsTaken(opened)) continue;
    return ended(opened, to);
  }
  return { refused: { reason: "exitUnreachable", detail: "no local port" }, exitDied: true };
}

function ended(opened: Inlet | Error, { exit, address }: To): Dialled {
  if (!(opened instanceof Error)) {
    return { way: { inlet: opened, early: new Uint8Array(0), exit, address } };
  }
  const { code } = opened as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED") return failure("targetRefused", "");
  if (code === "ETIMEDOUT") return failure("timedOut", "the target did not answer in time");
  return failure("targetUnreachable", "");
}

async function through({ exit, address, port, timeoutMs }: To): Promise<Dialled> {
  const read = parseHost(address.includes(":") ? `[${address}]` : address, port);
  if ("bad" in read) return failure("targetUnreachable", read.bad);
  const deadline = Date.now() + timeoutMs;
  const opened = await open({ host: exit.host, port: exit.port }, timeoutMs);
  if (opened instanceof Error) {
    return { refused: { reason: "exitUnreachable", detail: "" }, exitDied: true };
  }
  const left = Math.max(deadline - Date.now(), 1);
  const shaken = await shakeHands(opened, { exit, target: read.target, timeoutMs: left });
  if ("early" in shaken) return { way: { inlet: opened, early: shaken.early, exit, address } };
  opened.socket.destroy();
  return shaken;
}

/** Connects; the inlet that is answered is paused. */
function open(
  options: { host: string; port: number; localAddress?: string; localPort?: number },
  timeoutMs: number,
): Promise<Inlet | Error> {
  return new Promise((resolve) => {
    let inlet: Inlet;
    try {
      inlet = connectInlet(options);
    } catch (error) {
      resolve(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    const timer = setTimeout(() => {
      resolve(Object.assign(new Error("timed out"), { code: "ETIMEDOUT" }));
      inlet.socket.destroy();
    }, timeoutMs);
    inlet.socket.once("connect", () => {
      clearTimeout(timer);
      inlet.onClose = () => {};
      resolve(inlet);
    });
    inlet.onClose = (error) => {
      clearTimeout(timer);
      resolve(error ?? new Error("closed"));
    };
  });
}

function failure(
  reason: "targetUnreachable" | "targetRefused" | "timedOut",
  detail: string,
): Dialled {
  return { refused: { reason, detail }, exitDied: false };
}

/** An exit with an address of its own reaches addresses of the same family alone. */
function reachable(exit: ExitFact, addresses: string[]): string[] {
  if (exit.how !== "local") return addresses;
  const ipv6 = exit.host.includes(":");
  if (exit.lab) return addresses.filter((each) => !isLoopback(each) || each.includes(":") === ipv6);
  return addresses.filter((each) => each.includes(":") === ipv6);
}

function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "::1";
}

function portIsTaken(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EADDRINUSE" || code === "EADDRNOTAVAIL";
}
