/** Traffic is counted in integer bytes, but entered in GB (spec/api#values). */

/** 1 GB = 1,000,000,000 bytes (spec/api#values). */
export const bytesPerGb = 1_000_000_000;

/** Converts GB with at most 3 decimals to bytes, exactly (spec/traffic-plan#allotment). */
export function gbToBytes(gb: number): number {
  return Math.round(gb * 1000) * (bytesPerGb / 1000);
}

/** Returns whether a number is valid as a count of bytes or requests. */
export const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
