/** The random sequences of money commands that L2 plays, reproducible from a seed. */
import { disputeStates } from "@turnpike/rules/dispute.ts";
import type { PaymentUpdate } from "@turnpike/rules/payment.ts";
import { closeCustomer } from "../../across/closure/testing.ts";
import { decideWithdrawal } from "../affiliate/decide-withdrawal.ts";
import { pageOfWithdrawals } from "../affiliate/store/withdrawals.ts";
import { grantCoupon } from "../coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { requestRefund } from "../refund/request.ts";
import { sendRefunds } from "../refund/send.ts";
import type { Customer, TestShop } from "../../identity/session/testing.ts";
import { staticCommands } from "../../products/static/money-commands.ts";
import { planCommands } from "../../products/unlimited/money-commands.ts";
import { countries, taxedCustomer } from "../tax/testing.ts";
import { catalogueCommands, noted, perhapsJoinGroup } from "./catalogue-testing.ts";
import { applyEvent } from "./settle.ts";
import { seeded } from "@turnpike/net/testing/random.ts";

/** Reproducible random choices from a seed. */
export function dice(seed: number) {
  const random = seeded(seed);
  const upTo = (max: number) => random.integer(0, max - 1);
  const of = <T>(items: readonly T[]): T | undefined => items[upTo(items.length)];
  return { upTo, of };
}

interface Person {
  customer: Customer;
  closed: boolean;
  coupons: string[];
}
interface Started {
  paymentId: string;
  payUrl: string;
  amountCents: number;
}
export interface Story {
  shop: TestShop;
  seed: number;
  roll: ReturnType<typeof dice>;
  /** Who acts next: the inviter or the invited friend. */
  who: Person;
  people: Person[];
  payments: Started[];
  orders: string[];
  /** The provider's ids of its refunds. */
  refs: { paymentId: string; ref: string }[];
  disputes: { payment: Started; ref: string; cents: number | null }[];
  codes: string[];
  made: number;
  done: string[];
}

/** The shop as one of `many` stories sees it that are told at once: each moves the clock as rarely. */
function shared(shop: TestShop, roll: Story["roll"], many: number): TestShop {
  const advance = async (seconds: number) => {
    if (roll.upTo(many) === 0) await shop.advance(seconds);
  };
  return { ...shop, advance };
}

/**
 * Creates an inviter and an invited friend, one pair of `many` in this shop; about every third
 * friend can make CDKeys.
 */
export async function begin(whole: TestShop, seed: number, many: number): Promise<Story> {
  const roll = dice(seed);
  const shop = shared(whole, roll, many);
  const person = (customer: Customer): Person => ({ customer, closed: false, coupons: [] });
  const inviter = await taxedCustomer(shop, roll);
  const { inviteCode } = await inviter.get("member");
  const friend = await taxedCustomer(shop, roll, { inviteCode });
  for (const one of [inviter, friend]) {
    await one.get("upTokenCache", { minutes: 0 });
    await perhapsJoinGroup(shop, roll, one);
  }
  if (roll.upTo(3) === 0) {
    await shop.fund(friend.id, 10_000_000);
    const plan = { sku: "ip-enterprise", quantity: 10_000, method: "wallet" };
    await friend.get("placeOrder", plan);
  }
  const [who, other] = [person(friend), person(inviter)];
  const lists = { payments: [], orders: [], refs: [], disputes: [], codes: [], done: [] };
  const story: Story = { shop, seed, roll, who, people: [who, who, other], made: 0, ...lists };
  if (roll.upTo(4) === 0) await earnAtOnce(story);
  return story;
}

/** Buys with crypto, so that the inviter has profit to withdraw in crypto. */
async function earnAtOnce({ who: { customer }, shop, payments }: Story): Promise<void> {
  const buy = { sku: "traffic-standard", quantity: 300, method: "crypto" };
  const { order, paymentId = "", payUrl = "" } = await customer.get("placeOrder", buy);
  payments.push({ paymentId, payUrl, amountCents: order.amountCents });
  await shop.complete(payUrl, "paid");
}

