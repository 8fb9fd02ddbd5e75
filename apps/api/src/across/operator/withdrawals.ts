/** `withdrawals …`: profit that customers withdraw in crypto. */
import { plainMoney } from "@turnpike/locales/money.ts";
import { emailsOf } from "../../identity/account/store/contacts.ts";
import type { decideWithdrawal } from "../../commerce/affiliate/decide-withdrawal.ts";
import { listWithdrawals } from "../../commerce/affiliate/store/withdrawals.ts";
import type { Services } from "../../platform/services.ts";
import { decide } from "./acts/payouts.ts";
import {
  performFromCli,
  type CommandInput,
  type Command,
  type CommandResult,
  UsageError,
} from "./command.ts";
import { table } from "./table.ts";
import { findRisks, type RiskyBuyer, summarise } from "./read/withdrawal-risk.ts";

type Withdrawal = Awaited<ReturnType<typeof decideWithdrawal>>;

const LIST_LIMIT = 1_000;
const LONGEST_REASON = 500;
const statuses = ["pending", "paid", "rejected"] as const;

const netCents = ({ amountCents, feeCents }: Withdrawal) => amountCents - feeCents;

/** A row as printed. */
function withdrawalRow(row: Withdrawal, email: string | undefined, buyers: RiskyBuyer[]) {
  return {
    at: row.at,
    status: row.status,
    target: row.target,
    amount: plainMoney(row.amountCents),
    fee: plainMoney(row.feeCents),
    sent: plainMoney(netCents(row)),
    id: row.id,
    email: email ?? `closed: ${row.accountId}`,
    contact: row.contact || null,
    wallet: row.walletAddress || null,
    check: summarise(buyers) || null,
  };
}
const columns = [
  "at",
  "status",
  "target",
  "amount",
  "fee",
  "sent",
  "id",
  "email",
  "contact",
  "wallet",
  "check",
] as const;

const list: Command = {
  name: "withdrawals list",
  args: "[--status S]",
  help: "List withdrawals of profit, newest first, with what is known of their buyers; status is pending, paid or rejected",
  run: async ({ services, options }) => {
    const status = statuses.find((one) => one === options.status);
    if (options.status !== undefined && !status)
      throw new UsageError("--status must be pending, paid or rejected");
    const rows = await listWithdrawals(services.db, { status, limit: LIST_LIMIT });
    const accountIds = [...new Set(rows.map(({ accountId }) => accountId))];
    const emails = await emailsOf(services.db, accountIds);
    const risks = await findRisks(services.db, accountIds);
    const buyersOf = ({ accountId }: Withdrawal) => risks.get(accountId) ?? [];
    const none = "There are no such withdrawals.";
    const text = table(
      rows.map((row) => withdrawalRow(row, emails.get(row.accountId), buyersOf(row))),
      { none, columns: [...columns] },
    );
    const json = rows.map((row) => {
      const email = emails.get(row.accountId) ?? null;
      return { ...row, email, buyers: buyersOf(row) };
    });
    return { ok: true, text, json };
  },
};

/** The decided withdrawal, with the risks of the buyers behind it. */
async function decisionResult(
  { db }: Services,
  { decided, text }: { decided: Withdrawal; text: string },
): Promise<CommandResult> {
  const buyers = (await findRisks(db, [decided.accountId])).get(decided.accountId) ?? [];
  const check = summarise(buyers);
  const lines = check ? [text, `Its buyers: ${check}.`] : [text];
  return { ok: true, text: lines.join("\n"), json: { ...decided, buyers } };
}

const pay: Command = {
  name: "withdrawals pay",
  args: "ID",
  help: "Mark a pending withdrawal as paid and mail the customer; send the coins first",
  run: async ({ services, args: [id = ""] }) => {
    const paid = await performFromCli(services, decide, { id, status: "paid" });
    const [amount, fee] = [plainMoney(netCents(paid)), plainMoney(paid.feeCents)];
    const text = `Paid: ${amount} to ${paid.walletAddress} (fee ${fee}).`;
    return decisionResult(services, { decided: paid, text });
  },
};

/** The reason that is mailed to the customer: one line without control characters. */
function reasonOf({ reason }: CommandInput["options"]): string {
  const text = typeof reason === "string" ? reason.replace(/[\p{Cc}\s]+/gu, " ").trim() : "";
  if (!text) throw new UsageError("--reason is required: a sentence that the customer is mailed");
  if (text.length > LONGEST_REASON)
    throw new UsageError(`--reason must have at most ${LONGEST_REASON} characters`);
  return text;
}

const reject: Command = {
  name: "withdrawals reject",
  args: "ID --reason TEXT",
  help: "Return a pending withdrawal to the customer's profit and mail them the reason",
  run: async ({ services, args: [id = ""], options }) => {
    const reason = reasonOf(options);
    const rejected = await performFromCli(
      services,
      decide,
      { id, status: "rejected", reason },
      reason,
    );
    const text = `Rejected: ${plainMoney(rejected.amountCents)} can be withdrawn again.`;
    return decisionResult(services, { decided: rejected, text });
  },
};

export const withdrawalCommands: Command[] = [list, pay, reject];
