import { expect, test } from "vitest";
import { productClock } from "./product-clock.ts";

const near = (ms: number) => Math.abs(productClock.nowMs() - ms) < 2_000;

test("the clock follows the server's answers, not this computer's clock", () => {
  expect(near(Date.now())).toBe(true);
  let changes = 0;
  const end = productClock.subscribe(() => (changes += 1));
  productClock.tell("2031-03-01T23:30:00.000Z");
  expect(near(Date.parse("2031-03-01T23:30:00Z"))).toBe(true);
  expect(productClock.today()).toBe("2031-03-01");
  // An answer's way takes time: the clock does not jump with each.
  productClock.tell(new Date(productClock.nowMs() - 300).toISOString());
  for (const nothing of [undefined, {}, "soon"]) productClock.tell(nothing);
  expect(changes).toBe(1);
  end();
  productClock.tell(new Date().toISOString());
  expect(changes).toBe(1);
});
