/** Card and crypto refunds are sent after they are booked, and retried until that succeeds. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startShop } from "../../identity/session/testing.ts";
import { sendRefunds, retryDelayMs } from "./send.ts";
import { firstOrder, paidOrder, paidRecharge, refundOf } from "./testing.ts";

const shop = forTests(startShop);

async function row(id: string) {
  const { rows } = await sql<{ sent_at: Date | null; provider_ref: string | null }>`
    select sent_at, tries, last_error, provider_ref from refund where id = ${id}`.execute(shop.db);
  const [found] = rows;
  if (!found) throw new Error("there is no such refund");
  return found;
}
/** Moves the payment to a provider that is not set up. */
const moveTo = (provider: string, paymentId: string) =>
  sql`update payment set provider = ${provider} where id = ${paymentId}`.execute(shop.db);

/** A card order, of which `cents`, or all, are refunded and not sent yet. */
async function refunded(cents?: number) {
  const paid = await paidOrder(shop, 100);
  const { refund } = await refundOf(shop, paid.order.orderNo, cents);
  return { ...paid, refund };
}

describe("A refund that is due", () => {
  it("is sent once, however many processes send concurrently", async () => {
    const { refund } = await refunded(100);
    expect(await row(refund.id)).toMatchObject({ sent_at: null, tries: 0 });
    await Promise.all(Array.from({ length: 10 }, () => sendRefunds(shop.services)));
    const sent = await row(refund.id);
    expect(sent).toMatchObject({ tries: 1, last_error: null, provider_ref: refund.id });
    expect(sent.sent_at).not.toBeNull();
  });

  it("is retried with growing delays while the provider is unavailable", async () => {
    const { paymentId } = await paidRecharge(shop, 5000);
    const { refund } = await refundOf(shop, paymentId);
    await moveTo("gone", paymentId);
    await sendRefunds(shop.services);
    await sendRefunds(shop.services);
    const failed = {
      sent_at: null,
      tries: 1,
      last_error: expect.stringMatching(/no longer configured/),
    };
    expect(await row(refund.id)).toMatchObject(failed);
    await moveTo("sandbox", paymentId);
    await shop.advance(retryDelayMs(1) / 1000);
    expect(await row(refund.id)).toMatchObject({ tries: 2, last_error: null });
    expect((await row(refund.id)).sent_at).not.toBeNull();
    const waits = [1, 2, 3, 12, 1000].map(retryDelayMs);
    expect(waits.map((ms) => ms / 60_000)).toEqual([1, 2, 4, 360, 360]);
  });

  it("is not counted twice if it was reported meanwhile without our id", async () => {
    const { customer, giveBack, refund } = await refunded(100);
    await giveBack(100, { ref: refund.id });
    expect((await firstOrder(customer))?.refundedCents).toBe(200);
    await sendRefunds(shop.services);
    expect((await firstOrder(customer))?.refundedCents).toBe(100);
    expect((await row(refund.id)).provider_ref).toBe(refund.id);
  });

  it("is undone and not sent again if the provider could not deliver it", async () => {
    const { customer, tell, refund } = await refunded();
    await tell({ what: "refundUndone", ref: refund.id });
    expect(await firstOrder(customer)).toMatchObject({ status: "paid", refundedCents: 0 });
    await sendRefunds(shop.services);
    expect(await row(refund.id)).toMatchObject({ sent_at: null, tries: 0 });
  });

  it("is undone by our own id if it failed before we knew its provider id", async () => {
    const { customer, tell, refund } = await refunded(100);
    await tell({ what: "refundUndone", ref: "re_unknown", ours: refund.id });
    expect((await firstOrder(customer))?.refundedCents).toBe(0);
    await tell({ what: "refundUndone", ref: "re_unknown", ours: refund.id });
    await sendRefunds(shop.services);
    expect(await row(refund.id)).toMatchObject({ sent_at: null, tries: 0 });
  });

  it("is undone too if its failure was reported without our id while it was being sent", async () => {
    const { customer, tell, refund } = await refunded(100);
    await tell({ what: "refundUndone", ref: "re_nameless" });
    // The sandbox uses our id as its refund id, so the reported row gets it here.
    await sql`
      update refund set provider_ref = ${refund.id}
      where provider_ref = 're_nameless'`.execute(shop.db);
    await sendRefunds(shop.services);
    expect((await firstOrder(customer))?.refundedCents).toBe(0);
    expect((await row(refund.id)).provider_ref).toBe(refund.id);
  });

  it("leaves the accounting consistent", async () => {
    expect(await verifyAccounting(shop.db)).toMatchObject({ difference: null });
  });
});
