/** Nodes that use each other's exits: a password for each asking node, which ends with its key. */
import { createHmac } from "node:crypto";
import { connectionLine } from "@turnpike/contract/connection-line.ts";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { RelayAsker } from "@turnpike/contract/gateway-states.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { importExits } from "../../inventory/exit/operator-stock.ts";
import { importedExit } from "../../inventory/exit/testing.ts";
import { startTraffic } from "../../products/traffic/testing.ts";
import { operateJson } from "../operator/testing.ts";
import {
  addMachine,
  connectMachine,
  type FakeLink,
  type FakeMachine,
  joinMachine,
  snapshotOf,
} from "./fake-node-testing.ts";
import { requestRow } from "../request-log/testing.ts";

type FakeNode = FakeLink & FakeMachine;
const until = { timeout: 5_000 };
const machine = { addresses: [], port: 7_000 };
const ip = "127.9.0.8";

let owner: FakeNode;
let asker: FakeNode;
const nodes: FakeNode[] = [];

async function connected(node: FakeMachine): Promise<FakeNode> {
  const fake = Object.assign(connectMachine(api.url, node), node);
  nodes.push(fake);
  await new Promise<void>((resolve) => fake.onConnection((up) => up && resolve()));
  return fake;
}
const add = async (name: string, relay?: string) =>
  connected(await addMachine(api.services, api.url, { name, ...(relay && { relay }) }));
async function rejoin({ name }: FakeNode): Promise<FakeNode> {
  const { said } = await operateJson(api.services, "node", "rejoin", name);
  return connected(await joinMachine(api.url, name, said.join));
}

const api = forTests(startTraffic);
beforeAll(async () => {
  owner = await add("owner", "127.0.0.30:7300");
  asker = await add("asker");
  await importExits(api.services, [importedExit(ip, { country: "NU", node: "owner" })]);
});
afterAll(() => Promise.all(nodes.map((node) => node.stop())));

const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex");
async function exitAt(node: FakeNode): Promise<ExitFact> {
  const facts = await snapshotOf(api.services, node);
  const found = facts.find((fact) => fact.kind === "exit" && fact.ip === ip);
  if (found === undefined) throw new Error("no such exit");
  return found as ExitFact;
}
/** The password that a node was told last by a change. */
const toldPassword = (node: FakeNode) =>
  node.news
    .flatMap((each) => (each.kind === "change" ? each.puts : []))
    .flatMap((fact) => (fact.kind === "exit" && fact.ip === ip ? [fact.password] : []))
    .at(-1);
const toldAskers = (node: FakeNode): RelayAsker[] =>
  node.news.findLast((each) => each.kind === "relay")?.askers ?? [];
const askersOf = (node: FakeNode, { id }: FakeNode) =>
  toldAskers(node).filter((each) => each.id === id);

