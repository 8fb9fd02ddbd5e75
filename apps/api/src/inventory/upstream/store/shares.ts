/** Shares of `maxConnections` and single tries of refused logins, over all gateway workers. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface OpenAt {
  upstreamId: string;
  connections: number;
}

/** A worker that does not ask again for this long has no share. */
const shareSeconds = 30;
const easedSeconds = 60;
/** An eased limit is not lowered again within this time: one wave of refusals is one. */
const easedAgainSeconds = 10;

/** Returns the most connections of a worker at each upstream with a limit. */
export async function takeShares(
  db: Db,
  {
    gateway,
    epoch,
    open,
    workers,
  }: {
    gateway: string;
    epoch: string;
    open: OpenAt[];
    /** How many workers there are, also those that have not asked yet. */
    workers: number;
  },
): Promise<OpenAt[]> {
  const { rows } = await sql<{ upstream: string; allowed: number }>`
    select upstream, allowed from upstream_slots_take(${JSON.stringify(open)}::jsonb, ${gateway},
      ${epoch}, ${shareSeconds}, ${workers - 1})`.execute(db);
  return rows.map(({ upstream, allowed }) => ({ upstreamId: upstream, connections: allowed }));
}

/** Lowers a limit by a tenth for a minute; without a limit, from what is open. */
export async function easeLimit(db: Db, upstreamId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update upstream u set
      eased_connections = greatest(1, floor(0.9 * least(u.max_connections,
        case when u.eased_until > clock_timestamp() then u.eased_connections end,
        (select sum(open) from upstream_slot s
          where s.upstream_id = u.id and s.ends_at > clock_timestamp()))))::int,
      eased_until = clock_timestamp() + make_interval(secs => ${easedSeconds})
    where u.id = ${upstreamId} and (u.eased_until is null or u.eased_until
      < clock_timestamp() + make_interval(secs => ${easedSeconds - easedAgainSeconds}))`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

/**
 * The upstreams whose login `node` is to try once, now; each once a minute. Who tried last waits half
 * a minute longer than others, so that no machine gets all tries and says that they failed.
 */
export async function dueTries(
  db: Db,
  { now, node }: { now: Date; node: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update upstream set next_try_at = ${now}::timestamptz + interval '1 minute', tried_by = ${node}
    where state = 'authFailed' and next_try_at <= ${now}::timestamptz
      - case when tried_by = ${node} then interval '30 s' else interval '0 s' end
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether workers of other nodes have connections open at an upstream. */
export async function hasOpenElsewhere(
  db: Db,
  { upstreamId, node }: { upstreamId: string; node: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from upstream_slot where upstream_id = ${upstreamId} and open > 0
      and ends_at > clock_timestamp() and gateway !~ ('^' || ${node} || '-[0-9]{1,2}$')
    limit 1`.execute(db);
  return rows.length > 0;
}
