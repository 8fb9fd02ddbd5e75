import type { PaymentMethod } from "../method.ts";
import { stripeProvider } from "./stripe.ts";
import { STRIPE } from "./stripe-api.ts";

/** Stripe counts it without decimals: it would take a hundred times the price. */
const countedWhole = "MGA";

/** Cards, by Stripe Checkout. */
export const card: PaymentMethod = {
  reversible: true,
  // Stripe's minimum charge in dollars.
  minCents: 50,
  name: STRIPE,
  processor: "Stripe",
  settings: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  moreSettings: ["STRIPE_API_URL"],
  hears: true,
  grows: false,
  open: (env) =>
    env.STRIPE_SECRET_KEY && env.CURRENCY !== countedWhole ? stripeProvider(env) : null,
  check: ({ STRIPE_SECRET_KEY }) =>
    STRIPE_SECRET_KEY?.includes("_test_")
      ? {
          found: "it is a test key: no money comes",
          fault: { cure: "the live key (sk_live_… or rk_live_…)" },
        }
      : { found: "a live key" },
  probe: ({ STRIPE_SECRET_KEY, STRIPE_API_URL }) =>
    STRIPE_SECRET_KEY
      ? {
          url: `${STRIPE_API_URL}/v1/webhook_endpoints?limit=100`,
          init: { headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` } },
          // A restricted key may not list endpoints, but is valid.
          statuses: { 401: "STRIPE_SECRET_KEY is refused", 403: null },
        }
      : null,
};
