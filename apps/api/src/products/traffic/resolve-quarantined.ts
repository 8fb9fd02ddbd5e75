/** Operator decisions on reports that were set aside: apply each once, or drop it for good. */
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import { endUsedQuotas } from "../../inventory/upstream/states.ts";
import { localNode, nodeOfGateway } from "@turnpike/rules/node.ts";
import { nodeByName } from "../../inventory/node/store.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { resolveQuarantined, lockQuarantined } from "./store/quarantine.ts";
import { applyReports, addLiveTraffic } from "./ingest.ts";
import { lockMarks, markApplied } from "./store/marks.ts";

export interface QuarantineResult {
  id: number;
  /** `wasApplied`: the gateway sent the report again in the meantime and it was applied then. */
  outcome: "applied" | "wasApplied" | "dropped" | "unknown";
  /** Bytes carried according to the report. */
  bytes: number;
  /** Bytes billed now; the others were only counted, or there was nothing left to bill. */
  billedBytes: number;
}

/**
 * Bills and counts a waiting report, once. Like a report that has just arrived, it bills only what
 * leases of its node cover. Throws if it still cannot be applied.
 */
export async function applyQuarantined(services: Services, id: number): Promise<QuarantineResult> {
  const { result, billed } = await transaction(services.db, async (tx) => {
    const quarantined = await lockQuarantined(tx, id);
    if (quarantined === null) return { result: unknown(id), billed: [] };
    const { report, bytes, isPart } = quarantined;
    const [marked] = await lockMarks(tx, [report]);
    const at = services.world.now();
    await resolveQuarantined(tx, id, { state: "applied", at });
    const result: QuarantineResult = { id, outcome: "wasApplied", bytes, billedBytes: 0 };
    if (marked?.mark === "applied" && !isPart) return { result, billed: [] };
    const batch = `usage-aside:${id}`;
    const by = { node: await nodeOfReport(tx, report), batch };
    const { rows } = await applyReports(services, tx, [report], by);
    const billedBytes = rows.reduce((sum, row) => sum + row.upBytes + row.downBytes, 0);
    return { result: { ...result, outcome: "applied" as const, billedBytes }, billed: rows };
  });
  addLiveTraffic(services, billed);
  await endUsedQuotas(services);
  return result;
}

/** The node whose leases have to cover its rows. */
async function nodeOfReport(tx: Tx, { gateway }: UsageReport): Promise<string> {
  const name = nodeOfGateway(gateway);
  // A name that no node has is of an earlier version, which named gateways after their machine.
  return name !== null && (await nodeByName(tx, name)) !== null ? name : localNode;
}

/** Drops a waiting report: it is never counted, even if it is sent again. */
export function dropQuarantined(services: Services, id: number): Promise<QuarantineResult> {
  return transaction(services.db, async (tx) => {
    const aside = await lockQuarantined(tx, id);
    if (aside === null) return unknown(id);
    await lockMarks(tx, [aside.report]);
    await markApplied(tx, [aside.report]);
    await resolveQuarantined(tx, id, { state: "dropped", at: services.world.now() });
    return { id, outcome: "dropped" as const, bytes: aside.bytes, billedBytes: 0 };
  });
}

const unknown = (id: number): QuarantineResult => {
  return { id, outcome: "unknown", bytes: 0, billedBytes: 0 };
};
