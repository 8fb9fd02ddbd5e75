/** What accounts did in a time, counted for the signals of abuse (spec/operator#signals). */
import {
  type Activity,
  loginPorts,
  mailPorts,
  signalLimits,
  type Spray,
  sprayBytes,
  sprayMs,
} from "@turnpike/rules/abuse-signals.ts";
import { sql } from "kysely";
import { type Db, transaction } from "../../../platform/db/database.ts";

/** So many of each kind, those with the most connections. */
const mostListed = 500;
const mostSprays = 100;

export interface ActivityQuery {
  /** Milliseconds since 1970; `to` does not belong to it. */
  from: number;
  to: number;
  /** The query ends with an error after this time. */
  timeoutMs: number;
}

const port = sql`substring(target from ':([0-9]{1,5})$')::int`;
const isSmall = sql`outcome = 'ok' and not open and ms < ${sprayMs}
  and up_bytes + down_bytes between 1 and ${sprayBytes}`;

/**
 * Counts of holders that reach a limit, and of short connections with little data to one target. Reads
 * every row of the time once, of each table.
 * @throws Error where that takes longer than `timeoutMs`
 */
export function activityIn(
  db: Db,
  { from, to, timeoutMs }: ActivityQuery,
): Promise<{ activities: Activity[]; sprays: Spray[] }> {
  const within = sql`at >= ${new Date(from)} and at < ${new Date(to)}`;
  return transaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(tx);
    // Targets first, so that their ports are read once each.
    await sql`
      create temporary table target_activity on commit drop as
      select account_id, sub_account_id, target, max(product) as product, count(*) as connections,
        count(*) filter (where outcome = 'failed') as failed,
        count(*) filter (where ${isSmall}) as small, ${port} as port
      from (
        select account_id, sub_account_id, target, product, outcome, open, ms, up_bytes, down_bytes
        from connection_trace where ${within}
        union all
        select account_id, sub_account_id, target, '', outcome, false, ms, up_bytes, down_bytes
        from request_log where ${within} and reason = 'portBlocked') as seen
      group by account_id, sub_account_id, target`.execute(tx);
    const activities = await sql<Activity>`
      select account_id as "accountId", sub_account_id as "holderId", max(product) as product,
        sum(connections)::bigint as connections,
        coalesce(sum(connections) filter (where port = any(${mailPorts}::int[])), 0)::bigint
          as "mailTries",
        count(*)::bigint as targets,
        count(*) filter (where port = any(${loginPorts}::int[]))::bigint as "loginHosts",
        count(*) filter (where failed > 0)::bigint as "unreachableTargets"
      from target_activity group by 1, 2
      having sum(connections) filter (where port = any(${mailPorts}::int[]))
          >= ${signalLimits.mailTries}
        or count(*) >= ${signalLimits.targets}
        or count(*) filter (where port = any(${loginPorts}::int[])) >= ${signalLimits.loginHosts}
        or count(*) filter (where failed > 0) >= ${signalLimits.unreachableTargets}
      order by sum(connections) desc limit ${mostListed}`.execute(tx);
    const sprays = await sql<Spray>`
      select account_id as "accountId", sub_account_id as "holderId", product, target as host,
        small as connections, (
          select count(distinct exit_ip) from connection_trace t
          where t.account_id = a.account_id and t.sub_account_id = a.sub_account_id
            and t.target = a.target and ${within})::bigint as exits
      from target_activity a where small >= ${signalLimits.sprays}
      order by small desc limit ${mostSprays}`.execute(tx);
    return { activities: activities.rows, sprays: sprays.rows };
  });
}
