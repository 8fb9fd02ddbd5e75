/** Settings that contradict each other: refused at the start, by name. */
import type { GivenSettings } from "./environment.ts";
import { anyAddress } from "./environment-ports.ts";

/** All of a line or none: half of a payment provider takes no money, or tells nobody of it. */
const wholeGroups = [
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["BTCPAY_URL", "BTCPAY_API_KEY", "BTCPAY_STORE_ID", "BTCPAY_WEBHOOK_SECRET"],
] as const;

/** The first is of no use without the second. */
const needs = [
  ["GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID"],
  ["LINKEDIN_CLIENT_SECRET", "LINKEDIN_CLIENT_ID"],
  ["GITHUB_CLIENT_SECRET", "GITHUB_CLIENT_ID"],
] as const;

/** Ports of one machine; 0 is off. */
const singlePorts = [
  "PORT",
  "GATEWAY_PORT",
  "LOOKUP_PORT",
  "MANAGER_PORT",
  "METRICS_PORT",
  "LAB_TARGET_PORT",
] as const;

/** Throws Error that names the variables which cannot be set together. */
export function checkCombinations(read: GivenSettings): void {
  for (const group of wholeGroups) {
    const missing = group.filter((name) => read[name] === undefined);
    if (missing.length > 0 && missing.length < group.length)
      throw new Error(`${missing.join(", ")}: has to be set with ${group.join(", ")}`);
  }
  for (const [name, needed] of needs) {
    if (read[name] !== undefined && read[needed] === undefined)
      throw new Error(`${name}: is of no use without ${needed}`);
  }
  checkPorts(read);
}

function checkPorts(read: GivenSettings): void {
  const taken = new Map<number, string>();
  for (const name of singlePorts) {
    const other = taken.get(read[name]);
    if (other !== undefined) throw new Error(`${other} and ${name}: both are ${read[name]}`);
    if (read[name] !== 0) taken.set(read[name], name);
  }
  const twice = read.UNLIMITED_PORTS.find((one) => read.STATIC_PORTS.includes(one));
  if (twice !== undefined && anyAddress.has(read.HOST))
    throw new Error(
      `UNLIMITED_PORTS and STATIC_PORTS: both have ${twice}, which cannot be where HOST is ${read.HOST}`,
    );
}
