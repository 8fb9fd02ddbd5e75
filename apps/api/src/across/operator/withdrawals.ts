/** `withdrawals …`: profit that customers withdraw in crypto. */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { plainMoney } from "@turnpike/locales/money.ts";
import { callCommand } from "./call-command.ts";
import { type Command, UsageError } from "./command.ts";
import { summarise } from "./read/withdrawal-risk.ts";
import { table } from "./table.ts";

type Withdrawal = ConsoleResponse<ConsoleCalls["withdrawalDecide"]>["withdrawal"];

const netCents = ({ amountCents, feeCents }: Withdrawal) => amountCents - feeCents;

/** A row as printed. */
const withdrawalRow = (row: Withdrawal) => ({
  at: row.at,
  status: row.status,
  target: row.target,
  amount: plainMoney(row.amountCents),
  fee: plainMoney(row.feeCents),
  sent: plainMoney(netCents(row)),
  id: row.id,
  email: row.email ?? `closed: ${row.accountId}`,
  contact: row.contact || null,
  wallet: row.walletAddress || null,
  check: summarise(row.buyers) || null,
});

const list = callCommand({
  call: "withdrawalList",
  name: "withdrawals list",
  args: "[--status S]",
  help: "List withdrawals of profit, newest first, with what is known of their buyers; status is pending, paid or rejected",
  most: 1_000,
  show: ({ items }) => ({
    text: table(items.map(withdrawalRow), {
      none: "There are no such withdrawals.",
      columns: [
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
      ],
      times: ["at"],
    }),
    json: items,
  }),
});

/** The decided withdrawal, with the risks of the buyers behind it. */
function showDecided(withdrawal: Withdrawal, text: string) {
  const check = summarise(withdrawal.buyers);
  return { text: check ? `${text}\nIts buyers: ${check}.` : text, json: withdrawal };
}

const pay = callCommand({
  call: "withdrawalDecide",
  name: "withdrawals pay",
  args: "ID",
  help: "Mark a pending withdrawal as paid and mail the customer; send the coins first",
  words: ["id"],
  fields: () => ({ decision: "paid" }),
  show: ({ withdrawal: paid }) => {
    const [amount, fee] = [plainMoney(netCents(paid)), plainMoney(paid.feeCents)];
    return showDecided(paid, `Paid: ${amount} to ${paid.walletAddress} (fee ${fee}).`);
  },
});

const reject = callCommand({
  call: "withdrawalDecide",
  name: "withdrawals reject",
  args: "ID --reason TEXT",
  help: "Return a pending withdrawal to the customer's profit and mail them the reason",
  words: ["id"],
  fields: ({ options: { reason = "" } }) => {
    if (!String(reason).trim())
      throw new UsageError("--reason is required: a sentence that the customer is mailed");
    return { decision: "rejected" };
  },
  show: ({ withdrawal }) =>
    showDecided(
      withdrawal,
      `Rejected: ${plainMoney(withdrawal.amountCents)} can be withdrawn again.`,
    ),
});

export const withdrawalCommands: Command[] = [list, pay, reject];
