import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { expect, it } from "vitest";
import { askFrom, type Customer, startShop } from "../../identity/session/testing.ts";
import { operate, operateJson } from "./testing.ts";

const shop = forTests(startShop);

const post = (payUrl: string, what: string, fields: Record<string, string> = {}) =>
  fetch(`${shop.url}${new URL(payUrl).pathname}/${what}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });

/** Places an order paid in crypto, whose profit can be withdrawn at once. */
async function buy(buyer: Customer, payer = "") {
  const order = { sku: "traffic-standard", quantity: 500, method: "crypto" };
  const { payUrl = "" } = await buyer.get("placeOrder", order);
  await post(payUrl, "complete", { outcome: "paid", ...(payer ? { payer } : {}) });
}

/** Signs up a customer from another loopback address. */
async function from(ip: string, email: string, inviteCode: string): Promise<Customer> {
  const input = { email, password: "h7Kqorchard", agree: 1, inviteCode };
  const { data } = await askFrom(shop.url, { ip })("signup", input);
  const customer = await shop.customer({ lasting: true });
  const { session, user } = data;
  const get: Customer["get"] = async (name, more) =>
    (await shop.ask(name, { session, ...more })).data;
  return { ...customer, id: user.id, email, session, get };
}

it("A withdrawal lists the buyers behind it, their disputes, and signs that they are the inviter (spec/affiliate#signals)", async () => {
  const inviter = await shop.customer({ email: "jane.doe@example.com", lasting: true });
  const { inviteCode } = await inviter.get("shareInfo");
  const honest = await from("127.9.1.1", "honest@example.com", inviteCode);
  const twin = await from("127.9.2.1", "janedoe+2@example.com", inviteCode);
  const thief = await from("127.0.0.7", "thief@example.com", inviteCode);
  await buy(honest);
  await buy(inviter, "card 1");
  await buy(twin, "card 1");
  const recharge = { amountCents: 100_000, method: "card" };
  const { payUrl } = await thief.get("recharge", recharge);
  await post(payUrl, "complete", { outcome: "paid" });
  const order = { sku: "traffic-standard", quantity: 300, method: "wallet" };
  await thief.get("placeOrder", order);
  await post(payUrl, "warning");
  await post(payUrl, "dispute");
  const walletAddress = "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj";
  const wanted = { target: "crypto", contact: "@j", walletAddress, amountCents: 5_000 };
  const { withdrawal } = await inviter.get("getProfit", wanted);

  const { said } = await operateJson(shop.services, "withdrawals", "list");
  expect(said).toHaveLength(1);
  const nothing = { disputes: 0, fraudWarnings: 0, chargedBackCents: 0, owedCents: 0 };
  expect(said[0].buyers).toMatchObject([
    { email: twin.email, ...nothing, profitCents: 9_500, signals: ["payer", "mailbox"] },
    {
      email: thief.email,
      profitCents: 0,
      disputes: 1,
      fraudWarnings: 1,
      chargedBackCents: 100_000,
      owedCents: 66_000,
      signals: ["network"],
    },
  ]);
  const { out } = await operate(shop.services, "withdrawals", "list");
  expect(out).toContain(
    "1 disputes, 1 fraud warnings, $1,000.00 charged back, $660.00 in arrears, same payer: 1",
  );
  const paid = await operate(shop.services, "withdrawals", "pay", withdrawal.id);
  expect(paid.out).toContain("Its buyers: 1 disputes");
});

it.runIf(isFull)(
  "A withdrawal shows a ring: buyers of one inviter with the same payer, network or mailbox",
  async () => {
    const inviter = await shop.customer({ lasting: true });
    const { inviteCode } = await inviter.get("shareInfo");
    const [one, two, three, four, alone] = [
      await from("127.11.1.1", "ring.one@example.com", inviteCode),
      await from("127.11.2.1", "ring2@example.com", inviteCode),
      await from("127.11.2.9", "ring3@example.com", inviteCode),
      await from("127.11.3.1", "ringone+x@example.com", inviteCode),
      await from("127.11.4.1", "alone@example.com", inviteCode),
    ];
    const payers = ["card 7", "card 7", "card 8", "card 9", "card 10"];
    for (const [at, buyer] of [one, two, three, four, alone].entries())
      await buy(buyer, payers[at]);
    // The same card used by another inviter's buyer does not make a ring.
    const other = await shop.customer({ lasting: true });
    const { inviteCode: elsewhere } = await other.get("shareInfo");
    await buy(await from("127.11.5.1", "elsewhere@example.com", elsewhere), "card 10");
    const walletAddress = "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj";
    const wanted = { target: "crypto", contact: "@j", walletAddress, amountCents: 5_000 };
    const { withdrawal } = await inviter.get("getProfit", wanted);
    const { said } = await operateJson(shop.services, "withdrawals", "list");
    const [own] = said.filter(({ id }: { id: string }) => id === withdrawal.id);
    const signals = new Map(
      own.buyers.map(({ email, signals: of }: { email: string; signals: string[] }) => [email, of]),
    );
    expect(Object.fromEntries(signals)).toEqual({
      [one.email]: ["ringPayer", "ringMailbox"],
      [two.email]: ["ringPayer", "ringNetwork"],
      [three.email]: ["ringNetwork"],
      [four.email]: ["ringMailbox"],
    });
    const { out } = await operate(shop.services, "withdrawals", "list");
    expect(out).toContain("payer shared among buyers: 2, network shared among buyers: 2");
  },
);
