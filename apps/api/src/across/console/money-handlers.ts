/** Handlers for orders, payments, disputes, arrears, refunds and revenue. */
import type { Services } from "../../platform/services.ts";
import { exportMonth } from "../operator/acts/accounting.ts";
import { perform } from "../operator/acts/act.ts";
import { confirmPayment } from "../operator/acts/payment.ts";
import { sendDueRefunds } from "../operator/acts/refund.ts";
import { spanOfDays, yearOfDays } from "../operator/read/days.ts";
import { pageOfDisputes } from "../operator/read/disputes.ts";
import { serialized } from "../operator/read/paging.ts";
import { listArrears, listOrders, listPayments } from "../operator/read/payments.ts";
import { listRefunds } from "../operator/read/refunds.ts";
import { groupedRevenue } from "../operator/read/revenue.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names =
  | "orderList"
  | "paymentList"
  | "disputeList"
  | "arrearsList"
  | "refundList"
  | "refundsSend"
  | "paymentConfirm"
  | "revenue"
  | "accountingExport";

export function moneyHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db } = services;
  return {
    orderList: async ({ from, to, ...query }) =>
      serialized(await listOrders(db, { ...query, ...spanOfDays({ from, to }) })),

    paymentList: async ({ from, to, unclaimed = false, ...query }) =>
      serialized(await listPayments(db, { ...query, unclaimed, ...spanOfDays({ from, to }) })),

    disputeList: async ({ open = false, ...page }) =>
      serialized(await pageOfDisputes(db, { open, ...page })),

    arrearsList: async (page) => serialized(await listArrears(db, page)),

    refundList: async ({ due = false, ...page }) =>
      serialized(await listRefunds(db, { due, ...page })),

    refundsSend: ({ reason, requestId }, { actor }) =>
      perform(services, sendDueRefunds, { actor, input: {}, reason, requestId }),

    paymentConfirm: ({ reason, requestId, ...input }, { actor }) =>
      perform(services, confirmPayment, { actor, input, reason, requestId }),

    async revenue({ from: first, to: last, by }) {
      const items = await groupedRevenue(db, { ...yearOfDays({ from: first, to: last }), by });
      const total = { orders: 0, soldCents: 0, refundedCents: 0, netCents: 0 };
      for (const row of items) {
        total.orders += row.orders;
        total.soldCents += row.soldCents;
        total.refundedCents += row.refundedCents;
        total.netCents += row.netCents;
      }
      return { items, total };
    },

    accountingExport: ({ month }, { actor }) =>
      perform(services, exportMonth, { actor, input: { month } }),
  };
}
