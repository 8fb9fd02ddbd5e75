/** Two gateway machines at one hub: neither can affect the other's exits and ports. */
import type { Fact } from "@turnpike/contract/data-plane.ts";
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { ImportedExit } from "../../inventory/exit/read-csv.ts";
import { importExits } from "../../inventory/exit/operator-stock.ts";
import { importedExit } from "../../inventory/exit/testing.ts";
import { give } from "../../products/cdkey/testing.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { applyQuarantined } from "../../products/traffic/resolve-quarantined.ts";
import { listQuarantined } from "../../products/traffic/store/quarantine.ts";
import * as traffic from "../../products/traffic/testing.ts";
import {
  addMachine,
  connectMachine,
  type FakeLink,
  snapshotOf as snapshotAt,
} from "./fake-node-testing.ts";

type FakeNode = FakeLink & { id: string; unbindable: number[] };

let fra: FakeNode;
let sin: FakeNode;

async function node(name: string, region: string): Promise<FakeNode> {
  const machine = await addMachine(api.services, api.url, { name, region });
  const link = connectMachine(api.url, machine);
  const fake = Object.assign(link, { id: machine.id, unbindable: [] as number[] });
  link.onMessage((each) => {
    if (each.kind !== "bind") return;
    const unbindable = each.numbers.filter((one) => fake.unbindable.includes(one));
    void link.ask("bound", { id: each.id, unbindable });
  });
  await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
  return fake;
}

const exit = (ip: string, country: string, more: Partial<ImportedExit> = {}) =>
  importedExit(ip, { country, ...more });

const api = forTests(() => traffic.startTraffic());
beforeAll(async () => {
  [fra, sin] = [await node("fra", "europe"), await node("sin", "asia")];
  await importExits(api.services, [
    exit("127.9.0.1", "FO", { node: "fra" }),
    exit("127.9.0.2", "FO", { node: "fra", product: "unlimited" }),
    exit("127.9.0.3", "MO", { node: "sin" }),
    exit("127.9.0.4", "MO", { node: "sin", product: "unlimited" }),
    exit("127.9.0.5", "FJ"),
    exit("127.9.0.7", "FO", { node: "fra", product: "static" }),
    exit("127.9.0.9", "MO", { node: "sin", product: "static" }),
    exit("127.9.0.6", "FJ", { how: "http", host: "127.0.0.9", port: 1, password: "s3cret" }),
  ]);
});
const customer = forTests(() => api.customer(10));
beforeAll(async () => {
  await give(api.services, customer.id, { asset: "ip", amount: 10 });
  await give(api.services, customer.id, { asset: "wallet", amount: 100_000 });
});
afterAll(() => Promise.all([fra?.stop(), sin?.stop()]));

const snapshotOf = (link: GatewayLink) => snapshotAt(api.services, link);
const exitsOf = (facts: Fact[]) =>
  new Map(facts.flatMap((fact) => (fact.kind === "exit" ? [[fact.ip, fact] as const] : [])));
const puts = (fake: FakeNode, id: string) =>
  fake.news
    .flatMap((each) => (each.kind === "change" ? each.puts : []))
    .filter((one) => one.id === id);
