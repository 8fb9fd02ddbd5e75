import { afterAll, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startShop } from "../../identity/session/testing.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { freeWritesOptions, withinFreeWrites } from "./free-writes.ts";
import { TokenBuckets } from "../token-buckets.ts";

const { share } = freeWritesOptions;
const shop = forTests(async () => {
  freeWritesOptions.share = { burst: 20, perHour: 60 };
  return startShop();
});
afterAll(() => (freeWritesOptions.share = share));

it("An account whose program writes for free without an end is told to wait; others and reads are not (spec/limits#storage)", async () => {
  const [greedy, other] = [await shop.customer(), await shop.customer()];
  await greedy.get("addSubUser", { account: "Greedy001", password: "Known12345", main: 1 });
  const ips = Array.from({ length: 18 }, (_, at) => `8.8.8.${at}`).join(",");
  expect((await greedy.get("addTrafficWhite", { ips })).added).toHaveLength(18);
  const title = { title: "Shop Ltd" };
  let answer = await greedy.ask("upInvoiceTitle", title);
  // The share is refilled meanwhile.
  for (let again = 0; answer.code === 0 && again < 10; again += 1)
    answer = await greedy.ask("upInvoiceTitle", title);
  expect(answer).toMatchObject({
    code: 429,
    refused: { reason: "tooManyTries", retryAfterSeconds: expect.any(Number) },
  });
  await greedy.get("trafficWhiteList", { page: 1, limit: 10 });
  await other.get("upInvoiceTitle", title);
});

it("Events that are sent again count one by one", async () => {
  const customer = await shop.customer();
  const { id: accountId } = customer;
  const replay = { call: calls.webhookReplay, question: {}, accountId };
  const sendsAgain = () => withinFreeWrites(shop.services, replay, async () => ({ replayed: 30 }));
  expect(await sendsAgain()).toEqual({ replayed: 30 });
  await expect(sendsAgain()).rejects.toThrow("tooManyTries");
});

it("A share is refilled every hour up to what may be taken at once", () => {
  let now = 0;
  const share = new TokenBuckets({ burst: 10, perHour: 60 }, () => now);
  expect([share.take("a", 8), share.take("a", 8), share.take("b", 1)]).toEqual([8, 2, 1]);
  expect(share.secondsUntil("a", 1)).toBe(60);
  now += 120_000;
  expect([share.takeAll("a", 3), share.takeAll("a", 2), share.take("a", 1)]).toEqual([
    false,
    true,
    0,
  ]);
  now += 86_400_000;
  expect(share.take("a", 99)).toBe(10);
});
