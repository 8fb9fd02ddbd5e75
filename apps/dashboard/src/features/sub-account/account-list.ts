/** Sub-accounts as text and CSV files. */
import type { SubAccount } from "@turnpike/contract/sub-account.ts";

/** `account:password`, one per line. */
export function accountLines(rows: readonly SubAccount[]): string {
  return rows.map(({ account, password }) => `${account}:${password}\n`).join("");
}

/** Columns named as in the API; a missing limit is an empty cell, domains are space-separated. */
const columns = {
  account: (row) => row.account,
  password: (row) => row.password,
  main: (row) => Number(row.main),
  enabled: (row) => Number(row.enabled),
  allocatedBytes: (row) => row.allocatedBytes,
  usedBytes: (row) => row.usedBytes,
  availableBytes: (row) => row.availableBytes,
  maxConnections: ({ limits }) => limits.maxConnections ?? "",
  dayUsedBytes: (row) => row.dayUsedBytes,
  dayBytes: ({ limits }) => limits.dayBytes ?? "",
  monthUsedBytes: (row) => row.monthUsedBytes,
  monthBytes: ({ limits }) => limits.monthBytes ?? "",
  allowDomains: ({ limits }) => limits.allowDomains.join(" "),
  denyDomains: ({ limits }) => limits.denyDomains.join(" "),
  remark: (row) => row.remark,
  createdAt: (row) => row.createdAt,
} as const satisfies Record<string, (row: SubAccount) => string | number>;

/** A header and one row per sub-account; amounts in exact bytes. */
export function accountCsv(rows: readonly SubAccount[]): (string | number)[][] {
  const cells = Object.values(columns);
  return [Object.keys(columns), ...rows.map((row) => cells.map((cell) => cell(row)))];
}
