/**
 * Requests to others' machines that an operator named: proxies of wholesalers, pages with their
 * lists, links of modems. Each name is resolved once; what is dialled is public or in EXIT_NETWORKS
 * (spec/supply#networks).
 */
import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isAllowedHost } from "@turnpike/proxy-strings/upstream/judge.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import { boundHead } from "../answer-head.ts";
import { fetchClientAddress, portOf } from "./client-address.ts";
import { httpTunnel } from "./http-tunnel.ts";
import { socksTunnel } from "./socks-tunnel.ts";

type Networks = Pick<Environment, "EXIT_NETWORKS">;

/** Returns an allowed address of a host. @throws Error if it has none */
export async function allowedAddress({ EXIT_NETWORKS }: Networks, host: string): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, "");
  const found = await lookup(bare, { all: true });
  const allowed = found.find(({ address }) => isAllowedHost(address, EXIT_NETWORKS));
  if (allowed === undefined) throw new Error(`${bare} is internal and not in EXIT_NETWORKS`);
  return allowed.address;
}

export interface Fetched {
  status: number;
  text: string;
}

/**
 * Returns the answer of a GET; redirects are not followed.
 * @throws Error if the host is internal, nothing answers in time, or the answer is longer or was cut
 */
export async function fetchText(
  env: Networks,
  url: URL,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeoutMs);
  const address = await allowedAddress(env, url.hostname);
  const { username, password, protocol, pathname, search, host, hostname } = url;
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const secure = protocol === "https:";
    const sent = (secure ? requestHttps : requestHttp)({
      host: address,
      port: portOf(url),
      path: pathname + search,
      ...(secure && { servername: hostname }),
      ...(username !== "" && { auth: login }),
      headers: { host, accept: "*/*", connection: "close" },
      agent: false,
      signal,
    });
    sent.once("response", resolve);
    sent.once("error", reject);
    boundHead(sent);
    sent.end();
  });
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > maxBytes) {
      answer.destroy();
      throw new Error(`the answer is longer than ${maxBytes} bytes`);
    }
  }
  if (!answer.complete) throw new Error("the answer was cut");
  return { status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") };
}

/** A proxy that has one address, as a line of a list names it. */
export interface BoughtProxy {
  how: "http" | "socks5";
  host: string;
  port: number;
  user: string;
  password: string;
}

/** Why proxies cannot be asked for their addresses. */
export const noProbePage = "set PROBE_URL: a page that returns the caller's address as JSON {ip}";

/** The page that proxies are asked for their address with; null if none is configured. */
export function probeUrl(env: Environment): URL | null {
  const named = env.PROBE_URL ?? env.PROXY_TEST_URL;
  if (named !== undefined) return new URL(named);
  return env.lab ? new URL(`http://127.0.0.1:${env.LAB_TARGET_PORT}/ip`) : null;
}

/** Finds the address that a page sees through a proxy, or why none is known. Never rejects. */
export async function addressBehind(
  env: Networks,
  { how, host, port, user, password }: BoughtProxy,
  { page, timeoutMs }: { page: URL; timeoutMs: number },
): Promise<{ ip: string } | { why: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  const open = how === "socks5" ? socksTunnel : httpTunnel;
  const target = { host: page.hostname.replace(/^\[|\]$/g, ""), port: portOf(page) };
  try {
    const proxy = { host: await allowedAddress(env, host), port, username: user, password };
    const way = await open(proxy, target, signal);
    if (!("socket" in way)) return { why: `it answers ${way.status ?? "nothing"}` };
    try {
      const ip = await fetchClientAddress(way.socket, page, signal);
      return ip === null ? { why: `${page.host} does not tell its address` } : { ip };
    } finally {
      way.socket.destroy();
    }
  } catch (error) {
    if (signal.aborted) return { why: "no answer in time" };
    return { why: (error as NodeJS.ErrnoException).code ?? (error as Error).message };
  }
}
