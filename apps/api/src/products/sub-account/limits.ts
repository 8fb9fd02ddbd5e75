/** A sub-account's limits, set by its owner: converts between call fields and row columns. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { SubAccountLimits, upSubUser } from "@turnpike/contract/sub-account.ts";
import type { CallRequest } from "@turnpike/contract/call.ts";
import { gbToBytes } from "@turnpike/rules/bytes.ts";
import { readDomains } from "@turnpike/rules/sub-account-limits.ts";
import type { Tx } from "../../platform/db/database.ts";
import { listsLength } from "./store/lists.ts";
import { setLimits, type SubAccountRow } from "./store/sub-accounts.ts";

type LimitFields = Pick<
  CallRequest<typeof upSubUser>,
  "maxConnections" | "dayGb" | "monthGb" | "allowDomains" | "denyDomains"
>;

/** The limits of a row in the form of the contract. */
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
 * The limits after a change: null or an empty list removes a limit, an absent field keeps it.
 * @throws Refusal badDomain with the entry, tooManyDomains
 */
export function changedLimits(row: SubAccountRow, request: LimitFields): SubAccountLimits {
  const now = limitsOf(row);
  return {
    maxConnections: orCurrent(request.maxConnections, now.maxConnections),
    dayBytes: orCurrent(inBytes(request.dayGb), now.dayBytes),
    monthBytes: orCurrent(inBytes(request.monthGb), now.monthBytes),
    allowDomains: orCurrent(parseDomains("allowDomains", request), now.allowDomains),
    denyDomains: orCurrent(parseDomains("denyDomains", request), now.denyDomains),
  };
}

const orCurrent = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);

/** All lists of an account, in bytes: each gateway worker keeps them in memory. */
const maxLists = 20_000_000;
/** A list up to this needs no sum: with the most sub-accounts it is not reached. */
const shortList = 2_000;

/**
 * Sets all limits of a row that the transaction has locked, and returns it.
 * @throws Refusal tooManyDomains if the account's lists are too long together
 */
export async function storeLimits(
  tx: Tx,
  id: string,
  limits: Parameters<typeof setLimits>[2],
): Promise<SubAccountRow> {
  const row = await setLimits(tx, id, limits);
  const { allowDomains, denyDomains, targetBudgets } = limits;
  const own = JSON.stringify([allowDomains, denyDomains, targetBudgets]).length;
  if (own <= shortList || (await listsLength(tx, row.account_id)) <= maxLists) return row;
  const field = allowDomains.length > 0 ? "allowDomains" : "denyDomains";
  throw new Refusal("tooManyDomains", { field });
}

/** `undefined` stays undefined (no change), `null` stays null (no limit). */
const inBytes = (gb: number | null | undefined) => (gb ? gbToBytes(gb) : (gb as null | undefined));

function parseDomains(field: "allowDomains" | "denyDomains", request: LimitFields) {
  const written = request[field];
  if (written === undefined) return undefined;
  const read = readDomains(written);
  if ("bad" in read) throw new Refusal("badDomain", { field, entry: read.bad });
  if ("tooMany" in read) throw new Refusal("tooManyDomains", { field });
  return read.domains;
}
