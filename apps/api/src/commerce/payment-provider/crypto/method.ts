import type { PaymentMethod } from "../method.ts";
import { btcpayProvider } from "./btcpay.ts";
import { BTCPAY, btcpaySettings } from "./btcpay-api.ts";

/** Crypto, by a BTCPay Server of the operator's own. */
export const crypto: PaymentMethod = {
  reversible: false,
  minCents: 1,
  name: BTCPAY,
  processor: "BTCPay",
  settings: ["BTCPAY_URL", "BTCPAY_STORE_ID", "BTCPAY_API_KEY", "BTCPAY_WEBHOOK_SECRET"],
  moreSettings: [],
  hears: true,
  // The server watches for late money until a day after an invoice has expired.
  grows: true,
  open: (env) => {
    const settings = btcpaySettings(env);
    return settings && btcpayProvider(env, settings);
  },
  check: ({ BTCPAY_URL = "" }) => ({ found: new URL(BTCPAY_URL).host }),
  probe: (env) => {
    const settings = btcpaySettings(env);
    return (
      settings && {
        url: `${settings.url}/api/v1/stores/${settings.storeId}`,
        init: { headers: { authorization: `token ${settings.apiKey}` } },
        statuses: { 401: "BTCPAY_API_KEY is refused", 403: null, 404: "no store BTCPAY_STORE_ID" },
      }
    );
  },
};
