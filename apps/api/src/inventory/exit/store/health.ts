/** Rows of the health of static exits: which ports of an exit are open, and whether it is reachable. */
import type { ExitDoor } from "@turnpike/contract/gateway-states.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Writes health that differs from what is stored; of exits that are not static ones nothing. */
export async function upsertHealth(tx: Tx, reports: ExitDoor[], at: Date): Promise<void> {
  await sql`
    insert into exit_health as h (exit_id, ports, reachable, detail, changed_at)
    select e.id, given.ports, given.reachable, given.detail, ${at}
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as given ("exitId" uuid, ports int[], reachable boolean, detail text)
    join exit e on e.id = given."exitId" and e.product in ('static', 'short')
    order by e.id
    on conflict (exit_id) do update set ports = excluded.ports, reachable = excluded.reachable,
      detail = excluded.detail, changed_at = excluded.changed_at
    where (h.ports, h.reachable, h.detail)
      is distinct from (excluded.ports, excluded.reachable, excluded.detail)`.execute(tx);
}

export interface Health {
  /** Open at the static listener, in the configured order. */
  ports: number[];
  reachable: boolean;
}
/** What is known of exits by id; one that no gateway has looked at is missing, a retired one dead and shut. */
export async function healthOf(db: Db, exitIds: string[]): Promise<Map<string, Health>> {
  const { rows } = await sql<Health & { id: string }>`
    select e.id,
      case when e.retired_at is null then coalesce(h.ports, '{}') else '{}' end as ports,
      coalesce(h.reachable, true) and e.retired_at is null as reachable
    from exit e left join exit_health h on h.exit_id = e.id
    where e.id = any(${exitIds}::uuid[]) and (h.exit_id is not null or e.retired_at is not null)`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...health }) => [id, health]));
}

/** A query of the ids of static exits that cannot be reached, to be used within another. */
export const unreachableExits = sql`
  select exit_id from exit_health where not reachable
  union select id from exit
    where retired_at is not null and taken_by is not null and product in ('static', 'short')`;
