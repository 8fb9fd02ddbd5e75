/** How a saved card is written. */
import type { CallResult } from "../../lib/call.ts";

export type SavedCard = CallResult<"cards">["items"][number];

const networks: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** Such as "Visa •••• 4242". */
export const cardName = ({ brand, lastFour }: SavedCard): string =>
  `${networks[brand] ?? brand} •••• ${lastFour}`;

/** Such as "12/2031". */
export const cardEnd = ({ expiryMonth, expiryYear }: SavedCard): string =>
  `${String(expiryMonth).padStart(2, "0")}/${expiryYear}`;

/** Whether its last month is over, in UTC. */
export const isOver = ({ expiryMonth, expiryYear }: SavedCard, nowMs: number): boolean =>
  Date.UTC(expiryYear, expiryMonth, 1) <= nowMs;