describe("passwords for relays (spec/nodes#relay)", () => {
  it("are one for all while the relay's gateway is of the previous release", async () => {
    const { relay } = await owner.ask("machine", machine);
    expect(relay).toEqual({ port: 7_300, secret: expect.any(String) });
    const { id, password } = await exitAt(asker);
    expect(password).toBe(hmac(relay?.secret ?? "", id));
  });

  it("are one for each asking node as soon as its gateway knows them", async () => {
    const before = await exitAt(asker);
    const { relay } = await owner.ask("machine", { ...machine, relayAskers: true });
    expect(relay).toMatchObject({ port: 7_300, key: expect.any(String) });
    expect(relay).not.toHaveProperty("secret");
    expect(await asker.ask("machine", { ...machine, relayAskers: true })).toEqual({ relay: null });
    const allowed = relay?.key === undefined ? [] : relay.askers;
    const { generation } = allowed.find(({ id }) => id === asker.id) ?? { generation: -1 };
    const { id, ...way } = await exitAt(asker);
    const password = `${asker.id}.${hmac(relay?.key ?? "", `${id} ${asker.id} ${generation}`)}`;
    const address = { how: "http", host: "127.0.0.30", port: 7_300, user: id };
    expect(way).toMatchObject({ ...address, password, relayed: true });
    expect(way.password).not.toBe(before.password);
    // Sent as a change, too, to those that had the one before.
    await expect.poll(() => toldPassword(asker), until).toBe(password);
    expect(await exitAt(owner)).toMatchObject({ how: "local", password: "" });
    expect(await asker.ask("elsewhere", { filter: { country: "nu" } })).toEqual({ exists: true });
    const another = await add("another");
    expect((await exitAt(another)).password).toMatch(new RegExp(`^${another.id}\\.`));
  });

  it("end with the asking node's key: relays are told within seconds", async () => {
    await expect.poll(() => askersOf(owner, asker).length, until).toBe(1);
    const before = { askers: askersOf(owner, asker), password: (await exitAt(asker)).password };
    asker = await rejoin(asker);
    await expect.poll(() => askersOf(owner, asker), until).not.toEqual(before.askers);
    expect(askersOf(owner, asker)).toHaveLength(1);
    expect((await exitAt(asker)).password).not.toBe(before.password);
    const thief = await add("thief");
    await expect.poll(() => askersOf(owner, thief).length, until).toBe(1);
    await operateJson(api.services, "node", "retire", "thief");
    await expect.poll(() => askersOf(owner, thief).length, until).toBe(0);
  });

  it("end with the key of the exit's node: the others are sent new ones", async () => {
    const { password } = await exitAt(asker);
    owner = await rejoin(owner);
    await expect.poll(() => toldPassword(asker), until).not.toBe(password);
    const { relay } = await owner.ask("machine", { ...machine, relayAskers: true });
    const [of] = (relay?.key === undefined ? [] : relay.askers).filter(({ id }) => id === asker.id);
    const { id } = await exitAt(owner);
    const text = `${id} ${asker.id} ${of?.generation}`;
    const expected = `${asker.id}.${hmac(relay?.key ?? "", text)}`;
    await expect.poll(() => toldPassword(asker), until).toBe(expected);
  });
});

it("Gateways are told the hosts of all nodes and relays at each connection and change (spec/gateway#targets)", async () => {
  const { nodeHosts } = await owner.ask("hello", { gateway: "owner-1", epoch: "e1" });
  expect(nodeHosts).toEqual(expect.arrayContaining(["127.0.0.30", "asker.example"]));
  expect(nodeHosts).not.toContain("thief.example");
  const told = () => asker.news.findLast((each) => each.kind === "hosts")?.hosts ?? [];
  await add("late", "[2001:db8::9]:7300");
  await expect.poll(told, until).toEqual(expect.arrayContaining(["late.example", "[2001:db8::9]"]));
  await operateJson(api.services, "node", "retire", "late");
  await expect.poll(told, until).not.toContain("late.example");
});

it("A use of a relay is in the trace with the node that asked (spec/nodes#relay)", async () => {
  const at = api.services.world.now() - 60_000;
  await owner.ask("connections", {
    gateway: "owner-1",
    epoch: "e1",
    dropped: 0,
    rows: [
      connectionLine(
        requestRow({
          id: "relayed-1",
          at,
          accountId: asker.id,
          subAccountId: asker.id,
          product: "relay",
          client: "198.51.100.7",
          address: "203.0.113.9",
          exitIp: ip,
          ms: 5_000,
        }),
      ),
    ],
  });
  const instant = new Date(at + 1_000).toISOString();
  const { said } = await operateJson(api.services, "trace", "--exit", ip, "--at", instant);
  expect(said.connections).toEqual([
    expect.objectContaining({
      requestId: "relayed-1",
      certainty: "surely",
      gateway: "owner-1",
      client: "198.51.100.7",
      holder: { id: asker.id, name: "node asker", product: "relay" },
    }),
  ]);
});
