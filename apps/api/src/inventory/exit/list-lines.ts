/** Reads the lines of a bought list: proxies in any way of writing (spec/supply#lists). */
import { setImmediate as pause } from "node:timers/promises";
import { readProxies } from "@turnpike/proxy-strings/read/proxy.ts";
import { isAllowedHost } from "@turnpike/proxy-strings/upstream/judge.ts";
import type { BoughtProxy } from "../../platform/proxy/outward.ts";

/** The most lines of a list. */
export const maxListLines = 10_000;
/** Read between two yields, so that customers need not wait. */
const atOnce = 250;

export interface ListLine extends BoughtProxy {
  /** From 1. */
  line: number;
}
export interface LineFault {
  line: number;
  text: string;
}
export interface ReadLines {
  lines: ListLine[];
  faults: LineFault[];
}

/** Names one proxy of a wholesaler: of two lines with the same key, the last one counts. */
export const lineKey = ({ host, port, user }: Omit<BoughtProxy, "how" | "password">): string =>
  JSON.stringify([host, port, user]);

/**
 * Reads a list. `how` is meant where a line does not name its protocol; upstreams may be inside only
 * in the internal `networks`. Lines that cannot be read are faults.
 */
export async function readListLines(
  text: string,
  { how, networks }: { how: BoughtProxy["how"]; networks: readonly string[] },
): Promise<ReadLines> {
  const all = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const lines = new Map<string, ListLine>();
  const faults: LineFault[] = [];
  for (const [at, content] of all.entries()) {
    if (at % atOnce === atOnce - 1) await pause();
    if (content.trim() === "" || content.trim().startsWith("#")) continue;
    const read = readLine(content, { how, networks });
    if ("fault" in read) faults.push({ line: at + 1, text: read.fault });
    else if (lines.size >= maxListLines) {
      faults.push({ line: at + 1, text: `a list has at most ${maxListLines} lines` });
      break;
    } else lines.set(lineKey(read), { ...read, line: at + 1 });
  }
  return { lines: [...lines.values()], faults };
}

function readLine(
  content: string,
  { how, networks }: { how: BoughtProxy["how"]; networks: readonly string[] },
): BoughtProxy | { fault: string } {
  const [read] = readProxies(content).proxies;
  if (read === undefined) return { fault: "no proxy can be read" };
  const { protocol, host, port, username, password } = read;
  if (protocol === "https") return { fault: "proxies over TLS are not dialled" };
  if (protocol === "socks4") return { fault: "SOCKS4 has no password" };
  if (!isAllowedHost(host, networks)) return { fault: `${host} is in no network of EXIT_NETWORKS` };
  const named = protocol === null ? how : protocol === "http" ? "http" : "socks5";
  return { how: named, host, port, user: username, password };
}
