/** The stage of a story: its own product, with counting origins and customers. */
import { execFile } from "node:child_process";
import path from "node:path";
import { type Customer, register } from "../journeys/customer.ts";
import { type RunningProduct, startProduct, withFiles } from "../journeys/product.ts";
import { Origin } from "./origin.ts";
import type { Place } from "./tunnel.ts";

export interface Sub {
  customer: Customer;
  id: string;
  account: string;
  password: string;
}
export interface Billed {
  up: number;
  down: number;
}
export interface Arena {
  product: RunningProduct;
  /** Two, to separate traffic counted to the byte from traffic known only within bounds. */
  origins: [Origin, Origin];
  /** Creates a customer with `bytes` of traffic. */
  customer(bytes: number): Promise<Customer>;
  /** Grants a customer more traffic. */
  grant(customer: Customer, bytes: number): Promise<void>;
  /** Advances the product's clock. */
  advance(seconds: number): Promise<void>;
  /** A sub-account with `gb` of its customer's traffic, or (without) one that uses the rest. */
  sub(customer: Customer, gb?: number): Promise<Sub>;
  /** The options to open a tunnel of this sub-account to an origin. */
  place(sub: Sub, origin: Origin, way: Place["way"]): Place;
  /** The bytes in a sub-account's statistics. */
  billed(sub: Sub): Promise<Billed>;
  /** Runs the operator's command line on the product's data. */
  operate(...args: string[]): Promise<{ code: number; out: string }>;
  /** `operator verify`: the first difference in the books, or null. */
  verify(): Promise<string | null>;
}

const root = process.env["TURNPIKE_ROOT"] ?? path.resolve(import.meta.dirname, "..");
const originHosts = ["127.0.0.1", "127.0.0.2", "127.0.0.3"];
const password = "secret123";

/** A story's special needs: settings, and a limit on each process's file descriptors. */
export interface ArenaOptions {
  env?: Record<string, string>;
  files?: number;
}

/** Runs the story on a fresh product with two gateway workers, then removes it. */
export async function inArena<T>(
  play: (arena: Arena) => Promise<T>,
  { env = {}, files }: ArenaOptions = {},
): Promise<T> {
  const origins: [Origin, Origin] = [
    await new Origin().listen(originHosts),
    await new Origin().listen(originHosts),
  ];
  const ports = origins.flatMap((origin) => [origin.port, origin.httpPort]);
  const targets = originHosts.flatMap((host) => ports.map((port) => `${host}:${port}`));
  let product: RunningProduct | null = null;
  try {
    const settings = { GATEWAY_WORKERS: "2", LAB_TARGETS: targets.join(","), ...env };
    const how = files === undefined ? undefined : withFiles(files);
    product = await startProduct(undefined, settings, how);
    const played = await play(arenaOf(product, origins));
    await product.stop();
    const fault = /unhandled|uncaught|ERR_[A-Z_]+|heap out of memory/i.exec(product.output());
    if (fault) throw new Error(`The product printed: ${around(product.output(), fault.index)}`);
    return played;
  } catch (error) {
    if (product) console.error(lastWords(product.output()));
    await product?.stop();
    throw error;
  } finally {
    for (const origin of origins) await origin.stop();
  }
}

/** The last lines, truncated. */
const lastWords = (output: string) =>
  output
    .split("\n")
    .slice(-20)
    .map((line) => line.slice(0, 300))
    .join("\n");

const around = (text: string, at: number) => text.slice(Math.max(0, at - 200), at + 600);

function arenaOf(product: RunningProduct, origins: [Origin, Origin]): Arena {
  let subs = 0;
  const grant: Arena["grant"] = async ({ email }, bytes) => {
    const what = ["--asset", "traffic", "--amount", String(bytes)];
    await operator(product, "account", "grant", email, ...what);
  };
  return {
    product,
    origins,
    grant,
    operate: (...args) => operator(product, ...args),
    customer: async (bytes) => {
      const customer = await register(product);
      await grant(customer, bytes);
      return customer;
    },
    advance: async (seconds) => {
      const body = new URLSearchParams({ advanceSeconds: String(seconds) });
      const answer = await fetch(`${product.url}/lab/clock`, { method: "POST", body });
      if (!answer.ok) throw new Error(`/lab/clock: ${answer.status}`);
    },
    sub: async (customer, gb) => {
      subs += 1;
      const account = `torture${subs}x${process.pid}`;
      const { id } = await customer.ask("addSubUser", {
        account,
        password,
        ...(gb === undefined ? { main: 1 } : { trafficGb: gb }),
      });
      return { customer, id, account, password };
    },
    place: (sub, origin, way) => ({
      gateway: product.ports.gateway,
      user: sub.account,
      password: sub.password,
      way,
      port: origin.port,
    }),
    billed: async ({ customer, account }) => {
      const { items } = await customer.ask("trafficStatis", { days: 7, account });
      return items.reduce(
        (sum, item) => ({ up: sum.up + item.upBytes, down: sum.down + item.downBytes }),
        { up: 0, down: 0 },
      );
    },
    verify: async () => {
      const { code, out } = await operator(product, "verify", "--json");
      if (code > 1) throw new Error(`verify: ${out}`);
      return (JSON.parse(out) as { difference: string | null }).difference;
    },
  };
}

/** Runs the operator's command line on the product's data. */
function operator(
  { dataDir }: RunningProduct,
  ...args: string[]
): Promise<{ code: number; out: string }> {
  const file = path.join(root, "apps/api/operator.ts");
  const env = { ...process.env, NODE_ENV: "test", DATA_DIR: dataDir };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file, ...args], { env, timeout: 60_000 }, (error, out, err) => {
      const code = error ? Number(error.code ?? 2) : 0;
      if (code > 1 || (code === 1 && out === "")) reject(new Error(`operator ${args[0]}: ${err}`));
      else resolve({ code, out });
    });
  });
}
