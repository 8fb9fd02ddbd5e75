/** `payments …`: money that came in and is nobody's. */
import { sql } from "kysely";
import type { Command } from "./command.ts";

interface Unclaimed {
  id: string;
  accountId: string;
  provider: string;
  method: string;
  amountCents: number;
  /** What arrived in all, where that is more. */
  receivedCents: number;
  paidAt: Date;
}

const LISTED = 1_000;

const unclaimed: Command = {
  name: "payments unclaimed",
  args: "",
  help: "payments for accounts that were closed: to be paid back at the provider",
  run: async ({ services }) => {
    const { rows } = await sql<Unclaimed>`
      select p.id, p.account_id as "accountId", p.provider, p.method,
        p.amount_cents as "amountCents", p.received_cents as "receivedCents", p.paid_at as "paidAt"
      from payment p join ledger_entry e on e.key = 'unclaimed:' || p.id
      where p.status = 'paid' order by p.paid_at, p.id limit ${LISTED}`.execute(services.db);
    const written = rows.map(({ id, provider, receivedCents, paidAt }) => {
      const dollars = `$${(receivedCents / 100).toFixed(2)}`;
      return `${paidAt.toISOString()}  ${provider}  ${dollars.padStart(12)}  ${id}`;
    });
    const text = rows.length > 0 ? written.join("\n") : "No payment is unclaimed.";
    return { ok: true, text, json: rows };
  },
};

export const paymentCommands: Command[] = [unclaimed];
