/** `payments …`: bank transfers, and payments that arrived for closed accounts. */
import { plainMoney } from "@turnpike/locales/money.ts";
import { sql } from "kysely";
import { confirmPayment } from "./acts/payment.ts";
import { type Command, performFromCli, wholeNumber } from "./command.ts";

interface Unclaimed {
  id: string;
  accountId: string;
  provider: string;
  method: string;
  amountCents: number;
  /** The amount received, which may be higher. */
  receivedCents: number;
  /** The part that belongs to no account and has not been paid back yet. */
  unclaimedCents: number;
  paidAt: Date;
}

const LIST_LIMIT = 1_000;

const unclaimed: Command = {
  name: "payments unclaimed",
  args: "",
  help: "List payments that arrived for closed accounts, to be paid back with refund ID",
  run: async ({ services }) => {
    const { rows } = await sql<Unclaimed>`
      select p.id, p.account_id as "accountId", p.provider, p.method,
        p.amount_cents as "amountCents", p.received_cents as "receivedCents", p.paid_at as "paidAt",
        p.unclaimed_cents - b.cents as "unclaimedCents"
      from payment p cross join lateral (
        select coalesce(sum(unclaimed_cents), 0)::bigint as cents from refund r
        where r.payment_id = p.id and r.booked_at is not null and r.undone_at is null) b
      where p.unclaimed_cents > b.cents and p.paid_at is not null
      order by p.paid_at, p.id limit ${LIST_LIMIT}`.execute(services.db);
    const lines = rows.map(({ id, provider, unclaimedCents, paidAt }) => {
      const sum = plainMoney(unclaimedCents);
      return `${paidAt.toISOString()}  ${provider}  ${sum.padStart(12)}  ${id}`;
    });
    const text = rows.length > 0 ? lines.join("\n") : "There are no unclaimed payments.";
    return { ok: true, text, json: rows };
  },
};

const confirm: Command = {
  name: "payments confirm",
  args: "ID --cents N [--seen N] [--reason TEXT]",
  help: "Confirm money that arrived by bank transfer; ID is the payment's, or the reference; --seen refuses if another sum than N had arrived so far",
  run: async ({ services, args: [name = ""], options }) => {
    const cents = wholeNumber(options.cents, "--cents");
    const seenCents = options.seen === undefined ? null : wholeNumber(options.seen, "--seen", 0);
    const reason = typeof options.reason === "string" ? options.reason : "";
    const part = { name, cents, seenCents };
    const done = await performFromCli(services, confirmPayment, part, reason);
    const { status, amountCents, receivedCents, surplusCents } = done;
    const sums = `${plainMoney(receivedCents)} of ${plainMoney(amountCents)} have arrived`;
    const more = surplusCents > 0 ? `, ${plainMoney(surplusCents)} more than asked` : "";
    return { ok: true, text: `${name} is ${status}: ${sums}${more}.`, json: done };
  },
};

export const paymentCommands: Command[] = [unclaimed, confirm];
