/** Assigns exits to the node whose machine has their address (spec/nodes#ownership). */
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { setAddresses } from "../node/store/addresses.ts";
import { moveExits } from "./move-exits.ts";

const maxAddresses = 100_000;

export interface NodeAddresses {
  nodeId: string;
  addresses: string[];
  /** The node's HTTP and SOCKS5 port; null: GATEWAY_PORT. */
  port: number | null;
}

/** Every machine has loopback addresses, so they identify no node. */
const isLoopback = (address: string) => address.startsWith("127.") || address === "::1";

/** Records the addresses of a node's machine, and assigns owners to exits that have none. */
export async function recordAddresses(
  { db }: Pick<Services, "db">,
  { nodeId, addresses, port }: NodeAddresses,
): Promise<void> {
  if (!Array.isArray(addresses)) return;
  const canonical = addresses.slice(0, maxAddresses).flatMap((address) => {
    const own = typeof address === "string" ? canonicalAddress(address) : null;
    return own === null || isLoopback(own) ? [] : [own];
  });
  const own = { nodeId, addresses: [...new Set(canonical)], port: isPort(port) ? port : null };
  await transaction(db, async (tx) => {
    if (await setAddresses(tx, own)) await moveExits(tx, null);
  });
}

const isPort = (port: unknown): port is number =>
  Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;
