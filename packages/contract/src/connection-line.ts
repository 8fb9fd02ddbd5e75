/**
 * The compact form in which gateways store and send connections for the trace. There is one per
 * tunnel, so it is an array instead of an object: half the size on disk and on the wire.
 */
import type { RequestRow } from "./request-log.ts";

/** A `RequestRow` as an array; absent fields are empty. */
export type ConnectionLine = [
  id: string,
  at: number,
  accountId: string,
  subAccountId: string,
  product: NonNullable<RequestRow["product"]> | "",
  client: string,
  target: string,
  address: string,
  protocol: RequestRow["protocol"],
  /** Null where an upstream did not tell it. */
  exitIp: string | null,
  country: string,
  upBytes: number,
  downBytes: number,
  ms: number,
  outcome: RequestRow["outcome"],
  reason: RequestRow["reason"],
  detail: string,
  /** 1 while the connection is open. */
  open: 0 | 1,
  /** How many connections a folded line stands for; absent (or null) for one. */
  connections?: number | null,
  /** An upstream's name and session; absent for own exits. */
  upstream?: string,
  session?: string,
];

/** Encodes a row. */
export function connectionLine(row: RequestRow): ConnectionLine {
  const line: ConnectionLine = [
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
  const { connections, upstream, session } = row;
  if (upstream !== undefined) line.push(connections ?? null, upstream, session ?? "");
  else if (connections !== undefined) line.push(connections);
  return line;
}

/** Decodes a row without validating it: fields may be missing or of another type. */
export function connectionRow(line: ConnectionLine): RequestRow {
  const fields = (Array.isArray(line) ? line : []) as ConnectionLine;
  const row: RequestRow = {
    id: fields[0],
    at: fields[1],
    accountId: fields[2],
    subAccountId: fields[3],
    client: fields[5],
    target: fields[6],
    protocol: fields[8],
    exitIp: fields[9],
    country: fields[10],
    upBytes: fields[11],
    downBytes: fields[12],
    ms: fields[13],
    outcome: fields[14],
    reason: fields[15],
    detail: fields[16],
  };
  if (fields[4]) row.product = fields[4];
  if (fields[7]) row.address = fields[7];
  if (fields[17] === 1) row.open = true;
  if (fields[18] != null) row.connections = fields[18];
  if (fields[19]) row.upstream = fields[19];
  if (fields[20]) row.session = fields[20];
  return row;
}
