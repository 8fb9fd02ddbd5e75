/**
 * Relays: nodes reach each other's local exits as upstream proxies (spec/nodes#relay). The password is
 * an HMAC of the exit's id under a secret of the node that has it.
 */
import { createHmac } from "node:crypto";
import type { Db } from "../../platform/db/database.ts";
import type { Seal } from "../../platform/seal.ts";
import type { Services } from "../../platform/services.ts";
import { allNodes, type NodeRow } from "./store.ts";

export interface Relay {
  host: string;
  port: number;
  /** The owner's; it never leaves the API but to the owner. */
  secret: string;
}

/** A node's relay; null where it has none, or is retired. */
export function relayOf(seal: Seal, { id, relay, retired_at }: NodeRow): Relay | null {
  const [, host, port] = /^\[?(.+?)\]?:(\d{1,5})$/.exec(relay ?? "") ?? [];
  if (host === undefined || retired_at !== null) return null;
  return { host, port: Number(port), secret: seal.lookup(`relay ${id}`) };
}

/** The relays of all nodes that have one, by the nodes' ids. */
export async function relays(
  { seal }: Pick<Services, "seal">,
  db: Db,
): Promise<Map<string, Relay>> {
  const all = (await allNodes(db)).map(({ node }) => [node.id, relayOf(seal, node)] as const);
  return new Map(all.flatMap(([id, relay]) => (relay === null ? [] : [[id, relay] as const])));
}

/** What opens an exit at its owner's relay. */
export const relayPassword = ({ secret }: Relay, exitId: string): string =>
  createHmac("sha256", secret).update(exitId).digest("hex");
