/** Machines that claim addresses: nobody's exit moves, and no password is given, by a machine's word. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { importExits } from "../../inventory/exit/operator-stock.ts";
import { importedExit as exit } from "../../inventory/exit/testing.ts";
import { startTraffic } from "../../products/traffic/testing.ts";
import { operateJson } from "../operator/testing.ts";
import { addMachine, connectMachine, type FakeLink, snapshotOf } from "./fake-node-testing.ts";

let good: FakeLink;
let evil: FakeLink;
const api = forTests(startTraffic);
beforeAll(async () => {
  [good, evil] = [await machine("good"), await machine("evil")];
});
afterAll(() => Promise.all([good?.stop(), evil?.stop()]));

async function machine(name: string): Promise<FakeLink> {
  const link = connectMachine(api.url, await addMachine(api.services, api.url, { name }));
  await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
  return link;
}
const has = (link: FakeLink, ...addresses: string[]) =>
  link.ask("machine", { addresses, port: 7_000 });
/** Addresses of the exits that a machine receives, with their passwords. */
async function given(link: FakeLink): Promise<Record<string, string>> {
  const facts = await snapshotOf(api.services, link);
  const exits = facts.flatMap((fact) => (fact.kind === "exit" && !fact.lab ? [fact] : []));
  return Object.fromEntries(exits.map(({ ip, password }) => [ip, password]));
}
const run = (...words: string[]) => operateJson(api.services, ...words);
const claims = async () =>
  (await run("exits", "claims")).said.map((one: Record<string, unknown>) =>
    [one["ip"], one["owner"], one["claimedBy"], one["missingSince"] !== null].join(" "),
  );
const upstream = {
  how: "socks5",
  host: "203.0.113.9",
  port: 1_080,
  user: "u",
  password: "secret",
} as const;

describe("an exit's owner (spec/nodes#ownership)", () => {
  it("keeps it while its machine is without the address, whoever claims it", async () => {
    await importExits(api.services, [
      exit("198.51.100.20", { ...upstream, product: "static", node: "good" }),
    ]);
    await has(good, "198.51.100.20");
    await has(evil, "198.51.100.20");
    expect(await claims()).toEqual(["198.51.100.20 good evil false"]);
    await has(good);
    expect(await claims()).toEqual(["198.51.100.20 good evil true"]);
    await has(good, "198.51.100.20");
    expect([await given(good), await given(evil)]).toEqual([{ "198.51.100.20": "secret" }, {}]);
    await has(evil);
    expect(await claims()).toEqual([]);
  });

  it("is nobody while a password is at stake, until the operator assigns it", async () => {
    await importExits(api.services, [exit("198.51.100.30", { ...upstream, product: "static" })]);
    await has(evil, "198.51.100.30");
    expect(await given(evil)).toEqual({});
    expect(await claims()).toEqual(["198.51.100.30  evil false"]);
    const { said: health } = await run("doctor");
    const check = health.checks.find((one: { name: string }) => one.name === "exit claims");
    expect(check).toMatchObject({ state: "wrong", detail: expect.stringContaining("evil") });
    expect((await run("exits", "assign", "198.51.100.30", "nobody")).code).toBe(1);
    const assigned = await run("exits", "assign", "198.51.100.30", "good");
    expect(assigned.said).toMatchObject({ ip: "198.51.100.30", node: "good", moved: 1 });
    expect(await given(good)).toHaveProperty("198.51.100.30", "secret");
    expect(await given(evil)).toEqual({});
    // A list that names no node leaves it there.
    await importExits(api.services, [exit("198.51.100.30", { ...upstream, product: "static" })]);
    expect(await given(good)).toHaveProperty("198.51.100.30", "secret");
  });

  it("is the single machine that has a local exit's address, nobody if two say so", async () => {
    await has(evil, "198.51.100.41");
    await has(good, "198.51.100.40", "198.51.100.41");
    await importExits(api.services, [exit("198.51.100.40"), exit("198.51.100.41")]);
    expect(await given(good)).toHaveProperty("198.51.100.40");
    expect(await given(good)).not.toHaveProperty("198.51.100.41");
    expect(await given(evil)).toEqual({});
    expect(await claims()).toContain("198.51.100.41  evil,good false");
    // A machine that withdraws its claim leaves the other's.
    await has(evil);
    expect(await given(good)).toHaveProperty("198.51.100.41");
  });

  it("is told after hours without the address, and keeps the exit", async () => {
    await has(good, "198.51.100.41");
    expect(await claims()).not.toContain("198.51.100.40 good  true");
    await sql`update node_address set gone_at = gone_at - interval '3 hours'
      where gone_at is not null`.execute(api.db);
    expect(await claims()).toContain("198.51.100.40 good  true");
    expect(await given(good)).toHaveProperty("198.51.100.40");
    const text = await api.services.metrics.registry.metrics();
    expect(text).toMatch(/^turnpike_exit_claims [1-9]/m);
  });
});
