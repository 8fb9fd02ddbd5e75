/** L5: concurrent calls redeem a CDKey once; guessing finds none and is soon rate-limited. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { cdkeyAlphabet, cdkeyOf, cdkeyRandomLength } from "@turnpike/rules/cdkey.ts";
import { describe, expect, it } from "vitest";
import { bucketsOf } from "../../ledger/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { randomText } from "../../platform/random-text.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { enterpriseCustomer } from "./testing.ts";

const shop = forTests(startShop);
const maker = forTests(() => enterpriseCustomer(shop));

async function fresh(): Promise<string> {
  const { items } = await maker.get("cdkeyMake", { kind: "ip", amount: 100, count: 1 });
  return items[0]?.code ?? "";
}
const well = () => cdkeyOf(randomText(shop.services.world, cdkeyAlphabet, cdkeyRandomLength));
const ill = (n: number) => ["x", well().slice(1), "DROP TABLE cdkey", "💠💠💠"][n % 4] ?? "";

async function customers(count: number): Promise<Customer[]> {
  const made: Customer[] = [];
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: 10 }, () => shop.customer()))));
  return made;
}

describe("One CDKey, many accounts × 4 in parallel (L5)", () => {
  it("is redeemed once", async () => {
    const code = await fresh();
    const all = await customers(sized(20, 50));
    const begun = performance.now();
    const tries = all.flatMap((one) => Array.from({ length: 4 }, () => one));
    const answers = await Promise.all(tries.map((one) => one.ask("cdkeyUse", { code })));
    const ms = performance.now() - begun;
    const codes = answers.map((one) => one.code);
    process.stdout.write(`L5: ${tries.length} redemptions of one CDKey in ${ms.toFixed(0)} ms\n`);
    expect(codes.filter((one) => one === 0)).toHaveLength(1);
    expect(codes.filter((one) => one === 410)).toHaveLength(tries.length - 1);
    const held = await Promise.all(all.map(({ id }) => bucketsOf(shop.services, id)));
    expect(held.filter((one) => "ip main" in one)).toEqual([{ "ip main": 100 }]);
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  }, 60_000);

  it.runIf(isFull)(
    "does not count as guessing: 100 parallel tries of one account are not rate-limited",
    async () => {
      const [code, buyer] = [await fresh(), await shop.customer()];
      const ask = () => buyer.ask("cdkeyUse", { code });
      const answers = await Promise.all(Array.from({ length: 100 }, ask));
      const codes = answers.map((one) => one.code);
      expect(codes.filter((one) => one === 0)).toHaveLength(1);
      expect(codes.filter((one) => one === 410)).toHaveLength(99);
    },
  );

  it("with one requestId returns the same result to all tries", async () => {
    const code = await fresh();
    const buyer = await shop.customer();
    const ask = () => buyer.ask("cdkeyUse", { code, requestId: "redeem-once-1" });
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(new Set(answers.map((one) => one.code))).toEqual(new Set([0]));
    expect((await buyer.get("member")).ipBalance).toBe(100);
  });
});

describe("Guessing CDKeys (L5; spec/cdkeys#redeeming: 15 unknown ones an hour per account)", () => {
  it("finds nothing and is blocked by guess 20, for this account only (spec/lab#limits)", async () => {
    const [code, guesser, other] = [await fresh(), await shop.customer(), await shop.customer()];
    const codes: number[] = [];
    const waits: number[] = [];
    for (let n = 0; n < 40; n++) {
      const answer = await guesser.ask("cdkeyUse", { code: n % 2 ? well() : ill(n) });
      codes.push(answer.code);
      waits.push(answer.refused.retryAfterSeconds ?? 0);
    }
    expect(waits.slice(15).every((seconds) => seconds > 3_500)).toBe(true);
    const many = Array.from({ length: sized(160, 960) }, () =>
      guesser.ask("cdkeyUse", { code: well() }),
    );
    codes.push(...(await Promise.all(many)).map((one) => one.code));
    expect(codes.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 404));
    expect(new Set(codes.slice(15))).toEqual(new Set([429]));
    // Valid codes are refused too, so a guesser cannot learn which guess was right.
    expect((await guesser.ask("cdkeyUse", { code })).code).toBe(429);
    expect(await other.get("cdkeyUse", { code })).toEqual({ kind: "ip", amount: 100 });
    const next = await fresh();
    await shop.advance(3_601);
    expect((await guesser.ask("cdkeyUse", { code: next })).code).toBe(0);
  }, 60_000);

  it.runIf(isFull)("is also blocked if all guesses arrive at once", async () => {
    const guesser = await shop.customer();
    const all = Array.from({ length: 200 }, () => guesser.ask("cdkeyUse", { code: well() }));
    const codes = (await Promise.all(all)).map((one) => one.code);
    expect(codes.filter((code) => code === 404)).toHaveLength(15);
    expect(codes.filter((code) => code === 429)).toHaveLength(185);
  });

  it("counts only unknown codes: 40 valid or used ones are not guesses", async () => {
    const buyer = await shop.customer();
    const { items } = await maker.get("cdkeyMake", { kind: "ip", amount: 100, count: 20 });
    const codes: number[] = [];
    for (const { code } of [...items, ...items]) {
      codes.push((await buyer.ask("cdkeyUse", { code })).code);
    }
    expect(codes.filter((code) => code === 0)).toHaveLength(20);
    expect(codes.filter((code) => code === 410)).toHaveLength(20);
  });

  it.runIf(isFull)(
    "finds nothing in 10,000 guesses",
    async () => {
      await maker.get("cdkeyMake", { kind: "traffic", amount: 1, count: 500 });
      const guesser = await shop.customer();
      const said = new Map<number, number>();
      let tried = 0;
      const worker = async () => {
        while (tried++ < 10_000) {
          const { code } = await guesser.ask("cdkeyUse", { code: well() });
          said.set(code, (said.get(code) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: 32 }, worker));
      expect(said).toEqual(
        new Map([
          [404, 15],
          [429, 9_985],
        ]),
      );
    },
    300_000,
  );
});
