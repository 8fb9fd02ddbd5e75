/** Verifies a test's database, as the operator does. */
import { sql } from "kysely";
import { afterEach, expect } from "vitest";
import { modules } from "../src/app.ts";
import { type Verification, verifyLedger } from "../src/ledger/verify.ts";
import type { Db } from "../src/platform/db/database.ts";

/** Verifies the ledger and everything that modules keep beside it. */
export const verifyAccounting = (db: Db): Promise<Verification> => verifyLedger(db, modules.verify);

/** Fails each test of the file after which the accounts differ. */
export function verifyAfterEach(of: { services: { db: Db } }): void {
  afterEach(() => assertAccounting(of.services));
}

/** Throws if the accounts differ. */
export async function assertAccounting({ db }: { db: Db }): Promise<void> {
  const { difference } = await verifyAccounting(db);
  if (difference !== null) throw new Error(difference);
}

/**
 * Runs one statement that bypasses all constraints, verifies, and rolls back. In the statement,
 * `:name` stands for an id.
 */
export async function differenceAfter(
  db: Db,
  statement: string,
  ids: Record<string, string>,
): Promise<string | null> {
  const named = statement.replace(
    /(?<!:):([a-z]\w*)/gi,
    (_, name: string) => `'${ids[name] ?? ""}'`,
  );
  let difference: string | null = null;
  const undone = new Error("undone");
  const changed = db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const { numAffectedRows } = await sql.raw(named).execute(tx);
    expect([named, numAffectedRows]).toEqual([named, 1n]);
    const settings = {
      setAccessMode: () => ({ execute: (work: (db: Db) => Promise<unknown>) => work(tx) }),
    };
    const inside = { transaction: () => ({ setIsolationLevel: () => settings }) };
    ({ difference } = await verifyAccounting(inside as unknown as Db));
    throw undone;
  });
  await expect(changed).rejects.toBe(undone);
  return difference;
}
