/** Test helpers that read and change customers' ports directly in the database. */
import { sql } from "kysely";
import { type Db, transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import type { TestTraffic } from "../../products/traffic/testing.ts";
import { leasePorts, type LeasePortsOptions } from "./lease-ports.ts";

/** The row of a port. */
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

/** Changes a port's number. */
export async function moveTo({ db }: Services, id: string, port: number): Promise<void> {
  await sql`update gate_port set port = ${port} where id = ${id}`.execute(db);
}

/**
 * Inserts `count` ports of opened IPs, `apart` (an SQL interval) from each other, the last one now,
 * each for five hours; closed at once unless `live`.
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

/** Leases ports without the product's rows, as whitelisted ones are before theirs are inserted. */
export async function leaseBarePorts(api: TestTraffic, more: Partial<LeasePortsOptions>) {
  const { services } = api;
  const { id: accountId } = await api.customer();
  const at = new Date(services.world.now());
  const times = { at, expiresAt: new Date(at.getTime() + 3_600_000) };
  const wanted: LeasePortsOptions = { kind: "whitePort", accountId, count: 1, ...times, ...more };
  return transaction(services.db, (tx) => leasePorts(services, tx, wanted));
}
