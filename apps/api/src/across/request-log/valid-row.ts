/** Corrects rows that the table would refuse, so that one bad row does not fail its batch. */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { outcomes, protocols } from "@turnpike/contract/request-log.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { acceptedTime, type GivenConnection } from "./store/connections.ts";
import { isUuid } from "../../platform/db/uuid.ts";

const mostDetail = 400;
/** A host name's 253 characters, a colon and a port. */
const mostTarget = 260;

/** The row as the table accepts it; null where it has no owner, is too old or malformed. */
export function validRow(row: RequestRow, kept: { from: number; now: number }): RequestRow | null {
  const known = outcomes.includes(row.outcome) && protocols.includes(row.protocol);
  if (!known || !isUuid(row.accountId) || !isUuid(row.subAccountId)) return null;
  const id = asText(row.id, 64);
  if (id === "" || !Number.isFinite(row.at) || row.at < kept.from) return null;
  return {
    id,
    // Rows of a clock that runs ahead would stay at the top of the list.
    at: Math.min(Math.trunc(row.at), kept.now),
    accountId: row.accountId,
    subAccountId: row.subAccountId,
    client: asText(row.client, 64),
    target: asText(row.target, mostTarget),
    protocol: row.protocol,
    exitIp: asText(row.exitIp, 64),
    country: asText(row.country, 2),
    upBytes: asCount(row.upBytes),
    downBytes: asCount(row.downBytes),
    ms: asCount(row.ms),
    outcome: row.outcome,
    reason: asText(row.reason, 40) as RequestRow["reason"],
    detail: asText(row.detail, mostDetail),
  };
}

/**
 * The same of a row that had an exit. An open tunnel's line is left out where its begin would have to be
 * set back: the line of its end would not be known for the same.
 */
export function validConnection(
  given: RequestRow,
  kept: { from: number; now: number },
): GivenConnection | null {
  const exit = canonicalAddress(asText(given.exitIp, 64));
  const row = validRow(given, kept);
  if (row === null || exit === null) return null;
  const { at, exact } = acceptedTime(Math.trunc(given.at), kept.now);
  const open = given.open === true;
  if (open && !exact) return null;
  return {
    row: {
      ...row,
      at,
      product: asText(given.product, 20) as NonNullable<RequestRow["product"]>,
      ...(open ? { open } : {}),
    },
    client: canonicalAddress(row.client),
    exit,
    address: canonicalAddress(asText(given.address, 64)),
  };
}

/** PostgreSQL accepts no NUL; other control characters do not belong into a log line either. */
function asText(value: unknown, most: number): string {
  return typeof value === "string"
    ? value.slice(0, most).replace(/[\u0000-\u001f\u007f]/g, " ")
    : "";
}

function asCount(value: unknown): number {
  const whole = typeof value === "number" ? Math.round(value) : 0;
  return Number.isSafeInteger(whole) && whole > 0 ? whole : 0;
}
