/**
 * Relays: nodes reach each other's local exits as upstream proxies (spec/nodes#relay). The password
 * is an HMAC of the exit, the asking node and its generation, keyed with a secret of the exit's node
 * and that node's generation: it ends with either node's key.
 */
import { createHmac } from "node:crypto";
import type { NodeKeyRef } from "@turnpike/rules/ownership.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Seal } from "../../platform/seal.ts";
import type { Services } from "../../platform/services.ts";
import { allNodes, type NodeRow } from "./store.ts";

export interface Relay {
  host: string;
  port: number;
  /** Whether its gateways know a password for each asking node. */
  perAsker: boolean;
  /** The key of these passwords; the API sends it to the exit's node only. */
  key: string;
  /** The key for gateways of the previous release, which know one password for all. */
  secret: string;
}

/** A node's relay; null if it has none or is retired. */
export function relayOf(seal: Seal, node: NodeRow): Relay | null {
  const { id, relay, retired_at, generation, relay_per_asker: perAsker } = node;
  const [, host, port] = /^\[?(.+?)\]?:(\d{1,5})$/.exec(relay ?? "") ?? [];
  if (host === undefined || retired_at !== null) return null;
  const key = seal.lookup("relay", `${id} ${generation}`);
  return { host, port: Number(port), perAsker, key, secret: seal.lookup("relay", id) };
}

/** The relays of all nodes that have one, by node id. */
export async function relays(
  { seal }: Pick<Services, "seal">,
  db: Db,
): Promise<Map<string, Relay>> {
  const all = (await allNodes(db)).map(({ node }) => [node.id, relayOf(seal, node)] as const);
  return new Map(all.flatMap(([id, relay]) => (relay === null ? [] : [[id, relay] as const])));
}

/** A node's password for an exit at the relay of the exit's node. */
export function relayPassword(relay: Relay, exitId: string, asker: NodeKeyRef): string {
  const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex");
  if (!relay.perAsker) return hmac(relay.secret, exitId);
  const { nodeId, generation } = asker;
  return `${nodeId}.${hmac(relay.key, `${exitId} ${nodeId} ${generation}`)}`;
}
