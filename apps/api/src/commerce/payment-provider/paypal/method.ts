import type { PaymentMethod } from "../method.ts";
import { paypalProvider } from "./paypal.ts";
import { PAYPAL, paypalSettings } from "./paypal-api.ts";

/** An account at PayPal, by its Orders API. */
export const paypal: PaymentMethod = {
  reversible: true,
  minCents: 100,
  name: PAYPAL,
  processor: "PayPal",
  settings: ["PAYPAL_CLIENT_ID", "PAYPAL_SECRET", "PAYPAL_WEBHOOK_ID"],
  moreSettings: ["PAYPAL_API_URL"],
  hears: true,
  grows: false,
  open: (env) => (paypalSettings(env) ? paypalProvider(env) : null),
  check: ({ PAYPAL_API_URL }) => {
    const { host } = new URL(PAYPAL_API_URL);
    return host.includes("sandbox")
      ? { found: `${host} is a sandbox: no money comes`, fault: { cure: "the live address" } }
      : { found: host };
  },
  probe: (env) => {
    const settings = paypalSettings(env);
    if (!settings) return null;
    const { url, clientId, secret } = settings;
    const basic = Buffer.from(`${clientId}:${secret}`).toString("base64");
    return {
      url: `${url}/v1/oauth2/token`,
      init: {
        method: "POST",
        headers: {
          authorization: `Basic ${basic}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "grant_type=client_credentials",
      },
      statuses: { 401: "PAYPAL_CLIENT_ID or PAYPAL_SECRET is refused" },
    };
  },
};
