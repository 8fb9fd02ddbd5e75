/** Traffic is counted in integer bytes; what a person types is GB (spec/api#values). */

/** 1 GB = 1,000,000,000 bytes (spec/api#values). */
export const bytesPerGb = 1_000_000_000;

/** GB with at most 3 decimals to bytes, exactly (spec/traffic-plan#allotment). */
export function gbToBytes(gb: number): number {
  return Math.round(gb * 1000) * (bytesPerGb / 1000);
}

/** Whether a number can be a count of bytes or requests. */
export const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
