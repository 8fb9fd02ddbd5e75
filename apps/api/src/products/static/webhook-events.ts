/** Webhook events of static IPs. */
import { renewableUntil } from "@turnpike/rules/static-ip.ts";
import type { RenewalFailure } from "@turnpike/rules/static-renewal.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Emitted } from "../../platform/module.ts";
import { emitEvents } from "../../platform/modules.ts";
import type { Services } from "../../platform/services.ts";
import type { StaticRow } from "./store/static-ips.ts";

const staticOf = ({ id, term, ip, days, expires_at }: StaticRow) => ({
  id,
  term,
  ip,
  days,
  expiresAt: expires_at.toISOString(),
});

/** Emits `static.renewed`; `rows` are the renewed ones, all of one account. */
export function emitStaticRenewed(
  services: Services,
  tx: Tx,
  { rows, auto, orderNo }: { rows: StaticRow[]; auto: boolean; orderNo: string | null },
): Promise<void> {
  return emitOfStatics(services, tx, rows, (row) => ({
    event: "static.renewed",
    data: { ...staticOf(row), auto, orderNo },
  }));
}

/** Emits `static.renewalFailed` for static IPs of one account. */
export function emitRenewalFailed(
  services: Services,
  tx: Tx,
  { rows, reason }: { rows: StaticRow[]; reason: RenewalFailure },
): Promise<void> {
  return emitOfStatics(services, tx, rows, (row) => ({
    event: "static.renewalFailed",
    data: { ...staticOf(row), reason },
  }));
}

/** Emits `static.expired` for static IPs of one account. */
export function emitStaticExpired(services: Services, tx: Tx, rows: StaticRow[]): Promise<void> {
  return emitOfStatics(services, tx, rows, (row) => {
    const until = new Date(renewableUntil(row.expires_at.getTime())).toISOString();
    return { event: "static.expired", data: { ...staticOf(row), renewableUntilAt: until } };
  });
}

async function emitOfStatics(
  services: Services,
  tx: Tx,
  rows: StaticRow[],
  emitted: (row: StaticRow) => Emitted,
): Promise<void> {
  const [first] = rows;
  if (first) await emitEvents(services, tx, first.account_id, rows.map(emitted));
}
