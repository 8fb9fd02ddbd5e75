import type { ConnectionLine } from "@turnpike/contract/connection-line.ts";

/** Below what the hub accepts in a question, with room for the other fields. */
const maxBatchBytes = 900 * 1024;

/** A batch's lines; none if it is no batch, which cannot be sent at all. */
export function linesOf(batch: string): ConnectionLine[] {
  try {
    const { rows } = JSON.parse(batch) as { rows?: ConnectionLine[] };
    return Array.isArray(rows) ? rows : [];
  } catch {
    return [];
  }
}

/** A batch of lines: one record of a segment, which is sent to the hub unchanged. */
export function batchOf(rows: ConnectionLine[]): string {
  return JSON.stringify({ rows });
}

/** Batches of lines, each small enough for one question. */
export function batchesOf(rows: ConnectionLine[]): string[] {
  const batch = batchOf(rows);
  if (rows.length <= 1 || Buffer.byteLength(batch) <= maxBatchBytes) return [batch];
  const middle = Math.ceil(rows.length / 2);
  return [...batchesOf(rows.slice(0, middle)), ...batchesOf(rows.slice(middle))];
}
