/** Health of static exits: the open ports of each, and whether it is reachable. */
import type { ListenerHealth } from "@turnpike/contract/gateway-states.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Writes health that differs from the stored one; skips exits that are not static IPs. */
export async function upsertHealth(
  tx: Tx,
  { reports, nodeId, at }: { reports: ListenerHealth[]; nodeId: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into exit_health as h (exit_id, ports, reachable, detail, changed_at, node_id)
    select e.id, given.ports, given.reachable, given.detail, ${at}, ${nodeId}::uuid
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as given ("exitId" uuid, ports int[], reachable boolean, detail text)
    join exit e on e.id = given."exitId" and e.product in ('static', 'short')
    order by e.id
    on conflict (exit_id) do update set ports = excluded.ports, reachable = excluded.reachable,
      detail = excluded.detail, changed_at = excluded.changed_at, node_id = excluded.node_id
    where (h.ports, h.reachable, h.detail, h.node_id)
      is distinct from (excluded.ports, excluded.reachable, excluded.detail, excluded.node_id)`.execute(
    tx,
  );
}

/** The node whose report of an exit is stored, and how good the report was. */
export interface Reporter {
  nodeId: string;
  reachable: boolean;
  /** The number of open ports. */
  ports: number;
}
/** Reporters by exit id; exits without a report from a node are missing. */
export async function reportersOf(db: Db, exitIds: string[]): Promise<Map<string, Reporter>> {
  const { rows } = await sql<Reporter & { id: string }>`
    select exit_id as id, node_id as "nodeId", reachable, cardinality(ports) as ports
    from exit_health where exit_id = any(${exitIds}::uuid[]) and node_id is not null`.execute(db);
  return new Map(rows.map(({ id, ...reporter }) => [id, reporter]));
}

export interface Health {
  /** Open ports of the static listener, in the configured order. */
  ports: number[];
  reachable: boolean;
  /** When any of these last changed; null if no gateway has reported the exit. */
  since: Date | null;
}
/** Returns health by exit id. Exits without a report are missing; retired ones are unreachable. */
export async function healthOf(db: Db, exitIds: string[]): Promise<Map<string, Health>> {
  const { rows } = await sql<Health & { id: string }>`
    select e.id,
      case when e.retired_at is null then coalesce(h.ports, '{}') else '{}' end as ports,
      coalesce(h.reachable, true) and e.retired_at is null as reachable,
      coalesce(e.retired_at, h.changed_at) as since
    from exit e left join exit_health h on h.exit_id = e.id
    where e.id = any(${exitIds}::uuid[]) and (h.exit_id is not null or e.retired_at is not null)`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...health }) => [id, health]));
}

/** A subquery of the ids of static exits that are unreachable. */
export const unreachableExits = sql`
  select exit_id from exit_health where not reachable
  union select id from exit
    where retired_at is not null and taken_by is not null and product in ('static', 'short')`;
