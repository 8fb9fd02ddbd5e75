/** `refund ORDERNO` and `refunds list`. */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { plainMoney } from "@turnpike/locales/money.ts";
import { callCommand } from "./call-command.ts";
import type { Command } from "./command.ts";
import { table } from "./table.ts";

type Refund = ConsoleResponse<ConsoleCalls["refund"]>;

const refund = callCommand({
  call: "refund",
  name: "refund",
  args: "ORDERNO [--cents N] [--reason TEXT]",
  help: "Refund an order, or a part of its price; with the id of a payment, refund a recharge",
  words: ["name"],
  show: ({ due: _due, ...json }, { name }) => ({ text: refundText(name, json), json }),
});

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

function refundText(name: string, json: Omit<Refund, "due">): string {
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

const list = callCommand({
  call: "refundList",
  name: "refunds list",
  args: "[--due]",
  help: "List refunds, newest first; --due lists only those not sent yet",
  most: 1_000,
  show: ({ items }, { due }) => {
    const rows = items.map(({ of, ...row }) => ({ ...row, order: of }));
    const text = table(rows, {
      none: due ? "No refund is due." : "There are no refunds.",
      columns: [
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
      ],
      times: ["at"],
    });
    return { text, json: rows };
  },
});

export const refundCommands: Command[] = [refund, list];
