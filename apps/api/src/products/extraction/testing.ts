/** What tests of extraction share: customers with a whitelist, and callers at loopback addresses. */
import { once } from "node:events";
import http from "node:http";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import type { ApiLink, Extracted } from "@turnpike/contract/extraction.ts";
import { isOwnPort } from "@turnpike/contract/environment-ports.ts";
import { apiPorts } from "@turnpike/rules/pool.ts";
import { give } from "../cdkey/testing.ts";
import type { Customer, Fields, Refused, TestShop } from "../../identity/session/testing.ts";

export interface Answered {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

interface Asking {
  method?: string;
  /** Parameters in place of those of the address. */
  more?: Fields;
  /** The whole address as it is sent, in place of all that. */
  raw?: string;
}

/** Asks by a link's address, or another path of the shop, from a loopback address. */
export async function extractFrom(
  shop: TestShop,
  ip: string,
  url: string,
  { method = "GET", more = {}, raw }: Asking = {},
): Promise<Answered> {
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

/** What a refusal says: status, code, reason, field. */
export function refusalIn({ status, text: body }: Answered) {
  const { code, data } = JSON.parse(body) as { code: number; data: Refused };
  return [status, code, data.reason, data.field];
}

/** The proxies of an answer in JSON. */
export function proxiesIn({ status, text: body }: Answered): Extracted[] {
  const { code, data } = JSON.parse(body) as { code: number; data: { items: Extracted[] } };
  if (status !== 200 || code !== 0) throw new Error(`${status} ${body}`);
  return data.items;
}

let addresses = 1;
/** A loopback address that nobody has had. */
export const freshAddress = () =>
  `127.0.${3 + Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

export interface Extractor extends Customer {
  /** On the account's whitelist. */
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

/** Test files that run at once look for ports at different places. */
const portsFrom = 5_000;
const ownPorts = 500;
let nextPort = portsFrom + (process.pid % 10) * ownPorts;

/** The first of so many consecutive ports that a customer may ask for and nobody has or had. */
export async function freeAskedPorts({ services }: TestShop, count: number): Promise<number> {
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
