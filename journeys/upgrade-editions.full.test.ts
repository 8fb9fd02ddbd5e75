/**
 * Installations of the first two editions, with data that their own code made, become the newest one
 * (spec/operator#upgrade). The second edition's tunnels stay open; the first one's main process has
 * no second generation of gateways, so that it is stopped.
 */
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { makeCertificate } from "@turnpike/net/testing/certificate.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Origin } from "../torture/origin.ts";
import { openTunnel, type Tunnel } from "../torture/tunnel.ts";
import { type Customer, customerOf, signIn, topUp } from "./customer.ts";
import { lifeOf, liveOn, newcomer } from "./edition-life.ts";
import {
  freeze,
  makeEdition,
  makeNewest,
  removeFolder,
  restartApi,
  startOf,
  swap,
} from "./editions.ts";
import { operator } from "./operator.ts";
import { type RunningProduct, startProduct } from "./product.ts";

const tunnels = 50;
let origin: Origin;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync("/var/tmp/turnpike-editions-");
  origin = await new Origin().listen();
});
afterAll(async () => {
  await origin?.stop();
  removeFolder(folder);
}, 60_000);

/** Everything that customers have, as a release answers it; the first of them uses it. */
const livesOf = (product: RunningProduct, customers: Customer[]) =>
  Promise.all(
    customers.map(({ email, session }, at) =>
      lifeOf(customerOf(product, email, session), at === 0),
    ),
  );

/** Newer releases answer more; what the older one answered is the same. */
async function expectSame(product: RunningProduct, customers: Customer[], before: object[]) {
  const after = await livesOf(product, customers);
  for (const [at, life] of before.entries()) expect(after[at]).toMatchObject(life);
}

/** A customer with traffic and a sub-account. */
async function buyer(product: RunningProduct) {
  const customer = await newcomer(product);
  await topUp(customer, 1_000_000);
  const customers = await liveOn(product, customer);
  const [account, password] = [`acc${product.pid}`, "secret123"];
  await customer.ask("addSubUser", { account, password, main: 1 });
  return { customer, customers, account, password };
}

const usedOf = async (customer: Customer) => (await customer.ask("statis", { days: 7 })).totalBytes;

/** Every byte that tunnels carried is billed, and no other. */
async function billed(customer: Customer, carried: number): Promise<void> {
  const isWhole = async () => (await usedOf(customer)) >= carried;
  await waitFor("all is billed", isWhole, 30_000).catch(() => null);
  expect(await usedOf(customer)).toBe(carried);
}

/** An installation of an edition, with a customer who has bought, used and made things. */
async function installed(commit: string, more: Record<string, string>) {
  const home = path.join(folder, commit);
  makeEdition(commit, home);
  const env = { LAB_TARGETS: `127.0.0.1:${origin.port}`, GATEWAY_WORKERS: "1", ...more };
  const product = await startProduct(undefined, env, startOf(home));
  const { account, password, ...of } = await buyer(product);
  const place = { gateway: product.ports.gateway, user: account, password };
  const all: Tunnel[] = [];
  const tunnel = async () => {
    const one = await openTunnel({ ...place, way: "connect", port: origin.port });
    all.push(one);
    return one;
  };
  const carried = () => all.reduce((sum, { sent, received }) => sum + sent + received, 0);
  const first = await tunnel();
  await first.exchange(500, 5_000);
  await first.finish();
  await waitFor("the use is shown", async () => (await usedOf(of.customer)) > 5_000, 30_000);
  return { home, env, product, ...of, tunnel, carried };
}

/** A tunnel that is opened now; an API that has just started may refuse for a few seconds. */
async function newTunnel(tunnel: () => Promise<Tunnel>): Promise<void> {
  const began = performance.now();
  const one = await waitFor("a new tunnel", () => tunnel().catch(() => null), 30_000);
  await one.exchange(100, 1_000);
  await one.finish();
  process.stdout.write(`a new tunnel after ${Math.round(performance.now() - began)} ms\n`);
}

const verified = async ({ dataDir }: RunningProduct) => {
  const { code, said, error } = await operator({ dataDir }, "verify");
  return [code, error || (said as { ok?: boolean }).ok];
};

it("the first edition (ca0eec1) becomes the newest one with all that its customers have, and what its gateways had not told", async () => {
  const { env, product, customer, customers, tunnel, carried } = await installed("ca0eec1", {});
  const open = await tunnel();
  await open.exchange(1_000, 1_000);
  const before = await livesOf(product, customers);
  await billed(customer, carried());
  // The API hears nothing more: what follows is in the gateway's journal alone.
  const endApi = freeze(product);
  await open.exchange(20_000, 20_000);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { dataDir, ports } = product;
  await product.kill();
  endApi();
  const newest = await startProduct({ dataDir, ports }, env);
  try {
    const same = customerOf(newest, customer.email, customer.session);
    await billed(same, carried());
    await expectSame(newest, customers, before);
    expect((await signIn(newest, customer.email)).session).not.toBe("");
    expect(await verified(newest)).toEqual([0, true]);
  } finally {
    await newest.stop();
  }
}, 400_000);

it("the second edition (5b596e29) becomes the newest one while 50 tunnels run, and comes back", async () => {
  const { certFile, keyFile } = makeCertificate(folder);
  // With a certificate, SIGHUP does not stop the lab.
  const tls = { GATEWAY_TLS_CERT: certFile, GATEWAY_TLS_KEY: keyFile, DRAIN_SECONDS: "300" };
  const made = await installed("5b596e29", tls);
  const { home, product, customer, customers, tunnel, carried } = made;
  const next = `${home}.next`;
  makeNewest(next);
  const before = await livesOf(product, customers);
  let goesOn = true;
  const failed: string[] = [];
  const use = async (open: Tunnel) => {
    while (goesOn) {
      await open.exchange(100, 1_000);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await open.finish();
  };
  const opened = await Promise.all(Array.from({ length: tunnels }, tunnel));
  const running = opened.map((one) =>
    use(one).catch((error: unknown) => failed.push(String(error))),
  );
  const ready = async (count: number) => {
    const times = () => product.output().split("New gateways accept connections").length - 1;
    await waitFor("new gateways accept", () => times() >= count, 60_000).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${product.output()}`);
    });
    await restartApi(product);
  };
  try {
    swap(home, next);
    process.kill(product.pid, "SIGHUP");
    await ready(1);
    expect(failed).toEqual([]);
    await expectSame(product, customers, before);
    await newTunnel(tunnel);
    // Back while the older gateways drain: the older API, beside gateways of the newer release.
    const kept = await tunnel();
    await kept.exchange(1_000, 1_000);
    swap(home, next);
    await restartApi(product);
    await kept.exchange(20_000, 20_000);
    await newTunnel(tunnel);
    await kept.finish();
    swap(home, next);
    await restartApi(product);
    goesOn = false;
    await Promise.all(running);
    expect(failed).toEqual([]);
    // Gateways are replaced again only when those before have ended.
    const ended = () => product.output().includes("The older gateways have ended");
    await waitFor("the older gateways have ended", ended, 60_000);
    // And back, beside a schema that is newer now.
    swap(home, next);
    process.kill(product.pid, "SIGHUP");
    await ready(2);
    expect(failed).toEqual([]);
    await expectSame(product, customers, before);
    await newTunnel(tunnel);
    await billed(customer, carried());
    expect(await verified(product)).toEqual([0, true]);
  } finally {
    goesOn = false;
    await product.stop();
  }
}, 600_000);
