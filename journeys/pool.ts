/** Shared by journeys of the ISP pool: buying IPs, requesting through a port, lookups. */
import type { OpenedIp } from "@turnpike/contract/pool.ts";
import { type Customer, curl, register, topUp } from "./customer.ts";
import { operator } from "./operator.ts";
import { type RunningProduct } from "./product.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

/** A customer with this balance of IPs, granted by the operator: shops sell them by the hundred. */
export async function customerWithIps(product: RunningProduct, ips: number): Promise<Customer> {
  const customer = await register(product);
  await topUp(customer, 100_000);
  if (ips > 0) await grantIps(product, customer, ips);
  return customer;
}

export async function grantIps(
  { dataDir }: RunningProduct,
  { email }: Customer,
  ips: number,
): Promise<void> {
  const what = ["--asset", "ip", "--amount", String(ips)];
  const { code, error } = await operator({ dataDir }, "account", "grant", email, ...what);
  if (code !== 0) throw new Error(error);
}

/** The customer's balance of IPs. */
export async function ipsOf(customer: Customer): Promise<number> {
  return (await customer.ask("member", {})).ipBalance;
}

type Where = Pick<OpenedIp, "host" | "port">;

/** The client address that /ip sees through a port, or a status, or curl's exit code. */
export async function seenFrom(
  product: RunningProduct,
  { host, port }: Where,
  ...how: string[]
): Promise<string> {
  const proxy = how.includes("-x") ? [] : ["-x", `http://${host}:${port}`];
  const { code, out } = await curl(
    ...how,
    ...proxy,
    "-w",
    "\n%{http_code}",
    `${product.target}/ip`,
  );
  const status = out.slice(-3);
  if (status === "200") return (JSON.parse(out.slice(0, -3)) as { ip: string }).ip;
  return status === "000" ? `curl ${code}` : status;
}

/** The same with the opened IP's own credentials; `scheme` as in curl's proxy URLs. */
export function seenThrough(
  product: RunningProduct,
  { host, port, username, password }: OpenedIp,
  scheme = "http",
): Promise<string> {
  const proxy = `${scheme}://${username}:${password}@${host}:${port}`;
  return seenFrom(product, { host, port }, "-x", proxy);
}

/**
 * Waits until nothing listens there. A released port admits no one once the call has answered; its
 * listener is closed some milliseconds later.
 */
export async function waitUntilClosed(
  product: RunningProduct,
  { host, port }: Where,
): Promise<void> {
  await waitFor(`${host}:${port} is closed`, async () => {
    const seen = await seenFrom(product, { host, port });
    if (seen !== "curl 7" && seen !== "407" && seen !== "402") throw new Error(`it says ${seen}`);
    return seen === "curl 7";
  });
}
