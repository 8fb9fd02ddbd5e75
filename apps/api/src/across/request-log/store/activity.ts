/** Hourly counts of accounts' activity, for signals of abuse (spec/operator#signals). */
import {
  type Activity,
  maxStoredHashes,
  loginPorts,
  mailPorts,
  signalLimits,
  type Spray,
  maxSprayBytes,
  maxSprayMs,
  minSpraysPerHour,
} from "@turnpike/rules/abuse-signals.ts";
import { sql } from "kysely";
import { type Db, transaction, type Tx } from "../../../platform/db/database.ts";

/** Limits: holders counted exactly, holders listed, sprays listed; most connections first. */
const maxJudged = 2_000;
const maxListed = 500;
const maxSprays = 100;
/** How many targets per hour are kept as possible sprays. */
const maxSpraysOfHour = 20_000;
const hourMs = 3_600_000;

const port = sql`substring(target from ':([0-9]{1,5})$')::int`;
/** A folded line stands for connections that were all short, as long ones are never folded. */
const isSmall = sql`outcome = 'ok' and not open and (ms < ${maxSprayMs} or connections > 1)
  and up_bytes + down_bytes between 1 and ${maxSprayBytes}::bigint * connections`;

/** Refusals that show what a customer tried; the other ones reached nobody either. */
const isTry = sql`reason in ('portBlocked', 'targetPolicy')`;
/** A network of clients: what acquaintances may share, as `neighbourhoodOf` has it. */
const network = sql`set_masklen(client, case family(client) when 4 then 24 else 64 end)::cidr`;

export interface CountedHour {
  /** Start of the hour, milliseconds since 1970. */
  hour: number;
  /** The instant up to which it was counted. */
  countedAt: number;
}

/** Returns the hours since `from` that were counted. */
export async function countedHours(db: Db, from: number): Promise<CountedHour[]> {
  const { rows } = await sql<{ hour: Date; countedAt: Date }>`
    select hour, counted_at as "countedAt" from activity_counted
    where hour >= ${new Date(from)}`.execute(db);
  return rows.map(({ hour, countedAt }) => {
    return { hour: hour.getTime(), countedAt: countedAt.getTime() };
  });
}

export interface HourQuery {
  /** Start of the hour, milliseconds since 1970. */
  hour: number;
  now: number;
  /** Skip the hour if it was counted at this instant or later. */
  freshSince: number;
  /** Timeout of each statement. */
  timeoutMs: number;
}

/**
 * Counts an hour, replacing earlier counts. Reads all of its connections and refusals.
 * @throws Error if a statement takes longer than `timeoutMs`
 */
export function countHour(
  db: Db,
  { hour, now, freshSince: unless, timeoutMs }: HourQuery,
): Promise<void> {
  const at = new Date(hour);
  return transaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(tx);
    // A concurrent count of the same hour waits here, and then finds it counted.
    const { rows } = await sql<{ countedAt: Date }>`
      insert into activity_counted as known (hour, counted_at) values (${at}, 'epoch')
      on conflict (hour) do update set counted_at = known.counted_at
      returning counted_at as "countedAt"`.execute(tx);
    if ((rows[0]?.countedAt.getTime() ?? 0) >= unless) return;
    await sql`delete from activity_hour where hour = ${at}`.execute(tx);
    await sql`delete from activity_spray where hour = ${at}`.execute(tx);
    await countTargets(tx, hour);
    await countSprays(tx, hour);
    await sql`update activity_counted set counted_at = ${new Date(now)}
      where hour = ${at}`.execute(tx);
  });
}

interface EmptyHoursQuery {
  /** Starts of hours, milliseconds since 1970. */
  hours: number[];
  now: number;
  timeoutMs: number;
}

/**
 * Marks those of `hours` that have no rows as counted, in one statement. Hours counted before are
 * not changed. Returns the hours that were marked.
 * @throws Error if the statement takes longer than `timeoutMs`
 */
