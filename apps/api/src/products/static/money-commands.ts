/** Static IP commands of L2's random sequences (payment/testing.ts). */
import type { Story } from "../../commerce/checkout/testing.ts";
import type { Customer } from "../../identity/session/testing.ts";

/** Empty if the account is closed. */
async function ownIds(customer: Customer): Promise<string[]> {
  const { code, data } = await customer.ask("staticUseList", { limit: 100 });
  return code === 0 ? data.items.map(({ id }) => id) : [];
}

async function some({ who, roll }: Story): Promise<string> {
  const ids = await ownIds(who.customer);
  return ids.slice(roll.upTo(ids.length), roll.upTo(ids.length) + 3).join();
}

/** The product may refuse each command; none may break an invariant. Returns the response code. */
export const staticCommands: Record<string, (story: Story) => Promise<number>> = {
  async take({ who, roll, orders }) {
    const answer = await who.customer.ask("staticUse", {
      country: roll.of(["US", "DE", "JP"]),
      num: 1 + roll.upTo(3),
      days: roll.of([7, 7, 30]),
      pay: roll.of(["wallet", undefined]),
    });
    if (answer.code === 0 && answer.data.order) orders.push(answer.data.order.orderNo);
    return answer.code;
  },
  async takeShort({ who, roll }) {
    const request = { country: "US", num: 1, days: roll.of([1, 3]), pay: "wallet" };
    return (await who.customer.ask("shortExtract", request)).code;
  },
  async renew(story) {
    const { who, roll, payments, shop } = story;
    const answer = await who.customer.ask("renewalStaticMany", {
      ids: await some(story),
      days: roll.of([7, 7, 30]),
      method: roll.of(["wallet", "wallet", "card", "crypto"]),
    });
    const { order, paymentId, payUrl } = answer.data;
    if (answer.code === 0 && order) story.orders.push(order.orderNo);
    if (answer.code !== 0 || !order || !paymentId || !payUrl) return answer.code;
    payments.push({ paymentId, payUrl, amountCents: order.amountCents });
    if (roll.upTo(2) === 0)
      await shop.complete(payUrl, roll.of(["paid", "late", "over"]) ?? "paid");
    return answer.code;
  },
  async auto(story) {
    const enabled = story.roll.upTo(4) > 0 ? 1 : 0;
    const request = { ids: await some(story), enabled };
    return (await story.who.customer.ask("staticMoreAuto", request)).code;
  },
  async drop(story) {
    const request = { ids: await some(story), confirm: 1 };
    return (await story.who.customer.ask("staticDel", request)).code;
  },
  /** Moves the clock so that ends come near, pass, and pass the time for renewal. */
  async days({ roll, shop }) {
    await shop.advance((roll.of([1, 6, 7, 8]) ?? 1) * 86_400 - 3_600);
    return 0;
  },
};
