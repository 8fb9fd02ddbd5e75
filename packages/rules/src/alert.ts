/** Thresholds below which an account is alerted (spec/accounts#alerts). */
import { bytesPerGb } from "./bytes.ts";

/** Alerts below this much traffic or money, or this many days before expiry. Null: never. */
export interface Thresholds {
  trafficBytes: number | null;
  walletCents: number | null;
  expiryDays: number | null;
}

/** Thresholds as people enter them; 0 and null mean never, absent ones stay unchanged. */
export interface ThresholdChanges {
  trafficGb?: number | null | undefined;
  walletCents?: number | null | undefined;
  expiryDays?: number | null | undefined;
}

export function changedThresholds(now: Thresholds, changes: ThresholdChanges): Thresholds {
  const { trafficGb, walletCents, expiryDays } = changes;
  const trafficBytes =
    typeof trafficGb === "number" ? Math.round(trafficGb * bytesPerGb) : trafficGb;
  return {
    trafficBytes: valueOrCurrent(now.trafficBytes, trafficBytes),
    walletCents: valueOrCurrent(now.walletCents, walletCents),
    expiryDays: valueOrCurrent(now.expiryDays, expiryDays),
  };
}

function valueOrCurrent(now: number | null, asked: number | null | undefined): number | null {
  return asked === undefined ? now : asked || null;
}
