/** `withdrawals …`: profit that customers want to be paid in crypto. */
import { dollars } from "@turnpike/rules/money.ts";
import { emailsOf } from "../../identity/account/store/contacts.ts";
import { decideWithdrawal } from "../../commerce/affiliate/decide-withdrawal.ts";
import { listWithdrawals } from "../../commerce/affiliate/store/withdrawals.ts";
import { type Asked, type Command, Usage } from "./command.ts";
import { table } from "./table.ts";

type Withdrawal = Awaited<ReturnType<typeof decideWithdrawal>>;

const LISTED = 1_000;
const LONGEST_REASON = 500;
const statuses = ["pending", "paid", "rejected"] as const;

const sent = ({ amountCents, feeCents }: Withdrawal) => amountCents - feeCents;

/** As the operator reads it. */
function written(row: Withdrawal, email: string | undefined) {
  return {
    at: row.at,
    status: row.status,
    target: row.target,
    amount: dollars(row.amountCents),
    fee: dollars(row.feeCents),
    sent: dollars(sent(row)),
    id: row.id,
    email: email ?? `closed: ${row.accountId}`,
    contact: row.contact || null,
    wallet: row.walletAddress || null,
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
] as const;

const list: Command = {
  name: "withdrawals list",
  args: "[--status S]",
  help: "withdrawals of profit, newest first; status is pending, paid or rejected",
  run: async ({ services, options }) => {
    const status = statuses.find((one) => one === options.status);
    if (options.status !== undefined && !status)
      throw new Usage("--status is pending, paid or rejected");
    const rows = await listWithdrawals(services.db, { status, limit: LISTED });
    const emails = await emailsOf(
      services.db,
      rows.map(({ accountId }) => accountId),
    );
    const none = "There is no such withdrawal.";
    const text = table(
      rows.map((row) => written(row, emails.get(row.accountId))),
      { none, columns: [...columns] },
    );
    const json = rows.map((row) => ({ ...row, email: emails.get(row.accountId) ?? null }));
    return { ok: true, text, json };
  },
};

const pay: Command = {
  name: "withdrawals pay",
  args: "ID",
  help: "notes that a pending withdrawal was paid, and mails the customer: send the coins first",
  run: async ({ services, args: [id = ""] }) => {
    const paid = await decideWithdrawal(services, { id, status: "paid" });
    const [amount, fee] = [dollars(sent(paid)), dollars(paid.feeCents)];
    const text = `Paid: ${amount} to ${paid.walletAddress} (fee ${fee}).`;
    return { ok: true, text, json: paid };
  },
};

/** What the customer reads: one line, without signs that no text has. */
function reasonOf({ reason }: Asked["options"]): string {
  const text = typeof reason === "string" ? reason.replace(/[\p{Cc}\s]+/gu, " ").trim() : "";
  if (!text) throw new Usage("--reason is a sentence that the customer is mailed");
  if (text.length > LONGEST_REASON)
    throw new Usage(`--reason has ${LONGEST_REASON} characters at most`);
  return text;
}

const reject: Command = {
  name: "withdrawals reject",
  args: "ID --reason TEXT",
  help: "gives a pending withdrawal back to the customer's profit, and mails them why",
  run: async ({ services, args: [id = ""], options }) => {
    const reason = reasonOf(options);
    const rejected = await decideWithdrawal(services, { id, status: "rejected", reason });
    const text = `Rejected: ${dollars(rejected.amountCents)} may be withdrawn again.`;
    return { ok: true, text, json: rejected };
  },
};

export const withdrawalCommands: Command[] = [list, pay, reject];