export function markEmptyHours(
  db: Db,
  { hours, now, timeoutMs }: EmptyHoursQuery,
): Promise<number[]> {
  // Not a plain `not exists`, which may be planned as a join that reads all rows.
  const some = (rows: ReturnType<typeof sql>) => sql`left join lateral (select true as found
    from ${rows} and at >= begin and at < begin + interval '1 hour' limit 1)`;
  return transaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(tx);
    const { rows } = await sql<{ hour: Date }>`
      insert into activity_counted (hour, counted_at)
      select begin, ${new Date(now)}
      from unnest(${hours.map((hour) => new Date(hour))}::timestamptz[]) begin
      ${some(sql`connection_trace where true`)} traced on true
      ${some(sql`request_log where ${isTry}`)} refused on true
      where traced.found is null and refused.found is null
      on conflict (hour) do nothing returning hour`.execute(tx);
    return rows.map(({ hour }) => hour.getTime());
  });
}

const inHour = (hour: number) => sql`at >= ${new Date(hour)} and at < ${new Date(hour + hourMs)}`;

/** Groups by target first, so that each target's port is parsed only once. */
async function countTargets(tx: Tx, hour: number): Promise<void> {
  const some = (condition: ReturnType<typeof sql>, most: number) =>
    sql`coalesce((array_agg(hash) filter (where ${condition}))[1:${sql.lit(most)}], '{}')`;
  const isLogin = sql`reached and port = any(${loginPorts}::int[])`;
  const isMail = sql`port = any(${mailPorts}::int[])`;
  await sql`
    insert into activity_hour (hour, account_id, holder_id, product, connections, mail_tries,
      targets, login_hosts, unreachable, policy_tries, client_networks, target_hashes,
      login_hashes, unreachable_hashes)
    select ${new Date(hour)}, account_id, sub_account_id, max(product), sum(connections),
      coalesce(sum(connections) filter (where ${isMail}), 0), count(*) filter (where reached),
      count(*) filter (where ${isLogin}), count(*) filter (where failed > 0), sum(policy),
      coalesce(max(networks), 0),
      ${some(sql`reached`, maxStoredHashes.targets)}, ${some(isLogin, maxStoredHashes.loginHosts)},
      ${some(sql`failed > 0`, maxStoredHashes.unreachableTargets)}
    from (
      select account_id, sub_account_id, target, max(product) as product,
        sum(connections) as connections, count(*) filter (where outcome = 'failed') as failed, ${port} as port,
        hashtext(target) as hash, count(*) filter (where reason = 'targetPolicy') as policy,
        bool_or(reason <> 'targetPolicy') as reached
      from (
        -- Connections that a new list ended had reached their target.
        select account_id, sub_account_id, target, product, outcome, '' as reason, connections
        from connection_trace
        where ${inHour(hour)} and product <> 'relay' and not unproved
        union all
        select account_id, sub_account_id, target, '', outcome, reason, 1 from request_log
        where ${inHour(hour)} and ${isTry}) as seen
      group by account_id, sub_account_id, target) as targets
    left join (
      select account_id, sub_account_id, count(*) as networks from (
        select distinct account_id, sub_account_id, ${network} from connection_trace
        where ${inHour(hour)} and product <> 'relay' and not unproved and client is not null
      ) as used group by account_id, sub_account_id) as clients
      using (account_id, sub_account_id)
    group by account_id, sub_account_id`.execute(tx);
}

