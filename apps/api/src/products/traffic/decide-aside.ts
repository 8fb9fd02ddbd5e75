/** What the operator does with reports that were set aside: apply each once, or drop it for ever. */
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { decideAside, lockAside } from "./store/aside.ts";
import { applyReports, showRunning } from "./ingest.ts";
import { lockMarks, markApplied } from "./store/marks.ts";

export interface AsideResult {
  id: number;
  /** `wasApplied`: the gateway sent it again meanwhile, and it counted then. */
  outcome: "applied" | "wasApplied" | "dropped" | "unknown";
  /** Carried bytes of the report. */
  bytes: number;
  /** What of them was billed now; the rest was counted only, or nothing was left to pay it. */
  billedBytes: number;
}

/** Bills and counts a report that waits, once. Throws where it still cannot be applied. */
export async function applyAside(services: Services, id: number): Promise<AsideResult> {
  const { result, billed } = await transaction(services.db, async (tx) => {
    const aside = await lockAside(tx, id);
    if (aside === null) return { result: unknown(id), billed: [] };
    const { report, bytes, isPart } = aside;
    const [marked] = await lockMarks(tx, [report]);
    const at = services.world.now();
    await decideAside(tx, id, { state: "applied", at });
    const result: AsideResult = { id, outcome: "wasApplied", bytes, billedBytes: 0 };
    if (marked?.mark === "applied" && !isPart) return { result, billed: [] };
    const rows = await applyReports(services, tx, [report], `usage-aside:${id}`);
    const billedBytes = rows.reduce((sum, row) => sum + row.upBytes + row.downBytes, 0);
    return { result: { ...result, outcome: "applied" as const, billedBytes }, billed: rows };
  });
  showRunning(services, billed);
  return result;
}

/** Forgives a report that waits: nothing of it is ever counted, also where it is sent again. */
export function dropAside(services: Services, id: number): Promise<AsideResult> {
  return transaction(services.db, async (tx) => {
    const aside = await lockAside(tx, id);
    if (aside === null) return unknown(id);
    await lockMarks(tx, [aside.report]);
    await markApplied(tx, [aside.report]);
    await decideAside(tx, id, { state: "dropped", at: services.world.now() });
    return { id, outcome: "dropped" as const, bytes: aside.bytes, billedBytes: 0 };
  });
}

const unknown = (id: number): AsideResult => {
  return { id, outcome: "unknown", bytes: 0, billedBytes: 0 };
};
