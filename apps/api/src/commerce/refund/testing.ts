/** Shared by refund tests: payments driven by provider events, and the operator's refunds. */
import type { DisputeState } from "@turnpike/rules/dispute.ts";
import type { PaymentUpdate, ReportedRefund } from "@turnpike/rules/payment.ts";
import { transaction } from "../../platform/db/database.ts";
import { applyEvent } from "../checkout/settle.ts";
import type { Customer, Fields, TestShop } from "../../identity/session/testing.ts";
import { type RefundResult, requestRefund } from "./request.ts";

type GivenBack = ReportedRefund & { kind: "refund" | "dispute" };

export interface DrivenPayment {
  paymentId: string;
  /** Applies an event as if the provider had sent it. */
  tell: (update: PaymentUpdate) => Promise<string | null>;
  /** Reports a refund or a dispute of the money; returns its provider id. */
  giveBack: (cents: number | null, more?: Partial<GivenBack>) => Promise<string>;
}

let told = 0;

/** A sandbox payment that events are applied to. */
export function drivenPayment(shop: TestShop, paymentId: string): DrivenPayment {
  const disputes = new Set<string>();
  const disputed = (ref: string, state: DisputeState, cents: number | null): PaymentUpdate => {
    disputes.add(ref);
    const dispute = { ref, state, cents, withdrawnCents: null, reason: "general", dueAt: null };
    return { what: "disputed", dispute };
  };
  const tell = (given: PaymentUpdate) => {
    told += 1;
    const isWon = given.what === "refundUndone" && disputes.has(given.ref);
    const update = isWon ? disputed(given.ref, "won", null) : given;
    const event = { id: `told-${told}-${paymentId}`, provider: "sandbox", paymentId, update };
    return applyEvent(shop.services, event);
  };
  const giveBack = async (cents: number | null, more: Partial<GivenBack> = {}) => {
    told += 1;
    const { kind = "refund", ...own } = more;
    const refund = { ref: `re_${told}`, cents, ours: null, ...own };
    await tell(
      kind === "dispute"
        ? disputed(refund.ref, "open", refund.cents)
        : { what: "refunded", refund },
    );
    return refund.ref;
  };
  return { paymentId, tell, giveBack };
}

/** Starts a recharge. */
export async function recharge(shop: TestShop, customer: Customer, amountCents: number) {
  const { paymentId } = await customer.get("recharge", { amountCents, method: "card" });
  return drivenPayment(shop, paymentId);
}

/** Places a card order; returns it with its payment. */
export async function cardOrder(shop: TestShop, customer: Customer, quantity: number) {
  const buy = { sku: "ip-standard", quantity, method: "card" };
  const { order, paymentId } = await customer.get("placeOrder", buy);
  return { ...drivenPayment(shop, paymentId ?? ""), order };
}

/** Refunds as `operator refund` does. */
export function refundOf(
  shop: TestShop,
  name: string,
  cents: number | null = null,
): Promise<RefundResult> {
  const request = { name, cents, reason: "" };
  return transaction(shop.services.db, (tx) => requestRefund(shop.services, tx, request));
}

export const received = (receivedCents: number) => ({ what: "received", receivedCents }) as const;
export const settled = (receivedCents: number) => ({ what: "settled", receivedCents }) as const;
/** A new customer's card order, paid in full. */
export async function paidOrder(shop: TestShop, quantity: number, fields: Fields = {}) {
  const customer = await shop.customer(fields);
  const bought = await cardOrder(shop, customer, quantity);
  await bought.tell(received(bought.order.amountCents));
  return { customer, ...bought };
}

/** A new customer's recharge, paid in full. */
export async function paidRecharge(shop: TestShop, cents: number) {
  const customer = await shop.customer();
  const begun = await recharge(shop, customer, cents);
  await begun.tell(received(cents));
  return { customer, ...begun };
}

/** A wallet order of traffic. */
export const traffic = (quantity: number) =>
  ({ sku: "traffic-standard", quantity, method: "wallet" }) as const;

/** A customer's balances. */
export async function has(customer: Customer) {
  const { walletCents, ipBalance, trafficBytes } = await customer.get("member");
  return { walletCents, ipBalance, trafficBytes };
}
export const wallet = async (customer: Customer) => (await has(customer)).walletCents;
export const payment = (customer: Customer, paymentId: string) =>
  customer.get("payment", { paymentId });
export const firstOrder = async (customer: Customer) => (await customer.get("orderList")).items[0];
