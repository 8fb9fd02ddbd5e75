/** Calls that list, sell and renew unlimited plans (spec/unlimited#ordering). */
import type { Handlers } from "../../platform/http/handler.ts";
import { couponNamed } from "../../commerce/coupon/use.ts";
import { presentPlacedOrder } from "../../commerce/order/calls.ts";
import type { Services } from "../../platform/services.ts";
import { buyPlan } from "./buy.ts";
import { presentRegions } from "./regions.ts";
import { renewPlan } from "./renew.ts";
import { presentPlan } from "./present.ts";

type Calls = Pick<Handlers, "portServers" | "bandwidthServers" | "orderUnlimit" | "renewalUnlimit">;

export function buyCalls(services: Services): Calls {
  const { db } = services;
  return {
    portServers: async (_question, caller) => ({
      regions: await presentRegions(services, db, "port", caller),
    }),
    bandwidthServers: async (_question, caller) => ({
      regions: await presentRegions(services, db, "bandwidth", caller),
    }),

    async orderUnlimit({ couponId, promoCode, ...request }, { accountId, lang, ip }, tx) {
      const coupon = couponNamed({ couponId, promoCode }, { ip });
      const buying = { ...request, coupon, accountId };
      const { placed, plan } = await buyPlan(services, tx, buying);
      return {
        ...presentPlacedOrder(placed, lang),
        planId: plan?.id ?? null,
        plan: plan && (await presentPlan(services, tx, plan, lang)),
      };
    },

    async renewalUnlimit({ planId, days, method, quoteId }, { accountId, lang }, tx) {
      const renewing = { accountId, planId, days, method, quoteId };
      const { placed, plan } = await renewPlan(services, tx, renewing);
      return {
        ...presentPlacedOrder(placed, lang),
        plan: await presentPlan(services, tx, plan, lang),
      };
    },
  };
}
