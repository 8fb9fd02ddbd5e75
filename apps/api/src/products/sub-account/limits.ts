/** What an owner limits of a sub-account, from the fields of a call to the limits of a row. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { SubAccountLimits, upSubUser } from "@turnpike/contract/sub-account.ts";
import type { Question } from "@turnpike/contract/call.ts";
import { gbToBytes } from "@turnpike/rules/bytes.ts";
import { readDomains } from "@turnpike/rules/sub-account-limits.ts";
import type { SubAccountRow } from "./store/sub-accounts.ts";

type LimitFields = Pick<
  Question<typeof upSubUser>,
  "maxConnections" | "dayGb" | "monthGb" | "allowDomains" | "denyDomains"
>;

/** A row's limits as the contract writes them. */
export function limitsOf(row: SubAccountRow): SubAccountLimits {
  return {
    maxConnections: row.max_connections,
    dayBytes: row.day_limit_bytes,
    monthBytes: row.month_limit_bytes,
    allowDomains: row.allow_domains,
    denyDomains: row.deny_domains,
  };
}

/**
 * The limits after a change: null and empty take one away, absent leaves it as it is.
 * @throws Refusal badDomain with the entry, tooManyDomains
 */
export function changedLimits(row: SubAccountRow, request: LimitFields): SubAccountLimits {
  const now = limitsOf(row);
  return {
    maxConnections: chosen(request.maxConnections, now.maxConnections),
    dayBytes: chosen(inBytes(request.dayGb), now.dayBytes),
    monthBytes: chosen(inBytes(request.monthGb), now.monthBytes),
    allowDomains: chosen(domains("allowDomains", request), now.allowDomains),
    denyDomains: chosen(domains("denyDomains", request), now.denyDomains),
  };
}

const chosen = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);

/** `undefined` stays absent, `null` stays no limit. */
const inBytes = (gb: number | null | undefined) => (gb ? gbToBytes(gb) : (gb as null | undefined));

function domains(field: "allowDomains" | "denyDomains", request: LimitFields) {
  const written = request[field];
  if (written === undefined) return undefined;
  const read = readDomains(written);
  if ("bad" in read) throw new Refusal("badDomain", { field, entry: read.bad });
  if ("tooMany" in read) throw new Refusal("tooManyDomains", { field });
  return read.domains;
}
