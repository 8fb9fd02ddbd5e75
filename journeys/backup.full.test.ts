/**
 * Disaster-recovery drill: a backup of a product in use, restored into an empty folder and started
 * on other ports, returns the same answers, sessions and credentials.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Call } from "@turnpike/contract/call.ts";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { curl, customerWithTraffic, send } from "./customer.ts";
import { operator } from "./operator.ts";
import { type RunningProduct, startProduct } from "./product.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const oneGateway = { GATEWAY_WORKERS: "1" };
let product: RunningProduct;
let restored: RunningProduct | undefined;
const folder = mkdtempSync(path.join(tmpdir(), "turnpike-drill-"));
beforeAll(async () => {
  product = await startProduct(undefined, oneGateway);
});
afterAll(async () => {
  await Promise.all([restored?.stop(), product?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Sorted by latencies, which gateways measure while they run. */
const measured: ReadonlySet<CallName> = new Set(["ipList"]);

/** The answers of all reading calls, without the ports that differ between products. */
async function answers({ url }: RunningProduct, session: string) {
  const reading = (Object.entries(calls) as [CallName, Call][]).filter(
    ([name, call]) => call.access === "read" && !call.events && !measured.has(name),
  );
  const said: Record<string, string> = {};
  // A minute's usage enters the ledger later; the statistics already include its bytes.
  const asked: Partial<Record<CallName, object>> = { ledger: { asset: "wallet" } };
  for (const [name] of reading) {
    const answer = JSON.stringify(await send(url, name, { session, ...asked[name] }));
    said[name] = answer
      .replace(/127\.0\.0\.1:\d+/g, "HERE")
      .replace(/"port":\d+/g, '"port":0')
      .replace(/"now":"[^"]*"/g, '"now":""');
  }
  return said;
}

/** The calls whose answers differ from `before`, each with the first difference. */
async function differing(
  before: Record<string, string>,
  restored: RunningProduct,
  session: string,
): Promise<string[]> {
  const after = await answers(restored, session);
  return Object.entries(before).flatMap(([name, was]) => {
    const is = after[name] ?? "";
    if (is === was) return [];
    const parted = [...was].findIndex((sign, at) => is[at] !== sign);
    const around = (text: string) => text.slice(Math.max(0, parted - 80), parted + 80);
    return [`${name}: ${around(was)} -> ${around(is)}`];
  });
}

const download = (gateway: string, account: string, password: string, url: string) =>
  curl(
    "-x",
    `http://${account}:${password}@${gateway}`,
    "-o",
    "/dev/null",
    "-w",
    "%{http_code}",
    url,
  );

describe("backup and restore (spec/operator#backup-and-restore)", () => {
  it("restores the same product on other ports with consistent accounting", async () => {
    const { customer, account, password } = await customerWithTraffic(product, 2);
    const bytes = `${product.target}/bytes/500000`;
    expect((await download(product.gateway, account, password, bytes)).out).toBe("200");
    await waitFor("the bytes stand in the statistics", async () => {
      const { totalBytes } = await customer.ask("statis", { days: 7 });
      return totalBytes >= 500_000;
    });
    const before = await answers(product, customer.session);

    const file = path.join(folder, "backup");
    expect(await operator(product, "backup", file)).toMatchObject({ code: 0, said: { file } });
    const dataDir = path.join(folder, "place");
    const done = await operator({ dataDir }, "restore", file);
    expect(done).toMatchObject({ code: 0, said: { books: { ok: true, difference: null } } });
    // A second restore is refused: the folder is not empty.
    const twice = await operator({ dataDir }, "restore", file);
    expect(twice).toMatchObject({ code: 1, said: { error: expect.stringMatching("empty one") } });

    const [api = 0, gateway = 0, target = 0] = await freePorts(3);
    const again = await startProduct({ dataDir, ports: { api, gateway, target } }, oneGateway);
    restored = again;
    // Data that gateways report is the same once they have connected.
    await expect
      .poll(() => differing(before, again, customer.session), { timeout: 10_000, interval: 250 })
      .toEqual([]);
    const there = `${restored.target}/bytes/1000`;
    expect((await download(restored.gateway, account, password, there)).out).toBe("200");
    expect(await operator(restored, "verify")).toMatchObject({ code: 0, said: { ok: true } });
    expect(await operator(product, "verify")).toMatchObject({ code: 0, said: { ok: true } });
  }, 180_000);

  it("does not overwrite a running product", async () => {
    const file = path.join(folder, "backup");
    const refused = await operator(product, "restore", file);
    expect(refused).toMatchObject({
      code: 1,
      said: { error: expect.stringMatching("stop it first") },
    });
  });
});