async function countSprays(tx: Tx, hour: number): Promise<void> {
  await sql`
    insert into activity_spray (hour, account_id, holder_id, target, product, connections, exits,
      exit_hashes)
    select ${new Date(hour)}, account_id, sub_account_id, target, product, connections,
      cardinality(exits), exits[1:${sql.lit(maxStoredHashes.exits)}]
    from (
      select account_id, sub_account_id, target, max(product) as product,
        sum(connections) as connections, coalesce(array_agg(distinct hashtext(host(exit_ip))) filter (where exit_ip is not null), '{}') as exits
      from connection_trace
      where ${inHour(hour)} and product <> 'relay' and not unproved and ${isSmall}
      group by account_id, sub_account_id, target having sum(connections) >= ${minSpraysPerHour}
      order by sum(connections) desc limit ${maxSpraysOfHour}) as sprays`.execute(tx);
}

/** Deletes the counts of hours before `before`. */
export async function deleteActivity(db: Db, before: number): Promise<void> {
  for (const table of ["activity_hour", "activity_spray", "activity_counted"])
    await sql`delete from ${sql.table(table)} where hour < ${new Date(before)}`.execute(db);
}

/**
 * Sums the counted hours since `from` (the start of an hour): holders that reach a limit, and short
 * connections with little data to one target.
 */
export async function activitySince(
  db: Db,
  from: number,
): Promise<{ activities: Activity[]; sprays: Spray[] }> {
  const since = sql`hour >= ${new Date(from)}`;
  // Distinct hashes over several hours; busy hours keep only some, so their count also matters.
  const different = (count: string, hashes: string) => sql`
    greatest(max(${sql.ref(count)}), (select count(*) from (
      select distinct hash from activity_hour h, unnest(${sql.ref(`h.${hashes}`)}) hash
      where h.account_id = a.account_id and h.holder_id = a.holder_id and h.${since}) d))`;
  const judged = (count: string, hashes: string, limit: number) => sql`
    case when sum(${sql.ref(count)}) >= ${limit} then ${different(count, hashes)} else 0 end::bigint`;
  const { mailTries, targets, loginHosts, unreachableTargets, policyTries, clientNetworks } =
    signalLimits;
  // Sums count a target once per hour: whoever stays below a limit by sums stays below it exactly.
  const activities = await sql<Activity>`
    select * from (
      select account_id as "accountId", holder_id as "holderId", max(product) as product,
        sum(connections)::bigint as connections, sum(mail_tries)::bigint as "mailTries",
        sum(policy_tries)::bigint as "policyTries", max(client_networks) as "clientNetworks",
        ${judged("targets", "target_hashes", targets)} as targets,
        ${judged("login_hosts", "login_hashes", loginHosts)} as "loginHosts",
        ${judged("unreachable", "unreachable_hashes", unreachableTargets)} as "unreachableTargets"
      from activity_hour a where ${since} group by account_id, holder_id
      having sum(mail_tries) >= ${mailTries} or sum(targets) >= ${targets}
        or sum(login_hosts) >= ${loginHosts} or sum(unreachable) >= ${unreachableTargets}
        or sum(policy_tries) >= ${policyTries} or max(client_networks) >= ${clientNetworks}
      order by sum(connections) desc limit ${maxJudged}) as judged
    where "mailTries" >= ${mailTries} or targets >= ${targets} or "loginHosts" >= ${loginHosts}
      or "unreachableTargets" >= ${unreachableTargets} or "policyTries" >= ${policyTries}
      or "clientNetworks" >= ${clientNetworks}
    order by connections desc limit ${maxListed}`.execute(db);
  const sprays = await sql<Spray>`
    select account_id as "accountId", holder_id as "holderId", max(product) as product,
      target as host, sum(connections)::bigint as connections,
      greatest(max(exits), (select count(*) from (
        select distinct hash from activity_spray h, unnest(h.exit_hashes) hash
        where h.account_id = a.account_id and h.holder_id = a.holder_id and h.target = a.target
          and h.${since}) d))::bigint as exits
    from activity_spray a where ${since} group by account_id, holder_id, target
    having sum(connections) >= ${signalLimits.sprays}
    order by sum(connections) desc limit ${maxSprays}`.execute(db);
  return { activities: activities.rows, sprays: sprays.rows };
}
