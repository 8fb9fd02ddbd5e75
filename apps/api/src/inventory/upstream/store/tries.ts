/** Tries through upstreams as gateways tell them: failures with samples, and counts by hour. */
import type { ErrorClass } from "@turnpike/proxy-strings/upstream/errors.ts";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface StoredFailure {
  upstreamId: string;
  at: Date;
  class: ErrorClass;
  named: boolean;
  status: number | null;
  socks: number | null;
  place: string;
  accountId: string;
  targetKey: string;
  sample: string;
  /** The machine that says so. */
  node: string;
}

/** Failures of an upstream and class that are kept of one minute: they are samples. */
const keptOfMinute = 300;

/** Adds failures; those of unknown upstreams are left out, and those beyond what is kept. */
export async function addFailures(db: Db, failures: StoredFailure[]): Promise<void> {
  if (failures.length === 0) return;
  await sql`
    insert into upstream_failure (upstream_id, at, class, named, status, socks, place, account_id,
      target_key, sample, node)
    select g."upstreamId", g.at, g.class, g.named, g.status, g.socks, g.place, g."accountId",
      g."targetKey", g.sample, g.node
    from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as g ("upstreamId" uuid,
      at timestamptz, class text, named boolean, status integer, socks integer, place text,
      "accountId" uuid, "targetKey" text, sample text, node text)
    join upstream u on u.id = g."upstreamId"
    where ${keptOfMinute} > (select count(*) from (select from upstream_failure f
      where f.upstream_id = u.id and f.class = g.class and f.at > g.at - interval '1 minute'
      limit ${keptOfMinute}) known)`.execute(db);
}

export interface TryCount {
  upstreamId: string;
  hour: Date;
  /** Empty for successes. */
  class: string;
  bucket: number;
  tries: number;
}

export async function addTries(db: Db, counts: TryCount[]): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    insert into upstream_try_hour as h (upstream_id, hour, class, bucket, tries)
    select g."upstreamId", g.hour, g.class, g.bucket, g.tries
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as g ("upstreamId" uuid,
      hour timestamptz, class text, bucket smallint, tries bigint)
    join upstream u on u.id = g."upstreamId"
    order by 1, 2, 3, 4
    on conflict (upstream_id, hour, class, bucket) do update
      set tries = h.tries + excluded.tries`.execute(db);
}

/**
 * How many different customers and targets got an unnamed answer of a class since an instant.
 * Each customer counts with the least of their targets, so that one alone is one.
 */
export async function witnesses(
  db: Db,
  { upstreamId, class: found, since }: { upstreamId: string; class: string; since: Date },
): Promise<{ customers: number; targets: number }> {
  const { rows } = await sql<{ customers: number; targets: number }>`
    select count(distinct account_id)::int as customers, count(distinct target_key)::int as targets
    from upstream_failure where upstream_id = ${upstreamId} and class = ${found} and not named
      and at > ${since}`.execute(db);
  return rows[0] ?? { customers: 0, targets: 0 };
}

/** Whether another machine got an answer of a class, named by the upstream's table, since an instant. */
export async function isSaidElsewhere(
  db: Db,
  claim: { upstreamId: string; class: string; node: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from upstream_failure where upstream_id = ${claim.upstreamId}
      and class = ${claim.class} and named and node not in ('', ${claim.node})
      and at > ${claim.since} limit 1`.execute(db);
  return rows.length > 0;
}

export interface Quality {
  upstreamId: string;
  class: string;
  bucket: number;
  tries: number;
}

/** Counts of all upstreams since an instant. */
export async function qualitySince(db: Db, since: Date): Promise<Quality[]> {
  const { rows } = await sql<Quality>`
    select upstream_id as "upstreamId", class, bucket, sum(tries)::bigint as tries
    from upstream_try_hour where hour >= ${since} group by 1, 2, 3`.execute(db);
  return rows;
}

export interface FailureSample {
  at: Date;
  class: string;
  status: number | null;
  socks: number | null;
  place: string;
  sample: string;
}

/** The newest failures of each class at an upstream. */
export async function failureSamples(
  db: Db,
  upstreamId: string,
  perClass: number,
): Promise<FailureSample[]> {
  const { rows } = await sql<FailureSample>`
    select at, class, status, socks, place, sample from (
      select *, row_number() over (partition by class order by at desc, id desc) as rank
      from upstream_failure where upstream_id = ${upstreamId}) f
    where rank <= ${perClass} order by at desc`.execute(db);
  return rows;
}

const KEPT_HOURS = 24;
const KEPT_DAYS = 35;

export async function deleteOldTries(db: Db, now: Date): Promise<void> {
  await sql`
    delete from upstream_failure
    where at < ${now}::timestamptz - make_interval(hours => ${KEPT_HOURS})`.execute(db);
  await sql`
    delete from upstream_try_hour
    where hour < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(db);
}
