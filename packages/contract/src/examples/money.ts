/** Examples of prices, orders and payments. */
import { paymentId, site } from "./customer.ts";

export const payUrl = `${site}/pay/${paymentId}`;
export const bonusTiers = [
  { fromCents: 50_000, percent: 5 },
  { fromCents: 200_000, percent: 10 },
];
export const pieces = {
  description: null,
  badge: null,
  enterprise: false,
  trial: false,
  stepQty: 1,
  validDays: null,
  region: null,
  identity: null,
};
