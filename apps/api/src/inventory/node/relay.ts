/**
 * Relays: nodes reach each other's local exits as upstream proxies (spec/nodes#relay). The password
 * is an HMAC of the exit's id, keyed with a secret of the node that owns the exit.
 */
import { createHmac } from "node:crypto";
import type { Db } from "../../platform/db/database.ts";
import type { Seal } from "../../platform/seal.ts";
import type { Services } from "../../platform/services.ts";
import { allNodes, type NodeRow } from "./store.ts";

export interface Relay {
  host: string;
  port: number;
  /** The owner's secret; the API sends it to the owner only. */
  secret: string;
}

/** A node's relay; null if it has none or is retired. */
export function relayOf(seal: Seal, { id, relay, retired_at }: NodeRow): Relay | null {
  const [, host, port] = /^\[?(.+?)\]?:(\d{1,5})$/.exec(relay ?? "") ?? [];
  if (host === undefined || retired_at !== null) return null;
  return { host, port: Number(port), secret: seal.lookup("relay", id) };
}

/** The relays of all nodes that have one, by node id. */
export async function relays(
  { seal }: Pick<Services, "seal">,
  db: Db,
): Promise<Map<string, Relay>> {
  const all = (await allNodes(db)).map(({ node }) => [node.id, relayOf(seal, node)] as const);
  return new Map(all.flatMap(([id, relay]) => (relay === null ? [] : [[id, relay] as const])));
}

/** The password for an exit at its owner's relay. */
export const relayPassword = ({ secret }: Relay, exitId: string): string =>
  createHmac("sha256", secret).update(exitId).digest("hex");
