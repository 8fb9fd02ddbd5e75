/** The tables of per-minute load of gateway workers and unlimited plans. */
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** `minute` is the start of the minute in milliseconds since 1970. */
export interface WorkerMinute {
  gateway: string;
  minute: number;
  /** Milliseconds covered by samples. */
  spanMs: number;
  cpuPercent: number;
  memoryPercent: number;
}
export interface PlanMinute {
  planId: string;
  minute: number;
  gateway: string;
  upBytes: number;
  downBytes: number;
  /** Sum over connections of the milliseconds they were open. */
  connectionMs: number;
}

const rowsAtOnce = 5_000;

/** Adds to existing rows, since a minute may be written in parts. */
export async function addWorkerMinutes(tx: Tx, minutes: WorkerMinute[]): Promise<void> {
  for (const rows of inSteps(minutes)) {
    await sql`
      insert into worker_minute (gateway, minute, span_ms, cpu_percent, memory_percent)
      select gateway, to_timestamp(minute / 1000), "spanMs", "cpuPercent", "memoryPercent"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (gateway text,
        minute bigint, "spanMs" int, "cpuPercent" real, "memoryPercent" real)
      order by gateway, minute
      on conflict (gateway, minute) do update set
        span_ms = worker_minute.span_ms + excluded.span_ms,
        cpu_percent = (worker_minute.cpu_percent * worker_minute.span_ms
          + excluded.cpu_percent * excluded.span_ms) / (worker_minute.span_ms + excluded.span_ms),
        memory_percent = (worker_minute.memory_percent * worker_minute.span_ms
          + excluded.memory_percent * excluded.span_ms)
          / (worker_minute.span_ms + excluded.span_ms)`.execute(tx);
  }
}

/** Like `addWorkerMinutes`, for plans. */
export async function addPlanMinutes(tx: Tx, minutes: PlanMinute[]): Promise<void> {
  for (const rows of inSteps(minutes)) {
    await sql`
      insert into plan_minute (plan_id, minute, gateway, up_bytes, down_bytes, connection_ms)
      select "planId", to_timestamp(minute / 1000), gateway, "upBytes", "downBytes", "connectionMs"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("planId" uuid,
        minute bigint, gateway text, "upBytes" bigint, "downBytes" bigint, "connectionMs" bigint)
      order by "planId", minute, gateway
      on conflict (plan_id, minute, gateway) do update set
        up_bytes = plan_minute.up_bytes + excluded.up_bytes,
        down_bytes = plan_minute.down_bytes + excluded.down_bytes,
        connection_ms = plan_minute.connection_ms + excluded.connection_ms`.execute(tx);
  }
}

/** A plan's minutes from an instant on, and those of its workers and of `carriers`. */
export async function minutesOf(
  db: Db,
  { planId, carriers, from }: { planId: string; carriers: readonly string[]; from: number },
): Promise<{ workers: WorkerMinute[]; plans: Omit<PlanMinute, "planId">[] }> {
  const since = new Date(from);
  const { rows: plans } = await sql<Omit<PlanMinute, "planId">>`
    select (extract(epoch from minute) * 1000)::bigint as minute, gateway,
      up_bytes as "upBytes", down_bytes as "downBytes", connection_ms as "connectionMs"
    from plan_minute where plan_id = ${planId} and minute >= ${since}`.execute(db);
  const gateways = [...new Set([...carriers, ...plans.map(({ gateway }) => gateway)])];
  const { rows: workers } = await sql<WorkerMinute>`
    select gateway, (extract(epoch from minute) * 1000)::bigint as minute, span_ms as "spanMs",
      cpu_percent as "cpuPercent", memory_percent as "memoryPercent"
    from worker_minute where gateway = any(${gateways}) and minute >= ${since}`.execute(db);
  return { workers, plans };
}

function* inSteps<T>(rows: T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
}
