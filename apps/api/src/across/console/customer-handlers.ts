/** Handlers that search for customers and show what belongs to one. */
import type { Services } from "../../platform/services.ts";
import { notesOf } from "../customer-note/store.ts";
import { accountOf } from "../operator/acts/account-of.ts";
import { productsOf, securityOf } from "../operator/read/customer-has.ts";
import { ledgerOf, mailsTo, timelineOf, webhooksOf } from "../operator/read/customer-lists.ts";
import { customerOf } from "../operator/read/customer.ts";
import { listCustomers, searchCustomers } from "../operator/read/customers.ts";
import { written } from "../operator/read/paging.ts";
import { listOrders, listPayments } from "../operator/read/payments.ts";
import type { ConsoleHandlers } from "./asker.ts";

type Names =
  | "customerList"
  | "customerSearch"
  | "customer"
  | "customerLedger"
  | "customerOrders"
  | "customerPayments"
  | "customerProducts"
  | "customerSecurity"
  | "customerMails"
  | "customerWebhooks"
  | "customerNotes"
  | "customerTimeline";

export function customerHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db, world } = services;
  const idOf = async (account: string) => (await accountOf(services, account)).id;
  const now = () => new Date(world.now());
  return {
    customerList: async (question) => written(await listCustomers(db, question)),

    async customerSearch({ query }) {
      return { items: query.trim().length < 2 ? [] : await searchCustomers(services, query) };
    },

    customer: async ({ account }) => written(await customerOf(db, await idOf(account), now())),

    customerLedger: async ({ account, ...page }) =>
      written(await ledgerOf(db, { ...page, accountId: await idOf(account) })),

    customerOrders: async ({ account, ...page }) =>
      written(await listOrders(db, { ...page, accountId: await idOf(account) })),

    customerPayments: async ({ account, ...page }) =>
      written(await listPayments(db, { ...page, accountId: await idOf(account) })),

    customerProducts: async ({ account }) =>
      written(await productsOf(db, await idOf(account), now())),

    customerSecurity: async ({ account }) => written(await securityOf(db, await idOf(account))),

    async customerMails({ account, ...page }) {
      const { email, secure_email: second, closed_at: closed } = await accountOf(services, account);
      const own = closed ? [] : [email, ...(second === null ? [] : [second])];
      return written(await mailsTo(services, { ...page, addresses: own }));
    },

    customerWebhooks: async ({ account }) => written(await webhooksOf(db, await idOf(account))),

    async customerNotes({ account }) {
      return { items: written(await notesOf(db, await idOf(account))) };
    },

    customerTimeline: async ({ account, ...page }) =>
      written(await timelineOf(db, { ...page, accountId: await idOf(account) })),
  };
}
