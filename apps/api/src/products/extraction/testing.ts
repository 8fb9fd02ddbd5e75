/** Helpers for extraction tests: customers with a whitelist, and callers at loopback addresses. */
import { once } from "node:events";
import http from "node:http";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import type { ApiLink, Extracted } from "@turnpike/contract/extraction.ts";
import { isOwnPort } from "@turnpike/contract/environment-ports.ts";
import { apiPorts } from "@turnpike/rules/pool.ts";
import { give } from "../cdkey/testing.ts";
import type { Customer, Fields, Refused, TestShop } from "../../identity/session/testing.ts";

export interface ExtractionResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

interface ExtractionCallOptions {
  method?: string;
  /** Parameters that replace those of the URL. */
  more?: Fields;
  /** The raw request target, sent instead of the URL and `more`. */
  raw?: string;
}

/** Calls a link's URL, or another path of the API, from a loopback address. */
export async function extractFrom(
  shop: TestShop,
  ip: string,
  url: string,
  { method = "GET", more = {}, raw }: ExtractionCallOptions = {},
): Promise<ExtractionResponse> {
  const { pathname, searchParams } = new URL(url, shop.url);
  for (const [name, value] of Object.entries(more)) searchParams.set(name, String(value));
  const path = raw?.slice(shop.url.length) ?? `${pathname}?${searchParams.toString()}`;
  const { hostname, port } = new URL(shop.url);
  const options = { hostname, port, path, localAddress: ip, agent: false, method };
  const request = http.request(options);
  request.end();
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

/** Status, code, reason and field of a refusal. */
export function refusalIn({ status, text: body }: ExtractionResponse) {
  const { code, data } = JSON.parse(body) as { code: number; data: Refused };
  return [status, code, data.reason, data.field];
}

/** The proxies of a JSON response. */
export function proxiesIn({ status, text: body }: ExtractionResponse): Extracted[] {
  const { code, data } = JSON.parse(body) as { code: number; data: { items: Extracted[] } };
  if (status !== 200 || code !== 0) throw new Error(`${status} ${body}`);
  return data.items;
}

let addresses = 1;
/** A loopback address that no other test uses. */
export const freshAddress = () =>
  `127.0.${3 + Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

export interface Extractor extends Customer {
  /** Whitelisted by the account. */
  ip: string;
  link: (fields?: Fields) => Promise<ApiLink>;
  ips: () => Promise<number>;
}

/** A customer with IPs, a little traffic, a sub-account and an address on the whitelist. */
export async function extractor(shop: TestShop, ips = 0): Promise<Extractor> {
  const customer = await shop.customer();
  const account = `extractor${customer.id.slice(0, 8)}`;
  await customer.get("addSubUser", { account, password: "secret123", trafficGb: 0, main: 0 });
  const ip = freshAddress();
  await customer.get("addTrafficWhite", { ips: ip });
  // Whitelisted ports need traffic in the balance.
  await give(shop.services, customer.id, { asset: "traffic", amount: 1 });
  if (ips > 0) await give(shop.services, customer.id, { asset: "ip", amount: ips });
  return {
    ...customer,
    ip,
    link: async (fields = {}) => (await customer.get("apiLinkAdd", { plan: "ip", ...fields })).item,
    ips: async () => (await customer.get("member")).ipBalance,
  };
}

/** Test files that run in parallel use different port ranges. */
const portsFrom = 5_000;
const ownPorts = 500;
let nextPort = portsFrom + (process.pid % 10) * ownPorts;

/** Returns the first of `count` consecutive ports that are free and were never used. */
export async function freeRequestedPorts({ services }: TestShop, count: number): Promise<number> {
  const fits = async (port: number) => !isOwnPort(port, services.env) && isFree(port);
  while (nextPort + count <= apiPorts.last) {
    const first = nextPort;
    nextPort += count;
    const numbers = Array.from({ length: count }, (_, at) => first + at);
    if ((await Promise.all(numbers.map(fits))).every(Boolean)) return first;
  }
  throw new Error("no ports are free");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () => resolve(true));
  });
  const found = await free;
  if (found) await new Promise((closed) => server.close(closed));
  return found;
}
