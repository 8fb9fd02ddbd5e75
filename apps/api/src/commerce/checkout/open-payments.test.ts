import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);

const recharge = { amountCents: 500, method: "card" } as const;
const tooMany = { code: 409, refused: { reason: "tooMany", limit: 20 } };

it("An account has at most 20 open payments, however many it requests concurrently", async () => {
  const { ask } = await shop.customer();
  const order = { sku: "traffic-standard", quantity: 5, method: "crypto" } as const;
  const many = Array.from({ length: 50 }, (_, n) =>
    n % 2 ? ask("recharge", recharge) : ask("placeOrder", order),
  );
  const answers = await Promise.all(many);
  const refused = answers.filter(({ code }) => code !== 0);
  expect(refused).toHaveLength(30);
  for (const one of refused) expect(one).toMatchObject(tooMany);
});

it("A payment that is paid, failed or expired frees a slot; the wallet can always pay", async () => {
  const { id, ask, get } = await shop.customer({ lasting: true });
  const begun = await Promise.all(Array.from({ length: 20 }, () => get("recharge", recharge)));
  expect(await ask("recharge", recharge)).toMatchObject(tooMany);
  await shop.fund(id, 100_000);
  const wallet = { sku: "traffic-standard", quantity: 5, method: "wallet" } as const;
  expect((await ask("placeOrder", wallet)).code).toBe(0);
  await shop.complete(begun[0]?.payUrl ?? "", "paid");
  await shop.complete(begun[1]?.payUrl ?? "", "failed");
  expect((await ask("recharge", recharge)).code).toBe(0);
  expect((await ask("recharge", recharge)).code).toBe(0);
  expect(await ask("recharge", recharge)).toMatchObject(tooMany);
  await shop.advance(24 * 3600 + 1);
  expect((await ask("recharge", recharge)).code).toBe(0);
});
