/** Guesses of promo codes, and codes that the operator's command refuses (B8). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { operate, operateJson } from "../../across/operator/testing.ts";
import { askFrom, startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);
beforeAll(async () => {
  await operate(shop.services, "promo", "add", "SECRET", "--percent", "20");
});

const rich = () => shop.customer({ cents: 1_000_000, lasting: true });
const traffic = (promoCode: string) => ({
  sku: "traffic-standard",
  quantity: 10,
  method: "wallet",
  promoCode,
});
const reasonOf = async (asked: Promise<{ code: number; refused: { reason: string } }>) => {
  const { code, refused } = await asked;
  return [code, refused.reason];
};

describe("Guessing promo codes (B8: 15 unknown ones an hour)", () => {
  it("counts through every call that takes a code, and hides which guess was right", async () => {
    const guesser = await rich();
    const { method: _method, ...asked } = traffic("x");
    const ways = [
      () => guesser.ask("promo", { code: `guess-${Math.random()}`.slice(0, 20) }),
      () => guesser.ask("quote", asked),
      () => guesser.ask("placeOrder", traffic("NO-SUCH-CODE")),
      () => guesser.ask("placeOrder", { method: "coupon", promoCode: "💠" }),
      () => guesser.ask("recharge", { amountCents: 500, method: "card", promoCode: "nothing" }),
    ];
    const codes: number[] = [];
    for (let n = 0; n < 15; n++) codes.push((await ways[n % ways.length]?.())?.code ?? 0);
    expect(new Set(codes)).toEqual(new Set([404]));
    for (const way of ways) expect(await reasonOf(way())).toEqual([429, "tooManyTries"]);
    expect((await guesser.ask("placeOrder", traffic("SECRET"))).code).toBe(429);
    const { promoCode: _promoCode, ...plain } = traffic("");
    expect((await guesser.ask("placeOrder", plain)).code).toBe(0);
    expect((await (await rich()).ask("placeOrder", traffic("SECRET"))).code).toBe(0);
    await shop.pass(3_601);
    expect((await guesser.ask("placeOrder", traffic("SECRET"))).code).toBe(0);
  });

  it("counts for the network too: many accounts of one network have 150 guesses", async () => {
    const ask = askFrom(shop.url, { ip: "127.3.2.1" });
    const guessers = await Promise.all(Array.from({ length: 11 }, () => shop.customer()));
    const codes: number[] = [];
    for (const { session } of guessers) {
      const tries = Array.from({ length: 15 }, () => ask("promo", { session, code: "wrong" }));
      codes.push(...(await Promise.all(tries)).map(({ code }) => code));
    }
    expect(codes.filter((code) => code === 404)).toHaveLength(150);
    expect(codes.filter((code) => code === 429)).toHaveLength(15);
    // Another network is not affected.
    expect((await (await shop.customer()).ask("promo", { code: "wrong" })).code).toBe(404);
  }, 30_000);
});

describe("`operator promo add` refuses", () => {
  it.each([
    ["a code with other characters", ["A B", "--percent", "5"], "code"],
    ["a code that is too short", ["AB", "--percent", "5"], "code"],
    ["a code that exists in another case", ["secret", "--percent", "5"], "code"],
    ["more than 100 %", ["OVER-100", "--percent", "101"], "percent"],
    ["a last day before the first", ["DDD", "--percent", "5"], "to"],
    ["products of a gift", ["PPP", "--gift", "ip-standard:1", "--skus", "ip-standard"], "skus"],
    ["more uses than can be counted", ["MMM", "--percent", "5", "--max", "100001"], "max"],
  ])("%s, naming the field", async (_what, words, field) => {
    const days = field === "to" ? ["--from", "2027-01-02", "--to", "2027-01-01"] : [];
    const result = await operateJson(shop.services, "promo", "add", ...words, ...days);
    expect(result).toMatchObject({ code: 1, said: { field } });
  });

  it("unknown products, and a code that gives nothing", async () => {
    const nothing = ["promo", "add", "NOTHING", "--percent", "5", "--skus", "no-such"];
    expect((await operate(shop.services, ...nothing)).error).toContain("no-such");
    const usage = await operate(shop.services, "promo", "add", "BOTH");
    expect(usage).toMatchObject({ code: 2 });
  });
});
