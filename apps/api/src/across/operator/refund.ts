/** `refund ORDERNO` and `refunds list`: refunds. */
import { dollars } from "@turnpike/rules/money.ts";
import { sql } from "kysely";
import { transaction } from "../../platform/db/database.ts";
import { type RefundResult, requestRefund } from "../../commerce/refund/request.ts";
import { sendRefunds } from "../../commerce/refund/send.ts";
import type { Services } from "../../platform/services.ts";
import { type Command, wholeNumber } from "./command.ts";
import { table } from "./table.ts";

const LISTED = 1_000;

const refund: Command = {
  name: "refund",
  args: "ORDERNO [--cents N] [--reason TEXT]",
  help: "Refund an order, or a part of its price; with the id of a payment, refund a recharge",
  run: async ({ services, args: [name = ""], options }) => {
    const cents = options.cents === undefined ? null : wholeNumber(options.cents, "--cents");
    const reason = typeof options.reason === "string" ? options.reason : "";
    const request = { name, cents, reason };
    const done = await transaction(services.db, (tx) => requestRefund(services, tx, request));
    // Sent at once; a job of the product retries what fails now.
    if (done.refund.due) await sendRefunds(services);
    const json = { ...summary(done), ...(await stateOf(services, done.refund.id)) };
    return { ok: true, text: written(name, json), json };
  },
};

function summary({
  refund: { id, taken, bonusCents, debtCents, ...row },
  asset,
  to,
}: RefundResult) {
  return { id, refundedCents: row.cents ?? 0, to, asset, taken, bonusCents, debtCents };
}

interface State {
  sentAt: string | null;
  claimUrl: string | null;
  lastError: string | null;
}

/** The state of sending the money. */
async function stateOf({ db }: Services, id: string): Promise<State> {
  const { rows } = await sql<{
    at: Date | null;
    claimUrl: string | null;
    lastError: string | null;
  }>`
    select sent_at as at, claim_url as "claimUrl", last_error as "lastError"
    from refund where id = ${id}`.execute(db);
  const { at = null, claimUrl = null, lastError = null } = rows[0] ?? {};
  return { sentAt: at?.toISOString() ?? null, claimUrl, lastError };
}

/** What was taken back from the customer. */
function backOf(asset: string, taken: number): string {
  if (asset === "wallet") return `${dollars(taken)} of the wallet`;
  if (asset !== "planSeconds") return `${taken} of ${asset}`;
  const hours = Math.floor(taken / 3600);
  return `${Math.floor(hours / 24)} days and ${hours % 24} hours of the plan`;
}

const payers = { wallet: "the wallet", card: "the card", crypto: "the payer in crypto" };

function written(name: string, json: ReturnType<typeof summary> & State): string {
  const { refundedCents, to, asset, taken, bonusCents, debtCents, lastError, claimUrl } = json;
  const paid =
    to === "nobody" ? "nothing, it was free" : `${dollars(refundedCents)} to ${payers[to]}`;
  const back = backOf(asset, taken);
  const bonus = bonusCents > 0 ? `, ${dollars(bonusCents)} of them bonus` : "";
  const lines = [`Refunded ${name}: ${paid}.`, `Took back ${back}${bonus}.`];
  if (debtCents > 0)
    lines.push(
      `${dollars(debtCents)} were already spent and are taken from the next incoming money.`,
    );
  if (claimUrl !== null) lines.push(`The customer collects it at ${claimUrl}`);
  if (lastError !== null) lines.push(`Not sent yet, will be retried: ${lastError}`);
  return lines.join("\n");
}

interface Listed {
  id: string;
  at: Date;
  order: string;
  kind: string;
  cents: number | null;
  to: string;
  state: string;
  tries: number;
  error: string | null;
  reason: string;
  /** How far the payout of coins is, in the provider's word. */
  payout: string | null;
}

const list: Command = {
  name: "refunds list",
  args: "[--due]",
  help: "List refunds, newest first; --due lists only those not sent yet",
  run: async ({ services, options: { due } }) => {
    const only = due === true;
    const { rows } = await sql<Listed>`
      select r.id, r.created_at as at, coalesce(o.order_no, r.payment_id::text) as order, r.kind,
        r.cents, coalesce(p.method, 'wallet') as to, r.tries, r.last_error as error, r.reason,
        r.payout_state as payout,
        case when r.undone_at is not null then 'undone' when r.booked_at is null then 'waiting'
          when r.due and r.sent_at is null then 'due' else 'done' end as state
      from refund r left join shop_order o on o.id = r.order_id
      left join payment p on p.id = r.payment_id
      where not ${only} or (r.due and r.sent_at is null and r.undone_at is null)
      order by r.created_at desc, r.id limit ${LISTED}`.execute(services.db);
    const columns: (keyof Listed)[] = [
      "at",
      "order",
      "kind",
      "cents",
      "to",
      "state",
      "payout",
      "tries",
    ];
    const none = only ? "No refund is due." : "There are no refunds.";
    const text = table(rows, { none, columns: [...columns, "error", "reason"] });
    return { ok: true, text, json: rows };
  },
};

export const refundCommands: Command[] = [refund, list];
