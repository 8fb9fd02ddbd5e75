import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { Refusal } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { startShop } from "./testing.ts";
import { countTry, uncountTry, type RateLimit, refuseWhenReached } from "./rate-limit.ts";

const shop = forTests(startShop);

let made = 0;
const limit = (tries: number): RateLimit => ({ key: `test ${++made}`, tries, windowSeconds: 3600 });
const count = (...limits: RateLimit[]) =>
  countTry(shop.services, limits).then(
    () => "counted",
    ({ reason, details }: Refusal) => ({ reason, ...details }),
  );

it("Within any hour no more tries than the limit are allowed, whenever the hour starts", async () => {
  const hundred = limit(100);
  expect(await count(hundred)).toBe("counted");
  await shop.advance(3_590);
  for (let more = 1; more < 100; more++) expect(await count(hundred)).toBe("counted");
  expect(await count(hundred)).toMatchObject({ reason: "tooManyTries" });
  await shop.pass(20);
  // The first try is an hour old now; the others are not.
  expect(await count(hundred)).toBe("counted");
  const refused = await count(hundred);
  const { retryAfterSeconds = 0 } = typeof refused === "string" ? {} : refused;
  expect(retryAfterSeconds).toBeGreaterThan(3_500);
  await expect(refuseWhenReached(shop.services, [hundred])).rejects.toThrow("tooManyTries");
  await shop.advance(retryAfterSeconds);
  await refuseWhenReached(shop.services, [hundred]);
  expect(await count(hundred)).toBe("counted");
});

it("Of many concurrent tries exactly as many are counted as allowed", async () => {
  const ten = limit(10);
  const answers = await Promise.all(Array.from({ length: 60 }, () => count(ten)));
  expect(answers.filter((one) => one === "counted")).toHaveLength(10);
});

it("A try that one limit refuses is not counted by any", async () => {
  const [wide, narrow] = [limit(5), limit(1)];
  expect(await count(wide, narrow)).toBe("counted");
  for (let more = 0; more < 10; more++)
    expect(await count(wide, narrow)).toMatchObject({ reason: "tooManyTries" });
  for (let more = 1; more < 5; more++) expect(await count(wide)).toBe("counted");
  expect(await count(wide)).toMatchObject({ reason: "tooManyTries" });
});

it("A returned try makes room for another", async () => {
  const one = limit(1);
  expect(await count(one)).toBe("counted");
  await uncountTry(shop.services, one);
  await uncountTry(shop.services, one);
  expect(await count(one)).toBe("counted");
  expect(await count(one)).toMatchObject({ reason: "tooManyTries" });
});

it("Tries beyond a limit neither wait for its locked counter nor delay other tries", async () => {
  const one = limit(1);
  expect(await count(one)).toBe("counted");
  await shop.db.transaction().execute(async (tx) => {
    await sql`select from throttle where key = ${one.key} for update`.execute(tx);
    const late = new Promise((resolve) => setTimeout(resolve, 5_000, "waited for the row"));
    // More than there are database connections: waiting tries would leave none for others.
    const refused = Array.from({ length: 60 }, async () => {
      const answer = await count(one);
      return typeof answer === "string" ? answer : answer.reason;
    });
    expect(await Promise.race([count(limit(1)), late])).toBe("counted");
    const reasons = await Promise.race([Promise.all(refused), late]);
    expect(reasons).toEqual(refused.map(() => "tooManyTries"));
  });
});