/** Chosen more often: it takes several of these steps until anything can be renewed. */
const oftener = ["statics", "statics", "statics", "statics", "plans", "plans", "plans"];

/** Plays one command; notes refusals and throws on faults. */
export async function step(story: Story): Promise<void> {
  const { roll, people, done } = story;
  const name = roll.of([...Object.keys(commands), ...oftener]) ?? "buy";
  story.who = roll.of(people) ?? story.who;
  done.push(name);
  await commands[name]?.(story);
}

async function send({ shop, seed, made }: Story, { paymentId }: Started, update: PaymentUpdate) {
  const id = `l2 ${seed} ${made} ${paymentId}`;
  await applyEvent(shop.services, { id, provider: "sandbox", paymentId, update });
}

/** The product may refuse any of these commands; none may break an invariant. */
const commands: Record<string, (story: Story) => Promise<void>> = {
  ...catalogueCommands,
  async pay({ payments, roll, shop }) {
    const outcome = roll.of(["paid", "paid", "failed", "late", "partial", "over"]);
    const payment = roll.of(payments);
    if (payment && outcome) await shop.complete(payment.payUrl, outcome);
  },
  async settled(story) {
    const { roll, payments } = story;
    story.made += 1;
    const payment = roll.of(payments);
    const percent = roll.of([1, 50, 99, 100, 100, 101, 150]) ?? 100;
    if (!payment) return;
    const receivedCents = Math.floor((payment.amountCents * percent) / 100);
    await send(story, payment, { what: "settled", receivedCents });
  },
  async takeBack({ payments, roll, shop }) {
    const payUrl = roll.of(payments)?.payUrl;
    if (payUrl && roll.upTo(3) === 0) await shop.refund(payUrl);
  },
  async giveBack(story) {
    const { roll, payments, refs, seed } = story;
    story.made += 1;
    const payment = roll.of(payments);
    const share = roll.of([1, 10, 33, 50, 100, 120]) ?? 1;
    if (!payment) return;
    const cents = Math.ceil((payment.amountCents * share) / 100);
    const again = roll.upTo(5) === 0 ? roll.of(refs)?.ref : undefined;
    const ref = again ?? `re_${seed}_${story.made}`;
    await send(story, payment, { what: "refunded", refund: { ref, cents, ours: null } });
    refs.push({ paymentId: payment.paymentId, ref });
  },
  /** A dispute of a payment, new or known, in a random state. */
  async dispute(story) {
    const { roll, payments, disputes, seed, done } = story;
    story.made += 1;
    const payment = roll.of(payments);
    if (!payment) return;
    const share = roll.of([1, 33, 100, 100, 120]) ?? 100;
    const fresh = {
      payment,
      ref: `dp_${seed}_${story.made}`,
      cents: roll.upTo(3) === 0 ? null : Math.ceil((payment.amountCents * share) / 100),
    };
    const known = roll.upTo(2) === 0 ? undefined : roll.of(disputes);
    const { ref, cents, payment: of } = known ?? fresh;
    const state = roll.of([...disputeStates, "open", "won", "lost"] as const) ?? "open";
    const withdrawnCents = roll.upTo(4) === 0 && cents !== null ? roll.upTo(cents + 1) : null;
    const dispute = { ref, state, cents, withdrawnCents, reason: "fraudulent", dueAt: null };
    await send(story, of, { what: "disputed", dispute });
    if (!known) disputes.push(fresh);
    done.push(`dispute ${state}`);
  },
  async undo(story) {
    const { roll, refs, payments } = story;
    story.made += 1;
    const known = roll.of(refs);
    const payment = payments.find(({ paymentId }) => paymentId === known?.paymentId);
    if (payment && known) await send(story, payment, { what: "refundUndone", ref: known.ref });
  },
  /** The operator refunds an order or a payment, in whole or in part. */
  async refund({ roll, orders, payments, shop, done }) {
    const ids = payments.map(({ paymentId }) => paymentId);
    const name = roll.of([...orders, ...orders, ...ids]);
    const cents = roll.upTo(2) === 0 ? null : 1 + roll.upTo(roll.of([500, 5000, 50_000]) ?? 1);
    if (name === undefined) return;
    const fields = { name, cents, reason: "" };
    const ask = transaction(shop.services.db, (tx) => requestRefund(shop.services, tx, fields));
    const refused = /never paid|is left|at most|used already|was closed/;
    await ask.then(
      () => done.push("refunded"),
      (error: Error) => {
        if (!refused.test(error.message)) throw error;
        done.push("refused");
      },
    );
    await sendRefunds(shop.services);
  },
  async redeem(story) {
    const { who, roll, orders } = story;
    const couponId = roll.of(who.coupons);
    const answer = await who.customer.ask("placeOrder", { method: "coupon", couponId });
    if (noted(story, answer.code)) orders.push(answer.data.order.orderNo);
  },
  /** Another country from now on: what was sold before keeps its tax. */
  async moves({ who, roll }) {
    const country = roll.of(countries) ?? "DE";
    await who.customer.ask("upInvoiceTitle", { name: "A Person", country });
  },
  async grant({ who, roll, shop }) {
    if (who.closed) return;
    const gift =
      roll.upTo(2) === 0
        ? ({ kind: "discount", percent: 1 + roll.upTo(100), minCents: roll.upTo(5000) } as const)
        : ({ kind: "gift", sku: "traffic-standard", amount: 1 + roll.upTo(5) } as const);
    const input = { accountId: who.customer.id, days: 30, gift };
    const grant = transaction(shop.services.db, (tx) => grantCoupon(shop.services, tx, input));
    who.coupons.push(await grant);
  },
  async withdraw(story) {
    const { who, roll } = story;
    const target = roll.of(["balance", "crypto"]);
    const contact = { contact: "@l2", walletAddress: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" };
    const least = target === "crypto" ? roll.of([1, 3_000, 3_000]) : 1;
    const amountCents = (least ?? 1) + roll.upTo(roll.of([200, 4000]) ?? 1);
    const answer = await who.customer.ask("getProfit", { amountCents, target, ...contact });
    if (noted(story, answer.code)) story.done.push("withdrawn");
  },
  /** The operator pays or rejects a pending withdrawal. */
  async decide({ roll, shop, done }) {
    const newest = { status: "pending", page: 1, limit: 1 } as const;
    const [pending] = (await pageOfWithdrawals(shop.services.db, newest)).rows;
    if (!pending) return;
    const status = roll.of(["paid", "rejected"] as const) ?? "paid";
    await decideWithdrawal(shop.services, { id: pending.id, status, reason: "no" });
    done.push("decided");
  },
  /** Orders, renews and deletes static IPs, or lets them expire. */
  async statics(story) {
    const name = story.roll.of(Object.keys(staticCommands)) ?? "take";
    const code = await staticCommands[name]?.(story);
    if (noted(story, code ?? 0)) story.done.push(name);
  },
  /** Orders, renews and moves unlimited plans, or lets them expire. */
  async plans(story) {
    const name = story.roll.of(Object.keys(planCommands)) ?? "plan";
    const code = await planCommands[name]?.(story);
    if (noted(story, code ?? 0)) story.done.push(name);
  },
  /** Rarely: advances the clock, so that freezes end and waiting jobs become due. */
  async later({ roll, shop }) {
    if (roll.upTo(6) === 0) await shop.advance(31 * 86_400);
  },
  /** Rarely: closes an account; later commands run against it. */
  async close({ who, roll, shop, done }) {
    if (who.closed || roll.upTo(5) > 0) return;
    const { code } = await closeCustomer(shop, who.customer);
    if (code !== 0) throw new Error(`closing: ${code}`);
    who.closed = true;
    done.push("closed");
  },
};
