/** Unlimited plan commands of L2's random sequences (payment/testing.ts). */
import type { Story } from "../../commerce/checkout/testing.ts";
import type { Customer } from "../../identity/session/testing.ts";

/** Empty if the account is closed. */
async function ownPlans(customer: Customer) {
  const [ports, bandwidth] = [
    await customer.ask("portOrders", { limit: 100 }),
    await customer.ask("bandwidthOrders", { limit: 100 }),
  ];
  return [ports, bandwidth].flatMap(({ code, data }) => (code === 0 ? data.plans : []));
}

type Ordered = Awaited<ReturnType<typeof askOrder>>;
function askOrder({ who, roll }: Story) {
  const kind = roll.of(["port", "port", "bandwidth"]) ?? "port";
  return who.customer.ask("orderUnlimit", {
    kind,
    region: roll.of(["europe", "asia", "global"]),
    quantity: kind === "port" ? 1 + roll.upTo(3) : 100 * (1 + roll.upTo(2)),
    days: roll.of([7, 7, 30, 90]),
    method: roll.of(["wallet", "wallet", "card", "crypto"]),
    couponId: roll.upTo(3) === 0 ? roll.of(who.coupons) : undefined,
    requestId: roll.upTo(4) === 0 ? `plan-no-${roll.upTo(5)}` : undefined,
  });
}

/** Records an order, and completes some of the outside payments. */
async function recordOrder(
  { orders, payments, roll, shop }: Story,
  response: Pick<Ordered, "code"> & {
    data: Pick<Ordered["data"], "order" | "paymentId" | "payUrl">;
  },
): Promise<number> {
  if (response.code !== 0) return response.code;
  const { order, paymentId, payUrl } = response.data;
  orders.push(order.orderNo);
  if (!paymentId || !payUrl) return response.code;
  payments.push({ paymentId, payUrl, amountCents: order.amountCents });
  if (roll.upTo(2) === 0) await shop.complete(payUrl, roll.of(["paid", "late", "over"]) ?? "paid");
  return response.code;
}

/** The product may refuse each command; none may break an invariant. Returns the response code. */
export const planCommands: Record<string, (story: Story) => Promise<number>> = {
  async plan(story) {
    return recordOrder(story, await askOrder(story));
  },
  async renewPlan(story) {
    const { who, roll } = story;
    const planId = roll.of(await ownPlans(who.customer))?.id ?? "";
    const days = roll.of([7, 7, 30]);
    const method = roll.of(["wallet", "wallet", "card", "crypto"]);
    const answer = await who.customer.ask("renewalUnlimit", { planId, days, method });
    return recordOrder(story, answer);
  },
  async movePlan({ who, roll }) {
    const plan = roll.of(await ownPlans(who.customer));
    const call = plan?.kind === "bandwidth" ? "bandwidthRegion" : "portRegion";
    const region = roll.of(["europe", "asia", "global"]);
    return (await who.customer.ask(call, { planId: plan?.id ?? "", region })).code;
  },
  /** Moves the clock so that ends come near, pass, and pass the time for renewal. */
  async planDays({ roll, shop }) {
    await shop.advance((roll.of([1, 6, 7]) ?? 1) * 86_400 - 3_600);
    return 0;
  },
};
