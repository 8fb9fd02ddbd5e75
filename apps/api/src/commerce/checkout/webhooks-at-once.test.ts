/** L4: webhooks of one payment under load. TURNPIKE_FULL=1 runs it at full size. */
import { sampled, sized } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { inLanes } from "../../platform/in-lanes.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startStripePeer } from "../payment-provider/card/testing-stripe.ts";
import {
  shuffled,
  paymentState,
  usePeer,
  visit,
  walletLines,
} from "../payment-provider/testing.ts";

const WEBHOOKS = sized(25, 1_000);
const CONNECTIONS = 32;
/** Every 5th delivery is forged, every 7th is too old. */
const spoiled = (index: number) => ({
  forge: index % 5 === 0,
  ageSeconds: index % 7 === 0 ? 301 + index : 0,
});

const at = usePeer(startStripePeer, "/webhooks/stripe");

describe("Payment webhooks in random order over 32 connections (L4)", () => {
  const bonuses: [cents: number, bonus: number][] = [
    [50_000, 2_500],
    [49_999, 0],
    [199_999, 10_000],
    [200_000, 20_000],
  ];
  it.each(sampled(bonuses, 4))(
    "%i cents: one credit, one bonus of %i, one reversal; invalid webhooks have no effect",
    async (cents, bonus) => {
      const customer = await at.shop.customer();
      const { paymentId, payUrl } = await customer.get("recharge", {
        amountCents: cents,
        method: "card",
      });
      await visit(payUrl);
      const { id } = at.peer.sessionOf(paymentId);
      at.peer.holdWebhooks = true;
      const from = at.peer.events.length;
      await at.peer.pay(id);
      await at.peer.refund(id);
      at.peer.holdWebhooks = false;
      const kinds = at.peer.events.slice(from);
      const seed = Date.now() % 1_000_000;
      const all = Array.from({ length: WEBHOOKS }, (_, index) => ({
        event: kinds[index % kinds.length],
        spoil: spoiled(index),
      }));
      const begun = performance.now();
      const statuses = new Map<string, number>();
      await inLanes(shuffled(all, seed), CONNECTIONS, async ({ event, spoil }) => {
        if (!event) return;
        const isBad = spoil.forge || spoil.ageSeconds > 0;
        const kind = `${isBad ? "bad" : "good"} ${await at.peer.deliver(event, spoil)}`;
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
      });
      const seconds = (performance.now() - begun) / 1_000;
      const speed = Math.round(WEBHOOKS / seconds);
      process.stdout.write(`L4: ${WEBHOOKS} webhooks of ${cents}: ${speed}/s, seed ${seed}\n`);
      expect([...statuses.keys()].toSorted(), `seed ${seed}`).toEqual(["bad 400", "good 200"]);
      expect(await paymentState(customer, paymentId), `seed ${seed}`).toEqual({
        status: "refunded",
        receivedCents: cents,
        walletCents: 0,
      });
      const lines = await walletLines(customer);
      const sumOf = (kinds: RegExp) =>
        lines
          .filter((line) => kinds.test(line))
          .reduce((sum, line) => sum + Number(line.split(" ")[1]), 0);
      expect(lines.filter((line) => line.startsWith("recharge "))).toEqual([`recharge ${cents}`]);
      expect(lines.filter((line) => line.startsWith("bonus "))).toEqual(
        bonus ? [`bonus ${bonus}`] : [],
      );
      expect(sumOf(/^refund/)).toBe(-cents - bonus);
      expect(await verifyAccounting(at.shop.db)).toMatchObject({ ok: true });
    },
    120_000,
  );
});
