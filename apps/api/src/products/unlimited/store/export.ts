/** Reads ports with their plans for exports. */
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { type PlanRow, type PortRow, planColumns, portColumns } from "./plans.ts";

export interface ExportRow {
  row: PortRow;
  plan: PlanRow;
}
interface ExportFilter {
  accountId: string;
  /** Undefined: all plans. */
  planId: string | undefined;
  kind: UnlimitedKind | undefined;
}

const ofPlan = ({ accountId, planId, kind }: ExportFilter) => {
  const only = planId === undefined ? sql`true` : sql`id = ${isUuid(planId) ? planId : null}::uuid`;
  const alike = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  return sql`account_id = ${accountId} and ${only} and ${alike}`;
};

/** Reads the plans of ports; ports whose plan is not selected are left out. */
async function withPlans(db: Db, ports: PortRow[], of: ExportFilter): Promise<ExportRow[]> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where id = any(${[...new Set(ports.map((row) => row.plan_id))]}::uuid[])
      and ${ofPlan(of)}`.execute(db);
  const byId = new Map(rows.map((plan) => [plan.id, plan]));
  return ports.flatMap((row) => {
    const plan = byId.get(row.plan_id);
    return plan === undefined ? [] : [{ row, plan }];
  });
}

/** The account's ports among `ids` whose plans are still listed. */
export async function findPorts(
  db: Db,
  { ids, endedSince, ...of }: ExportFilter & { ids: string[]; endedSince: Date },
): Promise<ExportRow[]> {
  const { rows } = await sql<PortRow>`
    select ${portColumns} from unlimited_port
    where account_id = ${of.accountId} and id = any(${ids.filter(isUuid)}::uuid[])`.execute(db);
  const found = await withPlans(db, rows, of);
  return found.filter(({ plan }) => plan.expires_at > endedSince);
}

/**
 * Open ports after `last` (from the start without it), newest plan first, each plan's in order.
 * With `planId` also of an ended plan; otherwise of unexpired plans only.
 */
export async function activePortsAfter(
  db: Db,
  { now, ...of }: ExportFilter & { now: Date },
  { last, limit }: { last: ExportRow | undefined; limit: number },
): Promise<ExportRow[]> {
  const after = last
    ? sql`and ((p.started_at, p.id) < (${last.plan.started_at}, ${last.plan.id}::uuid)
        or (p.id = ${last.plan.id}::uuid and o.place > ${last.row.place}))`
    : sql``;
  const alive = of.planId === undefined ? sql`and expires_at > ${now}` : sql``;
  const { rows } = await sql<PortRow>`
    select ${sql.raw(portNames)} from unlimited_port o
    join (select id, started_at from unlimited_plan where ${ofPlan(of)} ${alive}) p
      on p.id = o.plan_id
    where o.open and o.released_at is null ${after}
    order by p.started_at desc, p.id desc, o.place limit ${limit}`.execute(db);
  return withPlans(db, rows, of);
}

/** The columns of a port; the table's alias is `o`. */
const portNames = `o.id, o.plan_id, o.account_id, o.place, o.node_id, o.port, o.rotation_minutes,
  o.rotation_from, o.rotation_turn, o.country, o.format, o.remark, o.name, o.sealed_password,
  o.verifier, o.gateway, o.opened_at, o.open, o.trouble, o.released_at`;
