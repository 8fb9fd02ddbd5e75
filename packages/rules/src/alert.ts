/** When an account wants to be told (spec/accounts#alerts). */
import { bytesPerGb } from "./bytes.ts";

/** Null: never. Below so much traffic, below so much money, so many days before something ends. */
export interface Thresholds {
  trafficBytes: number | null;
  walletCents: number | null;
  expiryDays: number | null;
}

/** As people write them; 0 (and null) is never, what is not named stays. */
export interface AskedThresholds {
  trafficGb?: number | null | undefined;
  walletCents?: number | null | undefined;
  expiryDays?: number | null | undefined;
}

export function changedThresholds(now: Thresholds, asked: AskedThresholds): Thresholds {
  const { trafficGb, walletCents, expiryDays } = asked;
  const trafficBytes =
    typeof trafficGb === "number" ? Math.round(trafficGb * bytesPerGb) : trafficGb;
  return {
    trafficBytes: chosen(now.trafficBytes, trafficBytes),
    walletCents: chosen(now.walletCents, walletCents),
    expiryDays: chosen(now.expiryDays, expiryDays),
  };
}

function chosen(now: number | null, asked: number | null | undefined): number | null {
  return asked === undefined ? now : asked || null;
}
