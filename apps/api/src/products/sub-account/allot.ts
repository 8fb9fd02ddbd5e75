/**
 * Moves traffic between an account's unallotted rest and a sub-account's allotment
 * (spec/traffic-plan#allotment).
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { decideAllotment } from "@turnpike/rules/quota.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { allotmentBucket, bytesIn, moveBytes, restBucket } from "./moves.ts";
import { changeSubAccount, type SubAccountRow } from "./store/sub-accounts.ts";

/** Sets the total ever allotted to a locked row. Refuses less than is used or more than is free. */
export async function allot(
  { world }: Services,
  tx: Tx,
  row: SubAccountRow,
  totalBytes: number,
): Promise<SubAccountRow> {
  const own = allotmentBucket(row.id);
  const verdict = decideAllotment({
    now: { main: row.main, allottedBytes: row.allotted_bytes, usedBytes: row.used_bytes },
    totalBytes,
    movableBytes: await bytesIn(tx, row, own),
    restBytes: await bytesIn(tx, row, restBucket),
  });
  if (!verdict.allot) {
    const short = verdict.why === "insufficientTraffic" ? { short: "traffic" as const } : {};
    throw new Refusal(verdict.why, { field: "trafficGb", ...short });
  }
  const more = verdict.bytes;
  await moveBytes(tx, {
    key: `allot:${world.id()}`,
    kind: "allot",
    ref: row.name,
    at: world.now(),
    of: row,
    from: more > 0 ? restBucket : own,
    to: more > 0 ? own : restBucket,
    bytes: Math.abs(more),
  });
  return changeSubAccount(tx, row.id, { allottedMore: more });
}

/** Returns a locked row's unleased allotment to the rest; leased bytes follow on settlement. */
export async function returnAllotment(
  { world }: Services,
  tx: Tx,
  row: SubAccountRow,
): Promise<void> {
  const from = allotmentBucket(row.id);
  const bytes = await bytesIn(tx, row, from);
  await moveBytes(tx, {
    key: `allot:${world.id()}`,
    kind: "allot",
    ref: row.name,
    at: world.now(),
    of: row,
    from,
    to: restBucket,
    bytes,
  });
  await changeSubAccount(tx, row.id, { allottedMore: -bytes });
}
