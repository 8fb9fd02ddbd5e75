/** How exits of the pool are: what gateways measured. */
import type { ExitLatency } from "@turnpike/contract/gateway-states.ts";
import { sql } from "kysely";
import { transaction } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import type { Services } from "../../../platform/services.ts";

/** Exits of one report; a measure beyond is no measure. */
const mostExits = 500;
const mostMs = 60_000;
/** An exit that failed so often in a row is offline, until one success. */
const failuresToOffline = 3;
/** A latency that moved by less is told afresh only after so long. */
const leastStepMs = 5;
const leastStep = 0.2;
const freshMs = 10 * 60_000;

/** A measure as the table takes it; null where it cannot be one. */
function soundMeasure(given: ExitLatency): ExitLatency | null {
  const { exitId, ms } = (given ?? {}) as ExitLatency;
  if (typeof exitId !== "string" || !isUuid(exitId)) return null;
  if (ms !== null && !(Number.isInteger(ms) && ms >= 0 && ms <= mostMs)) return null;
  return { exitId: exitId.toLowerCase(), ms };
}

/**
 * Takes what a gateway measured, of one exit the last it says. Locks in the order of ids: reports of
 * two gateways do not wait for each other in a circle. What hardly changed is not written again.
 */
export async function noteLatencies({ db, world }: Services, exits: ExitLatency[]): Promise<void> {
  if (!Array.isArray(exits)) return;
  const sound = exits.slice(0, mostExits).flatMap((one) => soundMeasure(one) ?? []);
  const given = [...new Map(sound.map((one) => [one.exitId, one])).values()];
  if (given.length === 0) return;
  const now = new Date(world.now());
  const stale = new Date(world.now() - freshMs);
  await transaction(db, (tx) =>
    sql`
      with given as (
        select "exitId" as id, ms
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given ("exitId" uuid, ms int)),
      due as (
        select e.id, given.ms from exit e join given using (id)
        where e.product = 'pool' and e.retired_at is null
          and case when given.ms is null then e.offline_since is null
            else e.failures > 0 or e.offline_since is not null or e.latency_ms is null
              or e.measured_at is null or e.measured_at < ${stale}
              or abs(e.latency_ms - given.ms)
                > greatest(${leastStepMs}::int, e.latency_ms * ${leastStep}::float8)
            end
        order by e.id for no key update of e)
      update exit e set
        latency_ms = coalesce(due.ms, e.latency_ms),
        measured_at = ${now},
        failures = case when due.ms is null then e.failures + 1 else 0 end,
        offline_since = case
          when due.ms is not null then null
          when e.failures + 1 >= ${failuresToOffline} then coalesce(e.offline_since, ${now})
        end
      from due where e.id = due.id`.execute(tx),
  );
}
