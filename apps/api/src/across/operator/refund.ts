/** `refund ORDERNO` and `refunds list`. */
import { plainMoney } from "@turnpike/locales/money.ts";
import { refund as refundAct, type RefundSummary } from "./acts/refund.ts";
import { performFromCli, type Command, wholeNumber } from "./command.ts";
import { listRefunds } from "./read/refunds.ts";
import { table } from "./table.ts";

const LIST_LIMIT = 1_000;

const refund: Command = {
  name: "refund",
  args: "ORDERNO [--cents N] [--reason TEXT]",
  help: "Refund an order, or a part of its price; with the id of a payment, refund a recharge",
  run: async ({ services, args: [name = ""], options }) => {
    const cents = options.cents === undefined ? null : wholeNumber(options.cents, "--cents");
    const reason = typeof options.reason === "string" ? options.reason : "";
    const done = await performFromCli(services, refundAct, { name, cents, reason }, reason);
    const { due: _due, ...json } = done;
    return { ok: true, text: refundText(name, json), json };
  },
};

/** Describes what was taken back from the customer. */
function takenBackText(asset: string, taken: number): string {
  if (asset === "wallet") return `${plainMoney(taken)} of the wallet`;
  if (asset !== "planSeconds") return `${taken} of ${asset}`;
  const hours = Math.floor(taken / 3600);
  return `${Math.floor(hours / 24)} days and ${hours % 24} hours of the plan`;
}

const payers = {
  wallet: "the wallet",
  card: "the card",
  crypto: "the payer in crypto",
  paypal: "the payer by PayPal",
  nowpayments: "the payer: send the coins yourself",
  bank: "the payer: transfer it by your bank",
};

function refundText(name: string, json: RefundSummary): string {
  const { refundedCents, to, asset, taken, bonusCents, debtCents, lastError, claimUrl } = json;
  const paid =
    to === "nobody" ? "nothing, it was free" : `${plainMoney(refundedCents)} to ${payers[to]}`;
  const back = takenBackText(asset, taken);
  const bonus = bonusCents > 0 ? `, ${plainMoney(bonusCents)} of them bonus` : "";
  const lines = [`Refunded ${name}: ${paid}.`, `Took back ${back}${bonus}.`];
  if (debtCents > 0)
    lines.push(
      `${plainMoney(debtCents)} were already spent and are taken from the next incoming money.`,
    );
  if (claimUrl !== null) lines.push(`The customer collects it at ${claimUrl}`);
  if (lastError !== null) lines.push(`Not sent yet, will be retried: ${lastError}`);
  return lines.join("\n");
}

const list: Command = {
  name: "refunds list",
  args: "[--due]",
  help: "List refunds, newest first; --due lists only those not sent yet",
  run: async ({ services, options: { due } }) => {
    const only = due === true;
    const { items } = await listRefunds(services.db, { due: only, page: 1, limit: LIST_LIMIT });
    const rows = items.map(({ of, ...row }) => ({ ...row, order: of }));
    const columns: (keyof (typeof rows)[number])[] = [
      "at",
      "order",
      "kind",
      "cents",
      "to",
      "state",
      "payout",
      "tries",
      "error",
      "reason",
    ];
    const none = only ? "No refund is due." : "There are no refunds.";
    const text = table(rows, { none, columns });
    return { ok: true, text, json: rows };
  },
};

export const refundCommands: Command[] = [refund, list];
