/** What load tests share: a full database, and how long calls take. */
import { sql } from "kysely";
import { expect } from "vitest";
import { connect, type Db } from "../src/platform/db/database.ts";

/** Fills it over a connection of its own: the service's cancels statements after ten seconds. */
export async function fillDatabase(
  { databaseUrl }: { databaseUrl: string },
  fill: (db: Db) => Promise<unknown>,
): Promise<void> {
  const db = connect(databaseUrl, { pool: 1, statementTimeoutMs: 150_000 });
  await fill(db);
  await sql`analyze`.execute(db);
  await db.destroy();
}

/** Returns the milliseconds that it takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Prints how long it takes, and fails beyond the bound. */
export async function within<T>(boundMs: number, what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  const ms = performance.now() - began;
  process.stdout.write(`${what}: ${Math.round(ms)} ms\n`);
  expect(ms).toBeLessThan(boundMs);
  return done;
}

/** Prints times in milliseconds; returns that below which a `share` of them are. */
export function percentile(what: string, took: readonly number[], share = 0.95): number {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  const figures = `p50 ${at(0.5).toFixed(1)} ms, p${share * 100} ${at(share).toFixed(1)} ms`;
  process.stdout.write(`${what}: ${sorted.length} calls, ${figures}\n`);
  return at(share);
}
