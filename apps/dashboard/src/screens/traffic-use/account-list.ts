/** Sub-accounts written down for other programs. */
import type { SubAccount } from "@turnpike/contract/sub-account.ts";

/** `account:password`, one a line. */
export function accountLines(rows: readonly SubAccount[]): string {
  return rows.map(({ account, password }) => `${account}:${password}\n`).join("");
}

/** A header and one row each; amounts in exact bytes. The column names are the API's. */
export function accountCsv(rows: readonly SubAccount[]): (string | number)[][] {
  const header = [
    "account",
    "password",
    "main",
    "enabled",
    "allocatedBytes",
    "usedBytes",
    "availableBytes",
    "remark",
    "createdAt",
  ] as const;
  const cell = (value: string | number | boolean) =>
    typeof value === "boolean" ? Number(value) : value;
  return [[...header], ...rows.map((row) => header.map((name) => cell(row[name])))];
}
