/** Which addresses webhooks may have: no internal ones, except the lab's own targets in the lab. */
import { networkInterfaces } from "node:os";
import { ownHosts } from "@turnpike/contract/own-hosts.ts";
import type { DestinationPolicy } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { readWebhookUrl, type WebhookAddress } from "@turnpike/rules/webhook-address.ts";
import type { Services } from "../../platform/services.ts";

export type PolicyServices = Pick<Services, "env" | "ownNames">;

/** Listing thousands of addresses takes milliseconds, so the result is cached. */
const READ_EVERY_MS = 15_000;
let cache = { at: Number.NEGATIVE_INFINITY, addresses: new Set<string>() };

/** This machine's addresses, cached. */
function machineAddresses(): ReadonlySet<string> {
  const now = performance.now();
  if (now - cache.at < READ_EVERY_MS) return cache.addresses;
  const each = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const addresses = new Set(each.map(({ address }) => canonicalAddress(address) ?? address));
  cache = { at: now, addresses };
  return addresses;
}

/** The deny table, plus the product's own addresses. */
export function policyOf({ env, ownNames }: PolicyServices): DestinationPolicy {
  const hosts = [...ownHosts(env), env.HOST.toLowerCase(), ...env.OWN_ADDRESSES].map((host) =>
    host.replace(/^\[|\]$/g, ""),
  );
  const named = new Set(hosts.map((host) => canonicalAddress(host) ?? host));
  const machine = machineAddresses();
  const targets = env.LAB_TARGETS.split(",").map((one) => one.trim());
  return {
    allow: new Set(env.lab ? [`127.0.0.1:${env.LAB_TARGET_PORT}`, ...targets.filter(Boolean)] : []),
    ownAddresses: {
      has: (address) => named.has(address) || machine.has(address) || ownNames.has(address),
    },
    ownNames: new Set(hosts),
    blockedPorts: new Set(env.BLOCKED_PORTS),
  };
}

/** Parses a webhook's address: https, or also http in the lab. */
export function readAddress(known: PolicyServices, text: string): WebhookAddress {
  return readWebhookUrl(text, { plain: known.env.lab, policy: policyOf(known) });
}
