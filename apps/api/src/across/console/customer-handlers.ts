/** Handlers that search for customers and show what belongs to one. */
import { assetOfPool, firstPool } from "@turnpike/rules/traffic-pool.ts";
import type { Services } from "../../platform/services.ts";
import { poolNames, poolTitle } from "../../platform/traffic-pools/pools.ts";
import { notesOf } from "../customer-note/store.ts";
import { accountOf } from "../operator/acts/account-of.ts";
import { productsOf, securityOf } from "../operator/read/customer-products.ts";
import { teamOf } from "../operator/read/customer-team.ts";
import { ledgerOf, mailsTo, timelineOf, webhooksOf } from "../operator/read/customer-lists.ts";
import { customerOf } from "../operator/read/customer.ts";
import { listCustomers, searchCustomers } from "../operator/read/customers.ts";
import { serialized } from "../operator/read/paging.ts";
import { listOrders, listPayments } from "../operator/read/payments.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names =
  | "customerList"
  | "customerSearch"
  | "customer"
  | "customerLedger"
  | "customerOrders"
  | "customerPayments"
  | "customerProducts"
  | "customerSecurity"
  | "customerTeam"
  | "customerMails"
  | "customerWebhooks"
  | "customerNotes"
  | "customerTimeline";

const addedPools = (services: Services) =>
  poolNames(services)
    .filter((pool) => pool !== firstPool)
    .map((pool) => ({ asset: assetOfPool(pool), title: poolTitle(services, pool, "en") }));

export function customerHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db, world } = services;
  const idOf = async (account: string) => (await accountOf(services, account)).id;
  const now = () => new Date(world.now());
  return {
    customerList: async (question) => serialized(await listCustomers(db, question)),

    async customerSearch({ query }) {
      return { items: query.trim().length < 2 ? [] : await searchCustomers(services, query) };
    },

    customer: async ({ account }) => {
      const found = await customerOf(db, await idOf(account), now());
      return serialized({ ...found, trafficPools: addedPools(services) });
    },

    customerLedger: async ({ account, ...page }) =>
      serialized(await ledgerOf(db, { ...page, accountId: await idOf(account) })),

    customerOrders: async ({ account, ...page }) =>
      serialized(await listOrders(db, { ...page, accountId: await idOf(account) })),

    customerPayments: async ({ account, ...page }) =>
      serialized(await listPayments(db, { ...page, accountId: await idOf(account) })),

    customerProducts: async ({ account }) =>
      serialized(await productsOf(db, await idOf(account), now())),

    customerTeam: async ({ account }) => serialized(await teamOf(db, await idOf(account), now())),

    customerSecurity: async ({ account }) => serialized(await securityOf(db, await idOf(account))),

    async customerMails({ account, ...page }) {
      const { email, secure_email: second, closed_at: closed } = await accountOf(services, account);
      const own = closed ? [] : [email, ...(second === null ? [] : [second])];
      return serialized(await mailsTo(services, { ...page, addresses: own }));
    },

    customerWebhooks: async ({ account }) => serialized(await webhooksOf(db, await idOf(account))),

    async customerNotes({ account }) {
      return { items: serialized(await notesOf(db, await idOf(account))) };
    },

    customerTimeline: async ({ account, ...page }) =>
      serialized(await timelineOf(db, { ...page, accountId: await idOf(account) })),
  };
}
