import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { expect, test } from "vitest";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";

const api = forTests(startTraffic);
const customer = forTests(() => api.customer(1));

let made = 0;
async function limited(maxConnections: number): Promise<string> {
  made += 1;
  const sub = await createSubAccount(customer, `Slotted${made}`, { trafficGb: 0, maxConnections });
  return sub.id;
}
/** Connects a gateway, which says hello and then asks for slots. */
async function gateway(name: string, epoch = `run of ${name}`) {
  const link: GatewayLink = await api.link({ worker: Number(name.slice(1)), epoch });
  await link.ask("hello", { gateway: name, epoch });
  const slots = async (subAccountId: string, open: number, wanted: number) => {
    const question = { gateway: name, epoch, subAccountId, open, wanted };
    return (await link.ask("slots", question)).allowed;
  };
  return { link, slots };
}

test("A limit holds across all gateways, and slots released by one can be taken by another", async () => {
  const [one, two] = [await gateway("a1"), await gateway("a2")];
  const id = await limited(5);
  expect(await one.slots(id, 0, 3)).toBe(3);
  expect(await two.slots(id, 0, 4)).toBe(2);
  expect(await one.slots(id, 3, 4)).toBe(3);
  expect(await two.slots(id, 1, 1)).toBe(1);
  expect(await one.slots(id, 3, 9)).toBe(4);
  // Each sub-account has its own limit.
  expect(await one.slots(await limited(9), 0, 9)).toBe(9);
});

test("Of 200 slots that two gateways request concurrently, exactly the limit is granted", async () => {
  const gateways = [await gateway("b1"), await gateway("b2")];
  const id = await limited(37);
  const open = [0, 0];
  const turn = async (which: 0 | 1) => {
    for (let count = 0; count < 100; count += 1) {
      const now = open[which] ?? 0;
      open[which] = (await gateways[which]?.slots(id, now, now + 1)) ?? 0;
    }
  };
  await Promise.all([turn(0), turn(1)]);
  expect((open[0] ?? 0) + (open[1] ?? 0)).toBe(37);
});

test("A gateway that disconnected holds no slots, nor does one with a new epoch", async () => {
  const [one, two] = [await gateway("c1"), await gateway("c2")];
  const id = await limited(4);
  expect(await one.slots(id, 0, 4)).toBe(4);
  expect(await two.slots(id, 0, 1)).toBe(0);
  await one.link.stop();
  await expect.poll(() => two.slots(id, 0, 4)).toBe(4);
  const again = await gateway("c2", "e2");
  expect(await again.slots(id, 0, 4)).toBe(4);
});

test("A gateway that reconnects keeps the slots that it reports again", async () => {
  const first = await gateway("d1");
  const other = await gateway("d2");
  const id = await limited(4);
  expect(await first.slots(id, 0, 3)).toBe(3);
  const second = await gateway("d1");
  expect(await second.slots(id, 3, 3)).toBe(3);
  await first.link.stop();
  // Long enough for the hub to notice that the first connection ended.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await other.slots(id, 0, 4)).toBe(1);
});

test("A lowered limit closes no open connection and accepts no new one", async () => {
  const one = await gateway("f1");
  const id = await limited(6);
  expect(await one.slots(id, 0, 6)).toBe(6);
  await customer.call("upSubUser", { id, maxConnections: 3 });
  expect(await one.slots(id, 6, 7)).toBe(6);
  expect(await one.slots(id, 2, 4)).toBe(3);
  await customer.call("upSubUser", { id, maxConnections: "" });
  expect(await one.slots(id, 3, 50)).toBe(50);
});
