/** Webhooks cannot point to this installation's public addresses (with a real name server). */
import { isFull } from "@turnpike/net/testing/full.ts";
import { NameServer } from "@turnpike/net/testing/name-server.ts";
import { expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startBench } from "./testing.ts";

const zone: Record<string, string[]> = {
  "proxies.example.com": ["198.41.0.4"],
  "gate.example.com": ["198.41.0.5"],
  "europe.proxies.example.com": ["198.41.0.6"],
  "alias.example.com": ["93.184.216.34", "198.41.0.5"],
  "nat.example.com": ["198.41.0.9"],
};
const names = forTests(() => new NameServer().listen());
const bench = forTests(async () => {
  names.answer = ({ name }) =>
    name.startsWith("silent") ? { silent: true } : zone[name] && { addresses: zone[name] };
  return startBench({
    PUBLIC_URL: "https://proxies.example.com",
    GATEWAY_PUBLIC_HOST: "gate.example.com",
    UNLIMITED_DOMAIN: "{region}.proxies.example.com",
    OWN_ADDRESSES: "198.41.0.9",
    RESOLVERS: names.at,
  });
});

it.each(["198.41.0.4", "198.41.0.5", "198.41.0.6", "198.41.0.9", "gate.example.com"])(
  "%s is refused as a webhook URL",
  async (host) => {
    const customer = await bench.shop.customer();
    const added = await customer.ask("webhookAdd", { url: `https://${host}/` });
    expect([added.code, added.refused.reason]).toEqual([400, "internalWebhookUrl"]);
  },
);

it.each([
  ["alias.example.com", "the name leads to an internal address (the product itself)"],
  ["nat.example.com", "the name leads to an internal address (the product itself)"],
  ["nothing.example.com", "the name does not resolve"],
  ...(isFull ? [["silent.example.com", "the name does not resolve"]] : []),
])(
  "A webhook to %s fails: %s",
  async (host, error) => {
    const { customer, id } = await bench.hooked("/named");
    await customer.get("webhookUp", { id, url: `https://${host}/` });
    const { attempts } = await customer.get("webhookTest", { id });
    expect(attempts).toMatchObject([{ status: 0, error }]);
  },
  20_000,
);
