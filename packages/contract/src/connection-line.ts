/**
 * A connection of the trace as gateways keep and send it: there are as many as tunnels, so it is an
 * array and not an object, half as long on the disk and on the wire.
 */
import type { RequestRow } from "./request-log.ts";

/** The fields of a row, in the order of `columns`; 0 and "" for what a row does not have. */
export type ConnectionLine = (string | number)[];

const columns = [
  "id",
  "at",
  "accountId",
  "subAccountId",
  "product",
  "client",
  "target",
  "address",
  "protocol",
  "exitIp",
  "country",
  "upBytes",
  "downBytes",
  "ms",
  "outcome",
  "reason",
  "detail",
] as const satisfies (keyof RequestRow)[];

/** The row as a line; the flag of an open tunnel is its last field. */
export function connectionLine(row: RequestRow): ConnectionLine {
  return [
    row.id,
    row.at,
    row.accountId,
    row.subAccountId,
    row.product ?? "",
    row.client,
    row.target,
    row.address ?? "",
    row.protocol,
    row.exitIp,
    row.country,
    row.upBytes,
    row.downBytes,
    row.ms,
    row.outcome,
    row.reason,
    row.detail,
    row.open ? 1 : 0,
  ];
}

/** The row of a line. What a gateway sent is not checked: fields may be missing or of another type. */
export function connectionRow(line: ConnectionLine): RequestRow {
  const fields: ConnectionLine = Array.isArray(line) ? line : [];
  const row = Object.fromEntries(columns.map((name, index) => [name, fields[index]]));
  return { ...row, ...(fields[columns.length] === 1 ? { open: true } : {}) } as RequestRow;
}
