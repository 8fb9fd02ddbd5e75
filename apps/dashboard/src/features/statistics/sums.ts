/** Sums and shares of statistics rows. */
import type { CallResult } from "../../lib/call.ts";

type Row = CallResult<"trafficStatis">["items"][number];

export function sumOf(rows: readonly Row[]): Omit<Row, "at"> {
  const sum = { bytes: 0, upBytes: 0, downBytes: 0, requests: 0 };
  for (const row of rows) {
    sum.bytes += row.bytes;
    sum.upBytes += row.upBytes;
    sum.downBytes += row.downBytes;
    sum.requests += row.requests;
  }
  return sum;
}

/** Rows with traffic, newest first: the table leaves out empty hours and days. */
export function busyRows(rows: readonly Row[]): Row[] {
  return rows.filter(({ bytes, requests }) => bytes > 0 || requests > 0).reverse();
}

/** Each row's part of all bytes in percent, and of the largest row's for its bar. */
export function withShares<R extends { bytes: number }>(
  rows: readonly R[],
): (R & { percent: number; barPercent: number })[] {
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const most = rows.reduce((max, { bytes }) => Math.max(max, bytes), 0);
  const part = (bytes: number, whole: number) => (whole > 0 ? (bytes / whole) * 100 : 0);
  return rows.map((row) => ({
    ...row,
    percent: part(row.bytes, total),
    barPercent: part(row.bytes, most),
  }));
}
