/**
 * SIGHUP replaces gateways whose code changed (spec/nodes#upgrades) while new tunnels keep opening:
 * none is refused or cut off, and every byte is billed.
 */
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeCertificate } from "@turnpike/net/testing/certificate.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Origin } from "../torture/origin.ts";
import { openTunnel, type Tunnel } from "../torture/tunnel.ts";
import { type Customer, customerWithTraffic } from "./customer.ts";
import { type RunningProduct, startProduct } from "./product.ts";

const visitors = 4;
const exchange = { up: 500, down: 5_000 };
/** A file of the gateways' code; the test changes only its modification time. */
const touched = path.resolve(import.meta.dirname, "../apps/gateway/package.json");

let folder: string;
let origin: Origin;
let product: RunningProduct;
let customer: Customer;
let account: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "turnpike-upgrade-"));
  const { certFile, keyFile } = makeCertificate(folder);
  origin = await new Origin().listen();
  product = await startProduct(undefined, {
    LAB_TARGETS: `127.0.0.1:${origin.port}`,
    GATEWAY_WORKERS: "2",
    DRAIN_SECONDS: "20",
    // With a certificate, SIGHUP does not stop the lab.
    GATEWAY_TLS_CERT: certFile,
    GATEWAY_TLS_KEY: keyFile,
  });
  ({ customer, account } = await customerWithTraffic(product));
}, 90_000);
afterAll(async () => {
  await product?.stop();
  await origin?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const tunnel = () =>
  openTunnel({
    gateway: product.ports.gateway,
    user: account,
    password: "secret123",
    way: "connect",
    port: origin.port,
  });

it.skipIf(process.platform !== "linux")(
  "During an upgrade no tunnel is refused or closed, and every byte is billed",
  async () => {
    let goesOn = true;
    const all: Tunnel[] = [];
    const failed: string[] = [];
    const use = async (open: Tunnel, until: () => boolean) => {
      all.push(open);
      do {
        await open.exchange(exchange.up, exchange.down);
        await new Promise((resolve) => setTimeout(resolve, 20));
      } while (until());
      await open.finish();
    };
    const visits = async () => {
      while (goesOn) await tunnel().then((open) => use(open, () => false));
    };
    const failing = (error: unknown) => void failed.push(String(error));
    const running = [
      ...Array.from({ length: visitors }, () => visits().catch(failing)),
      tunnel()
        .then((open) => use(open, () => goesOn))
        .catch(failing),
    ];
    // Without a code change nothing happens.
    process.kill(product.pid, "SIGHUP");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(product.output()).not.toContain("New gateways");
    utimesSync(touched, new Date(), new Date());
    process.kill(product.pid, "SIGHUP");
    const says = (text: string) => () => product.output().includes(text);
    await waitFor("the new ones serve", says("New gateways accept connections"), 40_000);
    const before = all.length;
    await waitFor("more were opened", () => all.length > before + 2 * visitors, 20_000);
    goesOn = false;
    await Promise.all(running);
    expect(failed).toEqual([]);
    await waitFor("the old ones have ended", says("The older gateways have ended"), 25_000);
    await tunnel().then((open) => use(open, () => false));
    const carried = all.reduce((sum, { received, sent }) => sum + received + sent, 0);
    const billed = async () => {
      const { items } = await customer.ask("trafficStatis", { days: 7, account });
      return items.reduce((sum, { upBytes, downBytes }) => sum + upBytes + downBytes, 0);
    };
    await waitFor("all is billed", async () => (await billed()) >= carried, 15_000);
    expect(await billed()).toBe(carried);
  },
  120_000,
);
