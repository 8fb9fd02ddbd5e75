import type { ConnectionLine } from "@turnpike/contract/connection-line.ts";

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
