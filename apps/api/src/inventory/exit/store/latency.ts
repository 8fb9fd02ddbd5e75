/** Latencies of the pool's exits. */
import type { ExitLatency } from "@turnpike/contract/gateway-states.ts";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** After this many failures in a row an exit is offline, until it succeeds once. */
const failuresToOffline = 3;
/** A latency that changed by less than this is rewritten only after `freshMs`. */
const leastStepMs = 5;
const leastStep = 0.2;
const freshMs = 10 * 60_000;

/**
 * Writes measurements, one per exit. Locks exits in the order of ids, so that the reports of two
 * gateways cannot deadlock. Skips latencies that hardly changed.
 */
export async function setLatencies(tx: Tx, given: ExitLatency[], nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  const stale = new Date(nowMs - freshMs);
  await sql`
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
    from due where e.id = due.id`.execute(tx);
}
