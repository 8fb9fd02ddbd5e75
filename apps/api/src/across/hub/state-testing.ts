/** What the database holds, for tests of what a hostile machine may not change. */
import { sql } from "kysely";
import type { Services } from "../../platform/services.ts";

/** All that the database holds of the other machine and of customers, without what evil may write. */
const tables = [
  "lease",
  "session_hold",
  "connection_slot",
  "connection_trace",
  "request_log",
  "exit",
  "exit_failure",
  "node",
  "node_address",
  "node_worker",
  "node_run",
  "gate_port",
  "unlimited_port",
  "unlimited_usage_day",
  "static_ip",
  "static_usage_day",
  "sub_account",
  "usage_hour",
  "usage_mark",
  "ledger_entry",
  "plan_minute",
];
const volatile = ["seen_at", "skew_ms", "ends_at"];
/** A digest of each table, without rows of the node `evil`; of exits only those of `good`. */
export async function stateBut(
  { db }: Pick<Services, "db">,
  { evil, good }: { evil: string; good: string },
): Promise<Record<string, string>> {
  const digests = tables.map(
    (table) => sql`
      select ${table} as name, coalesce(md5(string_agg(row, ',' order by row)), '') as digest from (
        select (to_jsonb(t) - ${volatile}::text[])::text as row from ${sql.table(table)} t
        where ${evil} not in (coalesce(to_jsonb(t)->>'node_id', ''), coalesce(to_jsonb(t)->>'id', ''))
          and coalesce(to_jsonb(t)->>'gateway', '') not like 'evil-%'
          and ${table === "exit" ? sql`node_id = ${good}` : sql`true`}) as rows`,
  );
  const { rows } = await sql<{ name: string; digest: string }>`
    ${sql.join(digests, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
/** How much of a kind was refused of machines. */
export async function refusedOf(
  { metrics }: Pick<Services, "metrics">,
  what: string,
): Promise<number> {
  const text = await metrics.registry.metrics();
  const found = new RegExp(`gateway_foreign_total\\{[^}]*what="${what}"[^}]*\\} (\\d+)`).exec(text);
  return Number(found?.[1] ?? 0);
}

/** When the connection slots of a sub-account end, in milliseconds since 1970; 0 if there are none. */
export async function slotsEnd(
  { db }: Pick<Services, "db">,
  subAccountId: string,
): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    select ends_at as at from connection_slot where sub_account_id = ${subAccountId}`.execute(db);
  return rows[0]?.at.getTime() ?? 0;
}
