/**
 * Corrects rows as far as possible before they are stored. What the table still rejects is set aside
 * by `intake.ts`, so that one bad row does not fail its whole batch.
 */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { outcomes, protocols } from "@turnpike/contract/request-log.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { acceptedTime, type GivenConnection } from "./store/connections.ts";
import { isUuid } from "../../platform/db/uuid.ts";

const maxDetail = 400;
/** Of an upstream or its session. */
const maxName = 200;
/** The column is an integer. */
const maxFolded = 2_147_483_647;
/** Of one connection and direction, which only false lines reach: sums of many stay countable. */
const maxBytes = 100_000_000_000_000;
/** A connection ends before its line arrives; clocks differ. */
const maxAheadMs = 3_600_000;
/** 253 characters of a host name, a colon and a port. */
const maxTarget = 260;

/** Why a row cannot be stored; null if it can be, or is only too old. */
export function faultOf(row: RequestRow): string | null {
  if (typeof row !== "object" || row === null) return "it is not a row";
  if (!outcomes.includes(row.outcome)) return "its outcome is unknown";
  if (!protocols.includes(row.protocol)) return "its protocol is unknown";
  if (!isUuid(row.accountId) || !isUuid(row.subAccountId)) return "it names no account";
  if (asText(row.id, 64) === "") return "it has no id";
  if (!Number.isFinite(row.at)) return "it has no time";
  const isModem = row.product === "static" || row.product === "short";
  const isUnknown = row.exitIp === null && (isModem || asText(row.upstream, maxName) !== "");
  if (row.exitIp !== "" && !isUnknown && canonicalAddress(asText(row.exitIp, 64)) === null)
    return "its exit is not an address";
  return null;
}

/** Returns a row without fault as the table accepts it; null if it is too old. */
export function validRow(row: RequestRow, range: { from: number; now: number }): RequestRow | null {
  if (row.at < range.from) return null;
  return {
    id: asText(row.id, 64),
    // Rows from a clock that is ahead would stay at the top of the list.
    at: Math.min(Math.trunc(row.at), range.now),
    accountId: row.accountId,
    subAccountId: row.subAccountId,
    client: asText(row.client, 64),
    target: asText(row.target, maxTarget),
    protocol: row.protocol,
    exitIp: row.exitIp === null ? null : asText(row.exitIp, 64),
    country: asText(row.country, 2),
    upBytes: Math.min(asCount(row.upBytes), maxBytes),
    downBytes: Math.min(asCount(row.downBytes), maxBytes),
    ms: Math.min(asCount(row.ms), Math.max(0, range.now - row.at) + maxAheadMs),
    outcome: row.outcome,
    reason: asText(row.reason, 40) as RequestRow["reason"],
    detail: asText(row.detail, maxDetail),
  };
}

/**
 * Like `validRow`, for a row with an exit. Drops the row of an open tunnel if its start would have
 * to be changed, since the row of the tunnel's end could not be matched with it.
 */
export function validConnection(
  given: RequestRow,
  kept: { from: number; now: number },
): GivenConnection | null {
  const exit = canonicalAddress(asText(given.exitIp, 64));
  const row = validRow(given, kept);
  if (row === null || (exit === null && given.exitIp !== null)) return null;
  const { at, exact } = acceptedTime(Math.trunc(given.at), kept.now);
  const open = given.open === true;
  if (open && !exact) return null;
  const [upstream, session] = [asText(given.upstream, maxName), asText(given.session, maxName)];
  return {
    row: {
      ...row,
      at,
      product: asText(given.product, 20) as NonNullable<RequestRow["product"]>,
      ...(open ? { open } : {}),
      connections: Math.min(Math.max(1, asCount(given.connections)), maxFolded),
      ...(given.proof ? { proof: given.proof } : {}),
      ...(upstream && { upstream }),
      ...(session && { session }),
    },
    client: canonicalAddress(row.client),
    exit,
    address: canonicalAddress(asText(given.address, 64)),
  };
}

/** PostgreSQL rejects NUL, and other control characters do not belong in a log line either. */
function asText(value: unknown, most: number): string {
  return typeof value === "string"
    ? value.slice(0, most).replace(/[\u0000-\u001f\u007f]/g, " ")
    : "";
}

function asCount(value: unknown): number {
  const whole = typeof value === "number" ? Math.round(value) : 0;
  return Number.isSafeInteger(whole) && whole > 0 ? whole : 0;
}
