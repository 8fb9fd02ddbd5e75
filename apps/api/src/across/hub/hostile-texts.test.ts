/** Texts of one machine that the database refuses fail no question of another (spec/nodes#link). */
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";
import {
  addMachine,
  connectedMachine,
  connectMachine,
  type FakeLink,
} from "./fake-node-testing.ts";

let subAccountId: string;
const by = { gateway: "good-1", epoch: "e1" };
const api = forTests(startTraffic);
const good = forTests(async () => {
  const victim = await api.customer(5);
  const limits = { trafficGb: 1, maxConnections: 9 };
  ({ id: subAccountId } = await createSubAccount(victim, "Victim001", limits));
  return connectedMachine(api, { name: "good" });
});
const evil = forTests(() => addMachine(api.services, api.url, { name: "evil" }));
beforeAll(async () => {
  await good.ask("lease", { ...by, subAccountId, wantedBytes: 1_000_000 });
});

const connected = (link: FakeLink) =>
  new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));

test("A name that no database stores is refused; others' look-ups, asked in the same moment, are answered", async () => {
  const link = connectMachine(api.url, evil);
  await connected(link);
  for (const name of ["a\u0000b", "a\ud800b"]) {
    const bad = Promise.allSettled(Array.from({ length: 40 }, () => link.ask("resolve", { name })));
    const honest = Array.from({ length: 40 }, () => good.ask("resolve", { name: "victim001" }));
    for (const { facts } of await Promise.all(honest)) expect(facts).toHaveLength(1);
    for (const { status } of await bad) expect(status).toBe("rejected");
  }
  await link.stop();
});

test("A run whose name no database stores is not welcome: it shares statements with others' slots", async () => {
  for (const epoch of ["\ud800", "a\u0000b", "\u001b[31m", "é"]) {
    const link = connectMachine(api.url, evil, { epoch });
    await expect.poll(() => link.lost[0], { timeout: 5_000 }).toContain("malformed");
    expect(link.up()).toBe(false);
    await link.stop();
  }
  const slots = await good.ask("slots", { ...by, subAccountId, open: 0, wanted: 1 });
  expect(slots).toEqual({ allowed: 1 });
});
