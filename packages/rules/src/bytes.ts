/** Traffic is counted in integer bytes; what a person types is GB (contract §1). */

/** 1 GB = 1,000,000,000 bytes (contract §1). */
export const bytesPerGb = 1_000_000_000;

/** GB with at most 3 decimals to bytes, exactly (contract §16 Allocation). */
export function gbToBytes(gb: number): number {
  return Math.round(gb * 1000) * (bytesPerGb / 1000);
}
