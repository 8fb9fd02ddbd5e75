/** Shared by tests of the affiliate programme: inviters, their friends, and orders. */
import { transaction } from "../../platform/db/database.ts";
import { bucketsOf } from "../../ledger/testing.ts";
import { postOrder } from "../order/grant.ts";
import { insertOrder, type Order } from "../order/store.ts";
import type { Services } from "../../platform/services.ts";
import type { Customer, TestShop } from "../../identity/session/testing.ts";
import { issueInvoice } from "../invoice-record/issue.ts";
import { untaxed } from "../tax/sale-tax.ts";
import { adjustProfitForRefund, earnProfit } from "./earn.ts";

export const DAY_SECONDS = 86_400;
/** A withdrawal to a wallet. */
export const inCrypto = {
  target: "crypto",
  contact: "me",
  walletAddress: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
};

/** An inviter, and a friend who registered with the inviter's code. */
export async function pair(shop: TestShop): Promise<{ inviter: Customer; friend: Customer }> {
  const inviter = await shop.customer({ lasting: true });
  const { inviteCode } = await inviter.get("shareInfo");
  return { inviter, friend: await shop.customer({ inviteCode, lasting: true }) };
}

type Sold = Pick<Order, "amountCents" | "method" | "renewal">;

/** Inserts a paid order of any amount and books its profit; returns the order's id. */
export function sell(services: Services, accountId: string, sold: Sold): Promise<string> {
  const id = services.world.id();
  const now = new Date(services.world.now());
  const order: Order = {
    ...untaxed(sold.amountCents),
    ...sold,
    id,
    orderNo: `TEST-${id}`,
    accountId,
    sku: "traffic-standard",
    kind: "traffic",
    enterprise: false,
    quantity: 1,
    listCents: sold.amountCents,
    discountCents: 0,
    status: "paid",
    couponId: null,
    asset: "traffic",
    granted: 1e9,
    validDays: null,
    refundedCents: 0,
    apiKey: null,
    createdAt: now,
    paidAt: now,
    unitMicros: null,
    names: null,
    unit: null,
    region: null,
    days: null,
  };
  return transaction(services.db, async (tx) => {
    await postOrder(tx, order, now.getTime());
    await insertOrder(tx, order);
    await issueInvoice(services, tx, order);
    await earnProfit(services, tx, order);
    return id;
  });
}

/** Adjusts the order's profit to a total of `refundedCents` refunded. */
export function recordRefund(
  services: Services,
  orderId: string,
  refundedCents: number,
): Promise<void> {
  return transaction(services.db, (tx) =>
    adjustProfitForRefund(services, tx, { orderId, refundedCents }),
  );
}

/** An account's profit by bucket. */
export async function profitOf(shop: TestShop, { id }: Customer): Promise<Record<string, number>> {
  const buckets = await bucketsOf(shop.services, id);
  const own = Object.entries(buckets).filter(([name]) => name.startsWith("profit "));
  return Object.fromEntries(own.map(([name, cents]) => [name.slice("profit ".length), cents]));
}

/** The programme's figures as the customer sees them. */
export async function figuresOf(customer: Customer) {
  const shown = await customer.get("shareInfo");
  const { transactionCents, withdrawableCents, cashedOutCents, frozenCents, pendingCents } = shown;
  return { transactionCents, withdrawableCents, cashedOutCents, frozenCents, pendingCents };
}
