/** Locks and changes unlimited plans and their ports. Lock plans first, then ports, each by id. */
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { type PlanRow, type PortRow, planColumns, portColumns } from "./plans.ts";

const uuids = (ids: string[]) => ids.filter(isUuid);

/** Ids of the account's plans that these ports belong to. */
export async function planIdsOfPorts(
  db: Db,
  { accountId, portIds }: { accountId: string; portIds: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct plan_id as id from unlimited_port
    where account_id = ${accountId} and id = any(${uuids(portIds)}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

export interface PlanLockOptions {
  accountId: string;
  ids: string[];
  /** Plans of other kinds are left out. */
  kinds: readonly UnlimitedKind[];
  /** Plans that ended before are hidden from lists and left out. */
  endedSince: Date;
}
/**
 * Locks an account's plans, ordered by id; foreign ones are left out. `no key` so that inserts that
 * refer to a plan (renewals that wait for their payment) need not wait.
 */
export async function lockPlans(tx: Tx, request: PlanLockOptions): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where account_id = ${request.accountId} and kind = any(${[...request.kinds]}::text[])
      and id = any(${uuids(request.ids)}::uuid[]) and expires_at > ${request.endedSince}
    order by id for no key update`.execute(tx);
  return rows;
}

/** Locks ports of locked plans, ordered by id: all, or those in `ids`. */
export async function lockPorts(
  tx: Tx,
  { planIds, ids }: { planIds: string[]; ids?: string[] },
): Promise<PortRow[]> {
  const named = ids === undefined ? sql`true` : sql`id = any(${uuids(ids)}::uuid[])`;
  const { rows } = await sql<PortRow>`
    select ${portColumns} from unlimited_port
    where plan_id = any(${planIds}::uuid[]) and ${named} order by id for no key update`.execute(tx);
  return rows;
}

/** Writes the editable columns of locked ports. */
export async function changePorts(tx: Tx, ports: PortRow[]): Promise<void> {
  if (ports.length === 0) return;
  await sql`
    update unlimited_port o set rotation_minutes = given.rotation_minutes,
      rotation_from = given.rotation_from, rotation_turn = given.rotation_turn,
      country = given.country, format = given.format, remark = given.remark, name = given.name,
      sealed_password = given.sealed_password, verifier = given.verifier
    from jsonb_to_recordset(${JSON.stringify(ports)}::jsonb) as given (id uuid,
      rotation_minutes int, rotation_from timestamptz, rotation_turn bigint, country text,
      format text, remark text, name text, sealed_password text, verifier text)
    where o.id = given.id`.execute(tx);
}

/** Replaces the whitelist of a locked plan. */
export async function setWhitelist(tx: Tx, planId: string, ips: string[]): Promise<void> {
  await sql`
    update unlimited_plan set whitelist = ${ips}::inet[] where id = ${planId}`.execute(tx);
}

/** Changes the region of a locked plan. */
export async function setRegion(tx: Tx, planId: string, region: UnlimitedRegion): Promise<void> {
  await sql`update unlimited_plan set region = ${region} where id = ${planId}`.execute(tx);
}
