/** Internal addresses in every notation are never requested, neither directly nor by a name. */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { sql } from "kysely";
import { sampled } from "@turnpike/net/testing/full.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startBench } from "./testing.ts";

/** Listens on every address of this machine; no request may reach it. */
let trap: http.Server;
let port = 0;
let reached = 0;
const bench = forTests(() => startBench({ PUBLIC_URL: "https://proxies.example.com" }));
beforeAll(async () => {
  trap = http.createServer((_request, response) => {
    reached += 1;
    response.end("a secret of this network");
  });
  trap.listen(0, "::");
  await once(trap, "listening");
  port = (trap.address() as AddressInfo).port;
});
beforeEach(() => {
  reached = 0;
});
afterAll(() => {
  trap.closeAllConnections();
  trap.close();
});

const hosts = [
  "127.0.0.1",
  "127.0.0.2",
  "127.1",
  "127.0.1",
  "2130706433",
  "017700000001",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "127.000.000.001",
  "127.0.0.1.",
  "127.0.0.1%00",
  "127%2e0%2e0%2e1",
  "１２７.0.0.1",
  "127。0。0。1",
  "①②⑦.0.0.1",
  "127.0.0.\u00ad1",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "foo.localhost",
  "localhost.localdomain",
  "ⓛocalhost",
  "0",
  "0.0.0.0",
  "10.0.0.1",
  "169.254.169.254",
  "2852039166",
  "192.168.1.1",
  "100.64.0.1",
  "172.16.0.1",
  "192.0.0.192",
  "168.63.129.16",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "metadata.google.internal",
  "printer.local",
  "ip6-localhost",
  "proxies.example.com",
  "PROXIES.example.com.",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "[fe80::1%25lo]",
  "[fc00::1]",
  "[ff02::1]",
  "[fd00:ec2::254]",
  "user@127.0.0.1",
  "example.com@127.0.0.1",
  "127.0.0.1\\@example.com",
];

/** A part of them daily; packages/rules/src/destination.test.ts has all that the parser refuses. */
const tried = sampled(hosts, 4);

it.each(tried)(
  "%s is refused as a webhook URL, and not requested even if it is stored",
  async (host) => {
    const { customer, id } = await bench.hooked("/inside");
    const urls = ["http", "https"].map((scheme) => `${scheme}://${host}:${port}/`);
    for (const url of [...urls, `http://${host}:${bench.receiver.port}/inside`]) {
      if (url === bench.at("/inside")) continue;
      const added = await customer.ask("webhookAdd", { url });
      const moved = await customer.ask("webhookUp", { id, url });
      expect([url, added.code, moved.code]).toEqual([url, 400, 400]);
      expect(added.refused.reason).toMatch(/^(bad|internal)WebhookUrl$/);
    }
    // As an earlier version, or one with another policy, may have stored it.
    await sql`update webhook set url = ${urls[0]} where id = ${id}`.execute(bench.shop.db);
    const { attempts, status } = await customer.get("webhookTest", { id });
    expect(status).toBe("failed");
    expect(attempts).toMatchObject([{ status: 0, answer: "" }]);
    expect(attempts[0]?.error).toMatch(
      /^the address (cannot be used|leads to an internal network)$/,
    );
    expect(reached).toBe(0);
  },
);

it("This machine's own IP addresses are refused as webhook URLs too", async () => {
  const customer = await bench.shop.customer();
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .slice(0, 20);
  for (const { address, family } of own) {
    const host = family === "IPv6" ? `[${address}]` : address;
    expect((await customer.ask("webhookAdd", { url: `https://${host}/` })).code).toBe(400);
  }
});

it.each([
  [["127.0.0.9"], "loopback"],
  [["10.1.2.3"], "private network"],
  [["169.254.169.254"], "link-local"],
  [["fd00::1"], "not a global IPv6 address"],
  [["::1"], "the product itself"],
  [["::ffff:127.0.0.9"], "loopback"],
  [["93.184.216.34", "127.0.0.9"], "loopback"],
])("A host name that resolves to %j fails the attempt, with the reason", async (addresses, why) => {
  const { world } = bench.shop.services;
  const lookup = world.lookup.bind(world);
  const asked: string[] = [];
  world.lookup = async (host) => {
    asked.push(host);
    return addresses;
  };
  try {
    const { customer, id } = await bench.hooked("/named");
    const url = `http://rebound.example.com:${port}/`;
    await customer.get("webhookUp", { id, url });
    await bench.sell(customer);
    const [sent] = (await customer.get("webhookDeliveries")).items;
    const error = `the name leads to an internal address (${why})`;
    expect(sent).toMatchObject({ status: "waiting", attempts: [{ status: 0, error, answer: "" }] });
    // Deliveries of earlier tests may be due again.
    expect(new Set(asked)).toEqual(new Set(["rebound.example.com"]));
    expect(reached).toBe(0);
  } finally {
    world.lookup = lookup;
  }
});

it("A host name that does not resolve fails the attempt", async () => {
  const { customer, id } = await bench.hooked("/unresolved");
  await customer.get("webhookUp", { id, url: "https://nothing.invalid/" });
  expect((await customer.get("webhookTest", { id })).attempts).toMatchObject([
    { status: 0, error: "the name does not resolve" },
  ]);
});

it("Outside the lab a webhook URL must be https, and the lab's targets are not exempt", async () => {
  const { env } = bench.shop.services;
  const customer = await bench.shop.customer();
  const added = async (url: string) => {
    const { code, refused } = await customer.ask("webhookAdd", { url });
    return code === 0 ? "added" : refused.reason;
  };
  const target = `https://127.0.0.1:${bench.receiver.port}/outside`;
  expect([await added(target), await added("http://example.com/")]).toEqual(["added", "added"]);
  env.lab = false;
  try {
    expect(await added("http://example.com/")).toBe("badWebhookUrl");
    expect(await added(target)).toBe("internalWebhookUrl");
    expect(await added("https://example.com/hook")).toBe("added");
  } finally {
    env.lab = true;
  }
});

it("Blocked ports are refused in webhook URLs", async () => {
  const customer = await bench.shop.customer();
  for (const port of [25, 465, 587]) {
    const added = await customer.ask("webhookAdd", { url: `https://example.com:${port}/` });
    expect([added.code, added.refused.reason]).toEqual([400, "badWebhookUrl"]);
  }
});
