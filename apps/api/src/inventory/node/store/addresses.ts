/** The addresses of nodes' machines, as reported by their gateways. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Of the addresses that a node has lost, at most these are kept: the latest. */
const goneKept = 1_000;

/** A query of node_id, name and address of nodes that are not retired and still have the address. */
export const nodeAddressRows: RawBuilder<unknown> = sql`
  select a.node_id, n.name, a.address from node_address a join node n on n.id = a.node_id
  where n.retired_at is null and a.gone_at is null`;

/** Since when a node does not have an address any more; null if it has it or never had it. */
export const lostSince = (nodeId: RawBuilder<unknown>, address: RawBuilder<unknown>) =>
  sql<Date | null>`(
    select a.gone_at from node_address a where a.node_id = ${nodeId} and a.address = ${address})`;

/** A query of the id of the only node in use; null if there are several. */
export const onlyNode: RawBuilder<unknown> = sql`
  select case count(*) when 1 then min(n.id::text)::uuid end from node n
  where n.retired_at is null`;

/** Replaces a node's addresses and port; returns false if the addresses were the same before. */
export async function setAddresses(
  tx: Tx,
  { nodeId, addresses, port }: { nodeId: string; addresses: string[]; port: number | null },
): Promise<boolean> {
  const gone = await sql`
    update node_address set gone_at = now()
    where node_id = ${nodeId} and address = any(array(
      select address from node_address where node_id = ${nodeId} and gone_at is null
      except select unnest(${addresses}::inet[])))`.execute(tx);
  const added = await sql`
    insert into node_address as a (node_id, address)
    select ${nodeId}, address from unnest(${addresses}::inet[]) as given (address)
    on conflict (node_id, address) do update set gone_at = null where a.gone_at is not null`.execute(
    tx,
  );
  await sql`
    delete from node_address
    where node_id = ${nodeId} and (gone_at < now() - interval '30 days' or address in (
      select address from node_address where node_id = ${nodeId} and gone_at is not null
      order by gone_at desc offset ${goneKept}))`.execute(tx);
  await sql`
    update node set gateway_port = ${port}
    where id = ${nodeId} and gateway_port is distinct from ${port}`.execute(tx);
  return (gone.numAffectedRows ?? 0n) + (added.numAffectedRows ?? 0n) > 0n;
}

/** Those of the addresses that some node's machine has. */
export async function addressesOfNodes(db: Db, ips: string[]): Promise<string[]> {
  const { rows } = await sql<{ ip: string }>`
    select distinct host(h.address) as ip from (${nodeAddressRows}) h
    where h.address = any(${ips}::inet[])`.execute(db);
  return rows.map(({ ip }) => ip);
}

/** The id of the node with this name that is not retired; null if there is none. */
export async function nodeIdNamed(db: Db, name: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from node where name = ${name} and retired_at is null`.execute(db);
  return rows[0]?.id ?? null;
}
