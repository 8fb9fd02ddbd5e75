import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { decideWithdrawal } from "./decide-withdrawal.ts";
import { recordRefund, pair, sell } from "./testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { assertAccounting, differenceAfter } from "../../../testing/verify-accounting.ts";

const shop = forTests(startShop);
const sold = { amountCents: 100_000, method: "crypto", renewal: false } as const;
/** Values for the `:name` placeholders in the statements below. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  const { inviter, friend } = await pair(shop);
  const other = await pair(shop);
  const { services } = shop;
  const profit = async (order: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from profit where order_id = ${order}`.execute(services.db);
    return rows[0]?.id ?? "";
  };
  const order = await sell(services, friend.id, sold);
  const cardOrder = await sell(services, friend.id, { ...sold, method: "card" });
  await recordRefund(services, cardOrder, 40_000);
  const walletAddress = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
  const crypto = { target: "crypto", contact: "me", walletAddress };
  const ask = async () =>
    (await inviter.get("getProfit", { ...crypto, amountCents: 3000 })).withdrawal.id;
  const [pending, paid, rejected] = [await ask(), await ask(), await ask()];
  await decideWithdrawal(services, { id: paid, status: "paid" });
  await decideWithdrawal(services, { id: rejected, status: "rejected", reason: "no" });
  const balance = (await inviter.get("getProfit", { amountCents: 500, target: "balance" }))
    .withdrawal;
  // An account with a profit debt.
  const owed = await sell(services, other.friend.id, sold);
  await other.inviter.get("getProfit", { amountCents: 10_000, target: "balance" });
  await recordRefund(services, owed, 50_000);
  Object.assign(ids, { pending, paid, rejected, balance: balance.id, order, inviter: inviter.id });
  ids.crypto = await profit(order);
  ids.card = await profit(cardOrder);
  ids.other = other.inviter.id;
});

/** The difference after a statement that bypasses all constraints. */
const verifiedAfter = (statement: string) => differenceAfter(shop.db, statement, ids);

describe("The affiliate programme's accounting (L8, L13)", () => {
  it("is consistent, with every kind of row in it", () => assertAccounting(shop.services));

  it.each([
    ["what was given back", "update profit set refunded_cents = 70 where id = :card", "card"],
    ["a percent", "update profit set percent = 5 where id = :crypto", "crypto"],
    [
      "earned and deducted alike",
      "update profit set earned_cents = earned_cents + 1, order_cents = order_cents + 10 where id = :crypto",
      "crypto",
    ],
    [
      "deducted and given back alike",
      "update profit set deducted_cents = 5000, refunded_cents = 50000 where id = :card",
      "card",
    ],
    ["whose it is", "update profit set account_id = :other where id = :crypto", "crypto"],
    ["a freeze that ended", "update profit set freed_at = now() where id = :card", "inviter"],
    [
      "an amount that is held",
      "update withdrawal set amount_cents = 2999 where id = :pending",
      "pending",
    ],
    [
      "what is pending",
      "update withdrawal set status = 'paid', decided_at = now() where id = :pending",
      "pending",
    ],
    [
      "an amount that was paid",
      "update withdrawal set amount_cents = 3001 where id = :paid",
      "paid",
    ],
    ["what was rejected", "update withdrawal set status = 'paid' where id = :rejected", "rejected"],
    ["what was paid", "update withdrawal set status = 'rejected' where id = :paid", "paid"],
    [
      "a withdrawal to the balance",
      "update withdrawal set target = 'crypto' where id = :balance",
      "balance",
    ],
    ["a removed withdrawal", "delete from withdrawal where id = :paid", "paid"],
  ])("names the row that was changed by hand: %s", async (_what, statement, row) => {
    expect(await verifiedAfter(statement)).toContain(ids[row]);
  });

  it("names the order of a deleted profit, and a debt that was changed", async () => {
    const gone = await verifiedAfter("delete from profit where id = :crypto");
    expect(gone).toContain(`profit missing for order ${ids.order}`);
    const debt = "update debt set cents = cents + 1 where asset = 'profit' and account_id = :other";
    expect(await verifiedAfter(debt)).toContain("debt (profit)");
  });
});
