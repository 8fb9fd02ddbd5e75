/** Records changes for gateways within a transaction; the hub sends them after the commit. */
import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import type { Services } from "../services.ts";
import { insertChanges, type ResourceRef } from "./store.ts";

/** The channels that the hub listens on. */
export const changesChannel = "gateway_news";
export const clockChannel = "gateway_clock";

/**
 * Names rows that this transaction creates, updates or deletes. The hub reads their contents after
 * the commit, so that order and repeats do not matter. Gateways receive them within 200 ms.
 */
export async function recordChanges(tx: Tx, refs: ResourceRef[]): Promise<void> {
  if (refs.length === 0) return;
  await insertChanges(tx, refs);
  await sql`select pg_notify(${changesChannel}, '')`.execute(tx);
}

/** Records a change of every resource that gateways have of an account. */
export async function recordAccountChanges(
  { modules }: Services,
  tx: Tx,
  accountId: string,
): Promise<void> {
  for (const { kind, ofAccount } of modules.resources.values()) {
    const ids = (await ofAccount?.(tx, accountId)) ?? [];
    await recordChanges(
      tx,
      ids.map((id) => ({ kind, id })),
    );
  }
}

/** Makes every hub send its gateways the world's clock, after the lab has moved it. */
export async function notifyClock(services: Services): Promise<void> {
  await sql`select pg_notify(${clockChannel}, '')`.execute(services.db);
}
