/** The hosts under which customers and programs reach this installation. */
import { unlimitedRegions } from "@turnpike/rules/unlimited-region.ts";
import type { Environment } from "./environment.ts";

/** Names and addresses (IPv6 maybe in brackets) of the product itself: refused as targets. */
export function ownHosts(env: Environment): string[] {
  const { GATEWAY_PUBLIC_HOST: gateway = "", UNLIMITED_DOMAIN: domain = "" } = env;
  const ports = unlimitedRegions.map((region) => domain.replaceAll("{region}", region));
  const all = [new URL(env.publicUrl).hostname, gateway, ...ports];
  return [...new Set(all.map((host) => host.toLowerCase()).filter(Boolean))];
}
