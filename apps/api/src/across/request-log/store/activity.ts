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

export interface ActivityQuery {
  /** Milliseconds since 1970; `to` does not belong to it. */
  from: number;
  to: number;
  /** The query ends with an error after this time. */
  timeoutMs: number;
}

const host = sql`lower(regexp_replace(target, ':[0-9]+$', ''))`;
const port = sql`substring(target from ':([0-9]{1,5})$')::int`;

/**
 * Counts of holders that reach a limit, and of short connections with little data to one host. Reads
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
    const activities = await sql<Activity>`
      with seen as (
        select account_id, sub_account_id, product, target, ${host} as host, ${port} as port,
          outcome = 'failed' as failed
        from connection_trace where ${within}
        union all
        select account_id, sub_account_id, '', target, ${host}, ${port}, false
        from request_log where ${within} and reason = 'portBlocked')
      select account_id as "accountId", sub_account_id as "holderId", max(product) as product,
        count(*)::bigint as connections,
        count(*) filter (where port = any(${mailPorts}::int[]))::bigint as "mailTries",
        count(distinct host)::bigint as targets,
        count(distinct host) filter (where port = any(${loginPorts}::int[]))::bigint as "loginHosts",
        count(distinct target) filter (where failed)::bigint as "unreachableTargets"
      from seen group by 1, 2
      having count(*) filter (where port = any(${mailPorts}::int[])) >= ${signalLimits.mailTries}
        or count(distinct host) >= ${signalLimits.targets}
        or count(distinct host) filter (where port = any(${loginPorts}::int[]))
          >= ${signalLimits.loginHosts}
        or count(distinct target) filter (where failed) >= ${signalLimits.unreachableTargets}
      order by count(*) desc limit ${mostListed}`.execute(tx);
    const sprays = await sql<Spray>`
      select account_id as "accountId", sub_account_id as "holderId", max(product) as product,
        ${host} as host, count(*)::bigint as connections, count(distinct exit_ip)::bigint as exits
      from connection_trace
      where ${within} and outcome = 'ok' and not open and ms < ${sprayMs}
        and up_bytes + down_bytes between 1 and ${sprayBytes}
      group by 1, 2, 4
      having count(*) >= ${signalLimits.sprays}
        and count(distinct exit_ip) >= ${signalLimits.sprayExits}
      order by count(*) desc limit ${mostListed}`.execute(tx);
    return { activities: activities.rows, sprays: sprays.rows };
  });
}
