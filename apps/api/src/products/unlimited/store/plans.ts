/** Rows of unlimited plans and their ports. Only files of this folder name their tables. */
import type { Rotation } from "@turnpike/rules/rotation.ts";
import { portMbps, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid, nilUuid } from "../../../platform/db/uuid.ts";

export interface PlanRow {
  id: string;
  account_id: string;
  kind: UnlimitedKind;
  region: UnlimitedRegion;
  /** Number of ports, or Mbps. */
  quantity: number;
  days: number;
  order_id: string;
  order_no: string;
  started_at: Date;
  expires_at: Date;
  /** In canonical form. */
  whitelist: string[];
  released_at: Date | null;
  /** Since when it waits for port numbers; null if it does not. */
  waiting_since: Date | null;
}
export interface PortRow {
  id: string;
  plan_id: string;
  account_id: string;
  place: number;
  /** The node that opens it. */
  node_id: string;
  port: number;
  rotation_minutes: number;
  rotation_from: Date;
  rotation_turn: number;
  country: string | null;
  format: string;
  remark: string;
  name: string;
  sealed_password: string;
  verifier: string;
  gateway: string | null;
  opened_at: Date | null;
  open: boolean;
  trouble: string;
  released_at: Date | null;
}

/** The rotation of a port, which determines its exit at any time. */
export function rotationOf(
  row: Pick<PortRow, "rotation_minutes" | "rotation_from" | "rotation_turn">,
): Rotation {
  return {
    minutes: row.rotation_minutes,
    from: row.rotation_from.getTime(),
    turn: row.rotation_turn,
  };
}

/** All columns of a row; addresses as text. */
export const planColumns = sql.raw(
  `id, account_id, kind, region, quantity, days, order_id, order_no, started_at, expires_at,
   array(select host(one) from unnest(whitelist) as one) as whitelist, released_at,
   waiting_since`,
);
export const portColumns = sql.raw(
  `id, plan_id, account_id, place, node_id, port, rotation_minutes, rotation_from, rotation_turn,
   country, format, remark, name, sealed_password, verifier, gateway, opened_at, open, trouble, released_at`,
);

export async function insertPlan(tx: Tx, plan: PlanRow): Promise<void> {
  await sql`
    insert into unlimited_plan (id, account_id, kind, region, quantity, days, order_id, order_no,
      started_at, expires_at, whitelist)
    values (${plan.id}, ${plan.account_id}, ${plan.kind}, ${plan.region}, ${plan.quantity},
      ${plan.days}, ${plan.order_id}, ${plan.order_no}, ${plan.started_at}, ${plan.expires_at},
      ${plan.whitelist}::inet[])`.execute(tx);
}

export type NewPort = Omit<PortRow, "gateway" | "opened_at" | "open" | "trouble" | "released_at">;

export async function insertPorts(tx: Tx, ports: NewPort[]): Promise<void> {
  await sql`
    insert into unlimited_port (id, plan_id, account_id, place, node_id, port, rotation_minutes,
      rotation_from, rotation_turn, country, format, remark, name, sealed_password, verifier)
    select id, plan_id, account_id, place, node_id, port, rotation_minutes, rotation_from,
      rotation_turn, country, format, remark, name, sealed_password, verifier
    from jsonb_to_recordset(${JSON.stringify(ports)}::jsonb) as given (id uuid, plan_id uuid,
      account_id uuid, place int, node_id uuid, port int, rotation_minutes int, rotation_from timestamptz,
      rotation_turn bigint, country text, format text, remark text, name text,
      sealed_password text, verifier text)`.execute(tx);
}

/** An account's plan, or null. `lock` locks it until the transaction ends. */
export async function findPlan(
  db: Db,
  { accountId, planId, lock = false }: { accountId: string; planId: string; lock?: boolean },
): Promise<PlanRow | null> {
  if (!isUuid(planId)) return null;
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where id = ${planId} and account_id = ${accountId} ${lock ? sql`for no key update` : sql``}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** A plan's ports in their order. */
export async function portsOfPlan(db: Db, planId: string): Promise<PortRow[]> {
  const { rows } = await sql<PortRow>`
    select ${portColumns} from unlimited_port where plan_id = ${planId} order by place`.execute(db);
  return rows;
}

/** A port with its plan, as gateways know it until the plan is released. */
export type LivePort = PortRow &
  Pick<PlanRow, "kind" | "region" | "quantity" | "expires_at" | "whitelist">;
const liveColumns = sql.raw(
  `o.id, o.plan_id, o.account_id, o.place, o.node_id, o.port, o.rotation_minutes, o.rotation_from,
   o.rotation_turn, o.country, o.format, o.remark, o.name, o.sealed_password, o.verifier, o.gateway,
   o.opened_at, o.open, o.trouble, o.released_at, p.kind, p.region, p.quantity, p.expires_at,
   array(select host(one) from unnest(p.whitelist) as one) as whitelist`,
);

export async function livePorts(db: Db, ids: string[]): Promise<LivePort[]> {
  const { rows } = await sql<LivePort>`
    select ${liveColumns} from unlimited_port o join unlimited_plan p on p.id = o.plan_id
    where o.id = any(${ids}::uuid[]) and o.released_at is null`.execute(db);
  return rows;
}

/** A page of all live ports, ordered by id. */
export async function livePortsAfter(db: Db, lastId: string, limit: number): Promise<LivePort[]> {
  const { rows } = await sql<LivePort>`
    select ${liveColumns} from unlimited_port o join unlimited_plan p on p.id = o.plan_id
    where o.id > ${lastId || nilUuid}::uuid and o.released_at is null
    order by o.id limit ${limit}`.execute(db);
  return rows;
}

/** Ports and Mbps (each way) of unreleased plans by node; nodes without any are left out. */
export async function soldByNode(db: Db): Promise<Map<string, { ports: number; mbps: number }>> {
  const { rows } = await sql<{ id: string; ports: number; mbps: number }>`
    select o.node_id as id, count(*)::int as ports,
      sum(case p.kind when 'port' then ${portMbps}::int else p.quantity end)::int as mbps
    from unlimited_port o join unlimited_plan p on p.id = o.plan_id
    where o.released_at is null group by o.node_id`.execute(db);
  return new Map(rows.map(({ id, ...sold }) => [id, sold]));
}

/** The node of each plan's first port; its host is shown as the plan's. */
export async function firstNodes(db: Db, planIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; nodeId: string }>`
    select distinct on (plan_id) plan_id as id, node_id as "nodeId" from unlimited_port
    where plan_id = any(${planIds}::uuid[]) order by plan_id, place`.execute(db);
  return new Map(rows.map(({ id, nodeId }) => [id, nodeId]));
}
