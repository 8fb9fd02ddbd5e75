/** What a refund is of: an order that was paid, with its payment where one came from outside, or a payment alone. */
import { holdAccount } from "../../identity/account/standing.ts";
import type { Tx } from "../../platform/db/database.ts";
import { readOrder } from "../order/fulfil.ts";
import { holdOrder, type Order, wasPaid } from "../order/refunded.ts";
import { holdPayment, type Payment, paymentOf } from "../payment/refunded.ts";
import { holdSubAccounts } from "../../products/sub-account/erase.ts";
import type { PlanRow } from "../../products/unlimited/store/plans.ts";
import { holdPlanOf } from "../../products/unlimited/store/terms.ts";
import { type Standing, standing } from "./store.ts";

export interface Subject {
  accountId: string;
  /** Its holder has closed the account. */
  closed: boolean;
  /** Null where none was paid: the payment stands for itself. */
  order: Order | null;
  payment: Payment | null;
  /** The unlimited plan that the order gave its time to. */
  plan: PlanRow | null;
  /** What has been given back of it. */
  before: Standing;
}

/**
 * Holds all that a refund touches until the transaction ends, in the order in which everybody
 * locks: sub-accounts, the account, its payment, its order, its plan. Null where there is no such thing.
 */
export async function holdSubject(
  tx: Tx,
  of: { orderId: string | null; paymentId: string | null },
): Promise<Subject | null> {
  const known = await paymentOf(tx, of);
  const orderId = of.orderId ?? known?.orderId ?? null;
  const knownOrder = orderId === null ? null : await readOrder(tx, orderId);
  const accountId = knownOrder?.accountId ?? known?.accountId;
  if (accountId === undefined) return null;
  if (knownOrder?.asset === "traffic") await holdSubAccounts(tx, accountId);
  const account = await holdAccount(tx, accountId);
  const payment = known && (await holdPayment(tx, known.id));
  const order = knownOrder && (await holdOrder(tx, knownOrder.id));
  const paid = order !== null && wasPaid(order) ? order : null;
  const plan = paid?.asset === null ? await holdPlanOf(tx, paid.id) : null;
  const before = await standing(tx, {
    orderId: paid?.id ?? null,
    paymentId: payment?.id ?? null,
  });
  return { accountId, closed: account?.closed ?? true, order: paid, payment, plan, before };
}
