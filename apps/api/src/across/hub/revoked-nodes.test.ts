/** A node's key is revoked or replaced: whoever holds the old one is out, at every API process. */
import path from "node:path";
import { LinkDown } from "@turnpike/link/link.ts";
import { rawLink } from "@turnpike/link/raw-link-testing.ts";
import { afterEach, describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTraffic } from "../../products/traffic/testing.ts";
import { nodeByName } from "../../inventory/node/store.ts";
import { operate, operateJson } from "../operator/testing.ts";
import {
  addMachine,
  connectMachine,
  type FakeLink,
  type FakeMachine,
  joinMachine,
} from "./fake-node-testing.ts";

const links: FakeLink[] = [];
const first = forTests(startTraffic);
const folder = folderForTests();
const second = forTests(() => first.another({ linkPath: path.join(folder, "hub.sock") }));
afterEach(async () => {
  await Promise.all(links.splice(0).map((link) => link.stop()));
});

const connect = (url: string, node: FakeMachine, run: { worker?: number; epoch?: string } = {}) => {
  const link = connectMachine(url, node, run);
  links.push(link);
  return link;
};
const machine = (name: string) => addMachine(first.services, first.url, { name });
const until = { timeout: 4_000 };
const rejoin = async ({ name }: FakeMachine) => {
  const { said } = await operateJson(first.services, "node", "rejoin", name);
  return joinMachine(second.url, name, said.join);
};
const asks = (link: FakeLink) => link.ask("snapshot", { cursor: null });

describe("a node's generation (spec/nodes#generations)", () => {
  it("rises when the node joins with a new key: the old key's connections end at every API", async () => {
    const old = await machine("gen-1");
    const copies = [connect(first.url, old), connect(second.url, old, { worker: 2 })];
    for (const copy of copies) await expect.poll(copy.up, until).toBe(true);
    const fresh = await rejoin(old);
    for (const copy of copies) {
      await expect.poll(() => copy.lost[0], until).toBe("4401 node has a new key");
      await expect(asks(copy)).rejects.toThrow(LinkDown);
    }
    for (const copy of [connect(first.url, old), connect(second.url, old)])
      await expect.poll(() => copy.lost[0], until).toBe("4401 the proof is wrong");
    // The machine with the new key is in at once, whatever its runs are called.
    const link = connect(second.url, fresh, { epoch: "a" });
    await expect.poll(link.up, until).toBe(true);
    expect(await asks(link)).toHaveProperty("facts");
  });

  it("rises when the node is retired: its connections end at every API", async () => {
    const node = await machine("gen-2");
    const both = [connect(first.url, node), connect(second.url, node, { worker: 2 })];
    for (const link of both) await expect.poll(link.up, until).toBe(true);
    await operate(first.services, "node", "retire", node.name);
    for (const link of both)
      await expect.poll(() => link.lost[0], until).toBe("4401 node is retired");
    const fresh = await rejoin(node);
    const link = connect(first.url, fresh);
    await expect.poll(link.up, until).toBe(true);
  });

  it("ends a connection whose client does not close its end: nothing is heard from it any more", async () => {
    const node = await machine("gen-3");
    const { socket, answers } = await rawLink(first.url, node);
    const ask = (port: number) => {
      const question = { addresses: [], port };
      socket.send(JSON.stringify({ id: port, kind: "machine", question }));
    };
    ask(7_001);
    await expect.poll(() => answers.includes(7_001), until).toBe(true);
    // What is sent to the client stays unread, and so does the hub's close.
    socket.pause();
    await operate(first.services, "node", "retire", node.name);
    await new Promise((resolve) => setTimeout(resolve, 1_700));
    ask(7_002);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const row = await nodeByName(first.services.db, node.name);
    expect(row?.gateway_port).toBe(7_001);
    socket.terminate();
  });
});

describe("the order of a worker's runs (spec/nodes#link)", () => {
  it("is the hub's: a run with a high name does not lock the next one out", async () => {
    const node = await machine("runs-1");
    const copy = connect(first.url, node, { epoch: "zzzzzzzzzzzz" });
    await expect.poll(copy.up, until).toBe(true);
    const real = connect(second.url, node, { epoch: "m1" });
    await expect.poll(real.up, until).toBe(true);
    await expect.poll(() => copy.lost[0], { timeout: 8_000 }).toMatch(/^4409 a newer/);
    // It is known as the older one now, at both.
    const late = connect(first.url, node, { epoch: "zzzzzzzzzzzz" });
    await expect
      .poll(() => late.lost[0], until)
      .toBe("4409 a newer run of this worker is connected");
    expect(real.lost).toEqual([]);
  });

  it("lets a run go on after its connection moved to another API", async () => {
    const node = await machine("runs-2");
    const one = connect(first.url, node, { epoch: "b" });
    await expect.poll(one.up, until).toBe(true);
    await one.stop();
    const two = connect(second.url, node, { epoch: "b" });
    await expect.poll(two.up, until).toBe(true);
    const next = connect(first.url, node, { epoch: "a" });
    await expect.poll(next.up, until).toBe(true);
  });
});
