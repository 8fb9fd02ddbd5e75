/** Ways to pay, by the ids that calls take (spec/money#payment-methods). */

/** Of payment providers; what an installation has set up is in `/v1/paymentMethods`. */
export const outsideMethods = ["card", "crypto", "paypal", "nowpayments", "bank"] as const;
export type OutsideMethod = (typeof outsideMethods)[number];

/** Of purchases. */
export const payMethods = ["wallet", ...outsideMethods] as const;
export type PayMethod = (typeof payMethods)[number];

/** Of orders; a gift costs nothing. */
export const orderMethods = [...payMethods, "coupon"] as const;
export type OrderMethod = (typeof orderMethods)[number];

export const methodKinds = ["card", "crypto", "wallet", "bank"] as const;
export type MethodKind = (typeof methodKinds)[number];
/** What the customer pays with: `wallet` is an account at a payment service, such as PayPal. */
export const kindOfMethod: Record<OutsideMethod, MethodKind> = {
  card: "card",
  crypto: "crypto",
  paypal: "wallet",
  nowpayments: "crypto",
  bank: "bank",
};
