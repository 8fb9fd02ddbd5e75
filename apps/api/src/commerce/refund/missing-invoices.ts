/**
 * Invoices for orders that an API of the previous release sold while both ran: it knew none
 * (spec/money#invoices).
 */
import { dayMs } from "@turnpike/rules/statistics.ts";
import { issueInvoice } from "../invoice-record/issue.ts";
import { findInvoiceOf, findUninvoiced } from "../invoice-record/store/documents.ts";
import { lockOrder } from "../order/store.ts";
import { findByOrder } from "../payment/store/payments.ts";
import { workThrough } from "../../platform/job-items.ts";
import type { Services } from "../../platform/services.ts";
import { correctSale } from "./correct.ts";

/** Two releases run at once for minutes; this is for schedules that stood still. */
const LOOKED_BACK_DAYS = 30;
const AT_ONCE = 50;
const ROUNDS = 200;

/** Issues what is missing, with the credit notes of what was refunded since. */
export function issueMissingInvoices(services: Services): Promise<void> {
  const since = new Date(services.world.now() - LOOKED_BACK_DAYS * dayMs);
  return workThrough(services, {
    kind: "invoice",
    atOnce: AT_ONCE,
    rounds: ROUNDS,
    list: (except, limit) => findUninvoiced(services.db, { since, except, limit }),
    run: async (tx, orderIds) => {
      for (const orderId of orderIds.toSorted()) {
        // Whoever had the lock before may have issued it.
        const order = await lockOrder(tx, orderId);
        if (await findInvoiceOf(tx, orderId)) continue;
        await issueInvoice(services, tx, order);
        const payment = await findByOrder(tx, orderId);
        await correctSale(services, tx, { orderId, paymentId: payment?.id ?? null });
      }
    },
  });
}
