/** The steps of the set-up, made of the doctor's lines: one source for both. */
import { setUpSteps } from "@turnpike/contract/console/set-up.ts";
import type { Check } from "../operator/doctor/check.ts";
import type { SetUpState } from "./state.ts";

type Step = (typeof setUpSteps)[number];

/** Which lines of the report belong to a step, by their names. */
const linesOf: Record<Step, RegExp> = {
  brand: /^(?:brand|SUPPORT_EMAIL|SELLER_ADDRESS)$/,
  mail: /^(?:SMTP_URL|MAIL_FROM|mail server|stored mail server|test mail)$/,
  payments:
    /^(?:payments|STRIPE_.*|BTCPAY_.*|PAYPAL_.*|NOWPAYMENTS_.*|BANK_.*|.* webhook|keys of .*|Stripe|BTCPay.*|PayPal|NOWPayments)$/,
  law: /^legal$/,
  supply: /^(?:exits|upstreams|unowned exits|exit claims)$/,
  prices: /^prices$/,
  purchase: /^(?:test purchase|PROXY_TEST_URL)$/,
};

export interface ShownStep {
  step: Step;
  state: "done" | "left" | "open";
  lines: Check[];
}

/** What the report says about each step. */
export function stepsOf(checks: readonly Check[], { left }: SetUpState): ShownStep[] {
  return setUpSteps.map((step) => {
    const lines = checks.filter(({ name }) => linesOf[step].test(name));
    const isDone = lines.length > 0 && lines.every(({ state }) => state === "ok");
    const state = isDone ? "done" : left.includes(step) ? "left" : "open";
    return { step, state, lines };
  });
}
