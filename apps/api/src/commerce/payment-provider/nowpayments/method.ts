import type { PaymentMethod } from "../method.ts";
import { NOWPAYMENTS, nowpaymentsProvider, nowpaymentsSettings } from "./nowpayments.ts";

/** Crypto, by NOWPayments, which takes hundreds of coins and forwards them to the seller. */
export const nowpayments: PaymentMethod = {
  reversible: false,
  // Coins have minimums of their own, which NOWPayments' page tells.
  minCents: 100,
  name: NOWPAYMENTS,
  processor: "NOWPayments",
  settings: ["NOWPAYMENTS_API_KEY", "NOWPAYMENTS_IPN_SECRET"],
  moreSettings: ["NOWPAYMENTS_API_URL"],
  hears: true,
  grows: false,
  open: (env) => {
    const settings = nowpaymentsSettings(env);
    return settings && nowpaymentsProvider(env, settings);
  },
  check: ({ NOWPAYMENTS_API_URL }) => {
    const { host } = new URL(NOWPAYMENTS_API_URL);
    return host.includes("sandbox")
      ? { found: `${host} is a sandbox: no money comes`, fault: { cure: "the live address" } }
      : { found: host };
  },
  probe: (env) => {
    const settings = nowpaymentsSettings(env);
    return (
      settings && {
        url: `${settings.url}/v1/currencies`,
        init: { headers: { "x-api-key": settings.apiKey } },
        statuses: {
          401: "NOWPAYMENTS_API_KEY is refused",
          403: "NOWPAYMENTS_API_KEY is refused",
        },
      }
    );
  },
};
