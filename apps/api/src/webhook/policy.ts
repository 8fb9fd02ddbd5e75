/** Where webhooks may lead: nowhere inside, in the lab to its own targets as at the gateway. */
import { networkInterfaces } from "node:os";
import type { Environment } from "@turnpike/contract/environment.ts";
import type { DestinationPolicy } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { readWebhookUrl, type WebhookAddress } from "@turnpike/rules/webhook-address.ts";

/** The kernel takes milliseconds for thousands of addresses: they are read now and then. */
const READ_EVERY_MS = 15_000;
let read = { at: Number.NEGATIVE_INFINITY, addresses: new Set<string>() };

/** This machine's addresses; those of the last reading where they cannot be read. */
function machineAddresses(): ReadonlySet<string> {
  const now = performance.now();
  if (now - read.at < READ_EVERY_MS) return read.addresses;
  const each = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const addresses = new Set(each.map(({ address }) => canonicalAddress(address) ?? address));
  read = { at: now, addresses };
  return addresses;
}

/** The deny table with what the product itself is. */
export function policyOf(env: Environment): DestinationPolicy {
  const hosts = [new URL(env.publicUrl).hostname, env.GATEWAY_PUBLIC_HOST ?? "", env.HOST]
    .map((host) => host.toLowerCase().replace(/^\[|\]$/g, ""))
    .filter(Boolean);
  const named = new Set(hosts.map((host) => canonicalAddress(host) ?? host));
  const machine = machineAddresses();
  const targets = env.LAB_TARGETS.split(",").map((one) => one.trim());
  return {
    allow: new Set(env.lab ? [`127.0.0.1:${env.LAB_TARGET_PORT}`, ...targets.filter(Boolean)] : []),
    ownAddresses: { has: (address) => named.has(address) || machine.has(address) },
    ownNames: new Set(hosts),
  };
}

/** Reads a webhook's address: https, in the lab http too. */
export function readAddress(env: Environment, text: string): WebhookAddress {
  return readWebhookUrl(text, { plain: env.lab, policy: policyOf(env) });
}