const online = async (code: string) => {
  const { items } = (await customer.call("countrys")).data;
  return items.find((item) => item.code === code)?.online ?? 0;
};
const foreign = async () => {
  const text = await api.services.metrics.registry.metrics();
  return [...text.matchAll(/gateway_foreign_total\{[^}]*\} (\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
};
const by = { gateway: "whatever", epoch: "e1" };

test("A node receives its own exits and shared ones; local exits without a node go to none", async () => {
  const [own, other] = [exitsOf(await snapshotOf(fra)), exitsOf(await snapshotOf(sin))];
  expect([own.has("127.9.0.1"), own.has("127.9.0.3"), own.has("127.9.0.5")]).toEqual([
    true,
    false,
    false,
  ]);
  expect([other.has("127.9.0.1"), other.has("127.9.0.3"), other.has("127.9.0.5")]).toEqual([
    false,
    true,
    false,
  ]);
  expect(own.get("127.9.0.6")).toMatchObject({ password: "s3cret" });
  expect(own.get("127.9.0.1")).not.toHaveProperty("owner");
  expect(await fra.ask("elsewhere", { filter: { country: "mo" } })).toEqual({ exists: true });
  expect(await fra.ask("elsewhere", { filter: { country: "fo" } })).toEqual({ exists: false });
});

test("A node's reports about another node's exits are dropped and counted", async () => {
  const id = exitsOf(await snapshotOf(fra)).get("127.9.0.1")?.id ?? "";
  const shared = exitsOf(await snapshotOf(fra)).get("127.9.0.6")?.id ?? "";
  const before = await foreign();
  const failed = (exitId: string) => ({ ...by, exits: [{ exitId, ms: null }] });
  for (let tries = 0; tries < 4; tries += 1) {
    await sin.ask("latencies", failed(id));
    await sin.ask("latencies", failed(shared));
  }
  expect(await foreign()).toBe(before + 4);
  expect([await online("FO"), await online("FJ")]).toEqual([1, 1]);
  // An exit that no node can reach is offline; one success at any node brings it back.
  for (let tries = 0; tries < 3; tries += 1) await fra.ask("latencies", failed(shared));
  await expect.poll(() => online("FJ"), { timeout: 5_000 }).toBe(0);
  await sin.ask("latencies", { ...by, exits: [{ exitId: shared, ms: 5 }] });
  await expect.poll(() => online("FJ"), { timeout: 5_000 }).toBe(1);
});

test("An unlimited port is opened only by the node of its region (spec/nodes#placement)", async () => {
  const { regions } = (await customer.call("portServers")).data;
  const stock = (region: string) => regions.find((one) => one.region === region)?.stock;
  expect(stock("europe")).toBeGreaterThan(0);
  expect(stock("africa")).toBe(0);
  const buying = { kind: "port", region: "europe", quantity: 1, days: 7, method: "wallet" };
  const { planId } = (await customer.call("orderUnlimit", buying)).data;
  const show = async () =>
    (await customer.call("portOrder", { planId: planId ?? "", page: 1, limit: 10 })).data.ports[0];
  const port = await show();
  expect(port).toMatchObject({ host: "fra.example", open: false });
  const id = port?.id ?? "";
  await expect.poll(() => puts(fra, id), { timeout: 5_000 }).toHaveLength(1);
  expect(puts(sin, id)).toEqual([]);
  const state = (more: Partial<PortState>): PortState => {
    return {
      kind: "unlimitedPort",
      portId: id,
      port: port?.port ?? 0,
      open: true,
      code: "",
      detail: "",
      ...more,
    };
  };
  const before = await foreign();
  await sin.ask("ports", { ...by, ports: [state({ open: false, code: "EADDRINUSE" })] });
  await sin.ask("ports", { ...by, ports: [state({})] });
  expect(await foreign()).toBe(before + 2);
  expect(await show()).toMatchObject({ open: false, port: port?.port });
  await fra.ask("ports", { ...by, ports: [state({})] });
  expect(await show()).toMatchObject({ open: true });
});

test("Each node checks itself whether it can bind a port number; nodes number their ports independently", async () => {
  const ids = async (country: string) => {
    const { items } = (await customer.call("ipList", { country })).data;
    return items[0]?.id ?? "";
  };
  fra.unbindable = [8_443];
  const at = async (country: string, port: number) => {
    const fields = { ids: await ids(country), hours: 1, auth: "user", port };
    const { code, data } = await customer.call("ipOpen", fields);
    return code === 0 ? data.items[0]?.host : (data as { reason?: string }).reason;
  };
  expect(await at("FO", 8_443)).toBe("portUnavailable");
  expect(await at("MO", 8_443)).toBe("sin.example");
  expect(await at("FO", 8_444)).toBe("fra.example");
  expect(fra.news.some((each) => each.kind === "bind" && each.numbers.includes(8_444))).toBe(true);
  const add = { num: 1, minutes: 10 };
  const host = async (more: object) =>
    (await customer.call("whitePortAdd", { ...add, ...more })).data.items?.[0]?.host;
  expect([await host({ region: "asia" }), await host({ country: "FO" })]).toEqual([
    "sin.example",
    "fra.example",
  ]);
});

test("A node reports its machine's IP addresses and cannot claim another node's", async () => {
  await importExits(api.services, [exit("198.51.100.7", "TV")]);
  expect(await online("TV")).toBe(0);
  const has = async (fake: FakeNode) => exitsOf(await snapshotOf(fake)).has("198.51.100.7");
  await fra.ask("machine", { addresses: ["127.0.0.1", "198.51.100.7"], port: 7_100 });
  expect([await has(fra), await has(sin)]).toEqual([true, false]);
  await sin.ask("machine", { addresses: ["198.51.100.7"], port: 7_200 });
  expect([await has(fra), await has(sin)]).toEqual([true, false]);
  await expect.poll(() => online("TV"), { timeout: 5_000 }).toBe(1);
});

test("Customers are shown one endpoint of each node that is up", async () => {
  const { items } = (await customer.call("trafficServer")).data;
  expect(items.map(({ node, region, host, port }) => [node, region, host, port])).toEqual([
    ["fra", "europe", "fra.example", 7_100],
    ["sin", "asia", "sin.example", 7_200],
  ]);
});

test("A lease states how long its node may relay traffic without an API, and lasts longer (spec/accounting#leases, spec/nodes#lease-time)", async () => {
  const { id: subAccountId } = await traffic.createSubAccount(await api.customer(1), "Alone0001", {
    trafficGb: 0.5,
  });
  for (const [link, aloneSeconds] of [
    [fra, 300],
    [await api.link(), 60],
  ] as const) {
    const answer = await link.ask("lease", { ...by, subAccountId, wantedBytes: 1_000_000 });
    expect(answer).toMatchObject({ lease: { aloneSeconds } });
    const lasts = "lease" in answer ? answer.lease.expiresAt - api.services.world.now() : 0;
    expect(lasts - aloneSeconds * 1_000).toBeGreaterThan(200_000);
  }
});

test("Usage of another node's static IP is quarantined; the report's other rows count (spec/nodes#identity)", async () => {
  const { services } = api;
  const owner = await api.customer(1);
  const [id = ""] = await giveStatics(services, owner.id, { country: "FO" });
  const [own = ""] = await giveStatics(services, owner.id, { country: "MO" });
  const whose = { leaseId: "", accountId: owner.id, product: "static" } as const;
  const row = traffic.usageRow({ ...whose, subAccountId: id, upBytes: 7 });
  const both = [row, traffic.usageRow({ ...whose, subAccountId: own, upBytes: 5 })];
  const report = (of: FakeNode, gateway: string, rows = both) =>
    of.ask("report", { reports: [{ gateway, epoch: "e1", sequence: 1, rows }] });
  const used = async (of = id) => (await owner.call("staticInfo", { id: of })).data.usedBytes;
  const before = await foreign();
  expect(await report(sin, "sin-1")).toEqual({ applied: [1] });
  expect(await report(sin, "sin-1")).toEqual({ applied: [1] });
  await report(fra, "fra-1", [row]);
  expect([await used(), await used(own), (await foreign()) - before]).toEqual([7, 5, 1]);
  const [waiting] = await listQuarantined(services.db, 10);
  expect(waiting).toMatchObject({ gateway: "sin-1", sequence: 1, bytes: 7, doubtful: true });
  const apply = () => applyQuarantined(services, waiting?.id ?? 0);
  expect([(await apply()).outcome, await used(), await used(own)]).toEqual(["applied", 14, 5]);
  expect((await apply()).outcome).toBe("unknown");
});
