/** What tests of customers' ports look up and change past the product. */
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";

/** A port as the table has it. */
export async function portRow({ db }: Services, id: string) {
  const { rows } = await sql<{
    port: number;
    open: boolean;
    opened_at: Date | null;
    gateway: string | null;
    trouble: string;
    released_at: Date | null;
  }>`select port, open, opened_at, gateway, trouble, released_at from gate_port where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Gives a port another number. */
export async function moveTo({ db }: Services, id: string, port: number): Promise<void> {
  await sql`update gate_port set port = ${port} where id = ${id}`.execute(db);
}

/**
 * So many ports of opened IPs, each so long after the other (an SQL interval), the last one now, for
 * five hours; closed at once unless they are live.
 */
export async function fillPorts(
  db: Db,
  accountId: string,
  { count, apart, live }: { count: number; apart: string; live: boolean },
): Promise<void> {
  await sql`
    insert into gate_port (id, kind, account_id, port, asked, open, opened_at, created_at,
      expires_at, released_at)
    select gen_random_uuid(), 'openedIp', ${accountId}, ${live ? 20_000 : 1_000} + n % 30000,
      false, ${live}, at, at, at + interval '5 hours', ${live ? null : sql`at`}
    from (select n, now() - n * ${apart}::interval as at
      from generate_series(1, ${count}) as n) as them`.execute(db);
}
