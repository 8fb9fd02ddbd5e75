/** `disputes list`: disputes of card payments, and banks' early fraud warnings. */
import { plainMoney } from "@turnpike/locales/money.ts";
import { accountOf } from "./acts/account-of.ts";
import type { Command, CommandInput } from "./command.ts";
import { findDisputes, type ListedDispute } from "./read/disputes.ts";
import { table } from "./table.ts";

const columns = [
  "opened",
  "state",
  "amount",
  "taken",
  "reason",
  "due",
  "of",
  "email",
  "ref",
] as const;

/** A row as printed. */
const disputeRow = (row: ListedDispute) => ({
  opened: row.openedAt,
  state: row.kind === "fraudWarning" ? "fraud warning" : row.state,
  amount: plainMoney(row.cents),
  taken: plainMoney(row.takenCents),
  reason: row.reason,
  due: row.dueAt,
  of: row.orderNo ?? row.paymentId,
  email: row.email ?? `closed: ${row.accountId}`,
  ref: row.ref,
});

async function run({ services, options }: CommandInput) {
  const named = options.account;
  const account = typeof named === "string" ? await accountOf(services, named) : null;
  const rows = await findDisputes(services.db, { accountIds: account ? [account.id] : null });
  const text = table(rows.map(disputeRow), {
    none: "There are no disputes.",
    columns: [...columns],
  });
  return { ok: true, text, json: rows };
}

export const disputeCommands: Command[] = [
  {
    name: "disputes list",
    args: "[--account EMAIL]",
    help: "List disputes of card payments and early fraud warnings, newest first",
    run,
  },
];
