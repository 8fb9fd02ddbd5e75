/** Starts outside payments: inserts the row that waits for money, and returns the page's URL. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { maxOpenPayments, paymentLifetimeMs } from "@turnpike/rules/payment.ts";
import { remainingUnderCap } from "../../identity/account/cap.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { OutsideMethod } from "@turnpike/rules/payment-method.ts";
import type { PaymentProvider } from "../payment-provider/provider.ts";
import { methodOf, minCentsOf, paymentProvider } from "../payment-method/registry.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import { READABLE, randomText } from "../../platform/random-text.ts";
import type { WalletTax } from "../tax/tax-sale.ts";
import type { Services } from "../../platform/services.ts";
import { countOpen, insertPayment } from "./store/payments.ts";

export interface PaymentRequest {
  accountId: string;
  orderId: string | null;
  /** The coupon of a promo code that raises a recharge. */
  couponId: string | null;
  amountCents: number;
  bonusCents: number;
  method: OutsideMethod;
  tax: WalletTax;
}

/**
 * The provider of a payment method.
 * @throws Refusal paymentMethodUnavailable
 */
export function providerOf(services: Services, method: OutsideMethod): PaymentProvider {
  const provider = paymentProvider(paymentEnv(services), method);
  if (!provider) throw new Refusal("paymentMethodUnavailable", { field: "method" });
  return provider;
}

/**
 * Refuses a further open payment beyond the account's limit; called before balances are checked
 * (spec/money#payments).
 * @throws Refusal tooMany
 */
export async function limitOpenPayments({ world }: Services, tx: Tx, accountId: string) {
  const limit = maxOpenPayments;
  const count = () => countOpen(tx, { accountId, now: new Date(world.now()), most: limit });
  await remainingUnderCap(tx, { accountId, of: "open payments", limit, count });
}

/**
 * Opens a payment. Only writes to the database; sends no request.
 * @throws Refusal paymentMethodUnavailable
 */
export async function startPayment(
  services: Services,
  tx: Tx,
  request: PaymentRequest,
): Promise<{ paymentId: string; payUrl: string }> {
  const { world } = services;
  const provider = providerOf(services, request.method);
  // A discounted order may be below a method's minimum amount.
  const { lifetimeMs = paymentLifetimeMs, referenceLength } = methodOf(request.method);
  if (request.amountCents < minCentsOf(paymentEnv(services), request.method))
    throw new Refusal("paymentMethodUnavailable", { field: "method" });
  const id = world.id();
  const now = world.now();
  await insertPayment(tx, {
    ...request,
    id,
    provider: provider.name,
    providerRef: referenceLength ? randomText(world, READABLE, referenceLength) : null,
    createdAt: new Date(now),
    expiresAt: new Date(now + lifetimeMs),
  });
  return { paymentId: id, payUrl: provider.payUrl(id) };
}
