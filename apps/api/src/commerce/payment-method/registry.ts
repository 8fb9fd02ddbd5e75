/** All ways to pay. A further one is a folder, a line here, and its id in `rules/payment-method`. */
import type { Environment } from "@turnpike/contract/environment.ts";
import {
  type OrderMethod,
  type OutsideMethod,
  outsideMethods,
} from "@turnpike/rules/payment-method.ts";
import { bank } from "../payment-provider/bank/method.ts";
import { card } from "../payment-provider/card/method.ts";
import { crypto } from "../payment-provider/crypto/method.ts";
import { nowpayments } from "../payment-provider/nowpayments/method.ts";
import { paypal } from "../payment-provider/paypal/method.ts";
import type { PaymentMethod } from "../payment-provider/method.ts";
import type { PaymentProvider } from "../payment-provider/provider.ts";
import { sandbox } from "../payment-provider/sandbox.ts";

const registry: Record<OutsideMethod, PaymentMethod> = {
  card,
  crypto,
  paypal,
  nowpayments,
  bank,
};

/** A way to pay by its id. */
export const methodOf = (id: OutsideMethod): PaymentMethod => registry[id];

/** All that exist, in the order that they are offered in. */
export const allMethods: readonly PaymentMethod[] = outsideMethods.map(methodOf);

/** Those with settings of their own here. */
export const methodsSetUp = (env: Environment): PaymentMethod[] =>
  allMethods.filter((method) => method.open(env) !== null);

/** The provider of a payment method; null if none is set up. The sandbox is for the lab only. */
export function paymentProvider(env: Environment, id: OutsideMethod): PaymentProvider | null {
  return methodOf(id).open(env) ?? (env.lab ? sandbox(env) : null);
}

/** The smallest payment by a method; the lab's sandbox takes any. */
export function minCentsOf(env: Environment, id: OutsideMethod): number {
  const method = methodOf(id);
  return method.open(env) === null ? 1 : method.minCents;
}

/** The provider that a payment was started with; null if it is no longer set up. */
export function providerByName(env: Environment, name: string): PaymentProvider | null {
  const own = allMethods.find((method) => method.name === name)?.open(env);
  if (own) return own;
  const lab = env.lab ? sandbox(env) : null;
  return lab?.name === name ? lab : null;
}

/** The ids of the outside payment methods available here. */
export function paymentMethods(env: Environment): OutsideMethod[] {
  return outsideMethods.filter((id) => paymentProvider(env, id) !== null);
}

/** Names of providers whose paid payments may still receive money. */
export const growingProviders = (): string[] =>
  allMethods.filter(({ grows }) => grows).map(({ name }) => name);

/** Whether what paid an order can be taken back; a wallet may have been topped up by such money. */
export function isReversible(id: OrderMethod): boolean {
  return id === "wallet" || (id !== "coupon" && methodOf(id).reversible);
}
