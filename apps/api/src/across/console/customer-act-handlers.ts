/** Handlers for acts on customers' accounts. */
import type { ConsoleRequest, ConsoleCalls } from "@turnpike/contract/console/calls.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { CouponBenefit } from "../../commerce/coupon/grant.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { giveCoupons } from "../operator/acts/coupon.ts";
import * as acts from "../operator/acts/customer.ts";
import { resendMail } from "../operator/acts/mail.ts";
import { refund } from "../operator/acts/refund.ts";
import { viewCustomer } from "../operator/acts/view.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names =
  | "customerGrant"
  | "customerView"
  | "couponGrant"
  | "refund"
  | "customerDisable"
  | "customerEnable"
  | "customerUnbindMfa"
  | "customerVerifyEmail"
  | "customerEndSessions"
  | "mailResend"
  | "noteAdd";

/** @throws Refusal missingField */
function benefitOf(
  given: Omit<ConsoleRequest<ConsoleCalls["couponGrant"]>, "requestId">,
): CouponBenefit {
  const { kind, percent, minCents = 0, sku, amount } = given;
  const missing = (field: string) => new Refusal("missingField", { field });
  if (kind === "discount") {
    if (percent === undefined) throw missing("percent");
    return { kind, percent, minCents };
  }
  if (sku === undefined) throw missing("sku");
  if (amount === undefined) throw missing("amount");
  return { kind, sku, amount };
}

export function customerActHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  return {
    customerGrant: ({ reason, requestId, ...input }, { actor }) =>
      perform(services, acts.grant, { actor, input, reason, requestId }),

    customerView({ account, reason }, caller) {
      const input = { account, staffSessionId: caller.session?.sessionId ?? null };
      return perform(services, viewCustomer, { actor: caller.actor, input, reason });
    },

    async couponGrant({ reason, requestId, ...given }, { actor }) {
      const { accounts, days } = given;
      if (accounts.length === 0) throw new Refusal("missingField", { field: "accounts" });
      const input = { accounts, days, gift: benefitOf(given) };
      return perform(services, giveCoupons, { actor, input, reason, requestId });
    },

    refund({ name, cents = null, reason, requestId }, { actor }) {
      const input = { name, cents, reason };
      return perform(services, refund, { actor, input, reason, requestId });
    },

    customerDisable({ account, reason }, { actor }) {
      const input = { account, disabled: true, reason };
      return perform(services, acts.disable, { actor, input, reason });
    },

    customerEnable: ({ account, reason }, { actor }) =>
      perform(services, acts.enable, {
        actor,
        input: { account, disabled: false, reason: null },
        reason,
      }),

    customerUnbindMfa: ({ reason, ...input }, { actor }) =>
      perform(services, acts.unbindMfa, { actor, input, reason }),

    customerVerifyEmail: ({ reason, ...input }, { actor }) =>
      perform(services, acts.verifyEmail, { actor, input, reason }),

    customerEndSessions: ({ reason, ...input }, { actor }) =>
      perform(services, acts.endAllSessions, { actor, input, reason }),

    mailResend: (input, { actor }) => perform(services, resendMail, { actor, input }),

    async noteAdd(input, { actor }) {
      return { note: await perform(services, acts.addNote, { actor, input }) };
    },
  };
}
