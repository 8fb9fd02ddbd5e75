/** How gateways found the doors of static exits. The only file that writes the table of it. */
import type { ExitDoor } from "@turnpike/contract/gateway-states.ts";
import { sql } from "kysely";
import { type Db, transaction } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import type { Services } from "../../../platform/services.ts";

/** Doors of one report, ports of one door, letters of a reason. */
const mostDoors = 500;
const mostPorts = 100;
const mostDetail = 200;

const isPort = (port: unknown) =>
  Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;

/** A door as the table takes it; null where it cannot be one. */
function soundDoor({ exitId, ports, reachable, detail }: ExitDoor): ExitDoor | null {
  if (typeof exitId !== "string" || !isUuid(exitId) || typeof reachable !== "boolean") return null;
  if (!Array.isArray(ports) || ports.length > mostPorts || !ports.every(isPort)) return null;
  const text = typeof detail === "string" ? detail.slice(0, mostDetail) : "";
  // PostgreSQL takes no NUL, and half a letter that the cut left is no text.
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, " ").toWellFormed();
  return { exitId: exitId.toLowerCase(), ports: [...new Set(ports)], reachable, detail: clean };
}

/**
 * Takes what a gateway found, of one exit the last it says; what did not change is not written
 * again. Doors of exits that are none of the static ones, or cannot be doors, fall out.
 */
export async function noteDoors({ db, world }: Services, doors: ExitDoor[]): Promise<void> {
  const sound = doors.slice(0, mostDoors).flatMap((door) => (door && soundDoor(door)) ?? []);
  const given = [...new Map(sound.map((door) => [door.exitId, door])).values()];
  if (given.length === 0) return;
  await transaction(db, (tx) =>
    sql`
      insert into exit_health as h (exit_id, ports, reachable, detail, changed_at)
      select e.id, given.ports, given.reachable, given.detail, ${new Date(world.now())}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given ("exitId" uuid, ports int[], reachable boolean, detail text)
      join exit e on e.id = given."exitId" and e.product in ('static', 'short')
      order by e.id
      on conflict (exit_id) do update set ports = excluded.ports, reachable = excluded.reachable,
        detail = excluded.detail, changed_at = excluded.changed_at
      where (h.ports, h.reachable, h.detail)
        is distinct from (excluded.ports, excluded.reachable, excluded.detail)`.execute(tx),
  );
}

export interface Health {
  /** Open at the door, in the configured order. */
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
