/**
 * Joins a machine as a node: it sends the secret of its join line and a public key, once
 * (spec/nodes#joining).
 */
import { createHash } from "node:crypto";
import type { JoinAnswer, JoinRefusal } from "@turnpike/contract/node.ts";
import { joinLifetimeMs } from "@turnpike/rules/node.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { type JoinLine, lockNodeOfLine, type NodeRow } from "./store.ts";
import { setKey } from "./store/workers.ts";
import { recordRelayedExits } from "../exit/store/owners.ts";

const secretBytes = 24;
const keyBytes = 32;

/** Creates a join line with a new secret, and what is stored of it. */
export function newJoinLine({ world, env }: Services): { line: string; stored: JoinLine } {
  const secret = world.random(secretBytes).toString("base64url");
  const address = env.publicUrl.replace(/^http/, "ws");
  const expiresAt = new Date(world.now() + joinLifetimeMs);
  return { line: `${address}/link/${secret}`, stored: { hash: hashOf(secret), expiresAt } };
}

const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

/**
 * Consumes the line and stores the key (32 bytes, base64url). Repeating the call with the same key
 * succeeds again: the first response may have been lost.
 */
export async function joinNode(
  services: Services,
  { secret, publicKey }: { secret: string; publicKey: string },
): Promise<JoinAnswer | { refused: JoinRefusal }> {
  const key = Buffer.from(publicKey, "base64url");
  if (key.length !== keyBytes) return { refused: "badKey" };
  return transaction(services.db, async (tx) => {
    const node = await lockNodeOfLine(tx, hashOf(secret));
    const refused = refusalOf(node, key, services.world.now());
    if (refused !== null || node === null) return { refused: refused ?? "joinUnknown" };
    await setKey(tx, node.id, key);
    await recordRelayedExits(tx, node.id);
    services.log.info({ node: node.name }, "a node joined");
    return { id: node.id, name: node.name };
  });
}

function refusalOf(node: NodeRow | null, key: Buffer, now: number): JoinRefusal | null {
  if (node === null) return "joinUnknown";
  if (node.retired_at !== null) return "nodeRetired";
  if (node.join_expires_at === null) return node.public_key?.equals(key) ? null : "joinUsed";
  return now >= node.join_expires_at.getTime() ? "joinExpired" : null;
}
