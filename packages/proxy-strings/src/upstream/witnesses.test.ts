import { expect, test } from "vitest";
import { Witnesses } from "./witnesses.ts";

test("An answer counts for all once three customers, each with another target, got it in a minute", () => {
  const witnesses = new Witnesses();
  const note = (customer: string, target: string, at = 0) =>
    witnesses.note("exit", { customer, target, at });
  for (let target = 0; target < 50; target += 1) expect(note("ada", `t${target}`)).toBe(false);
  expect(note("bob", "t49")).toBe(false);
  expect(note("cy", "t49")).toBe(false);
  expect(note("cy", "t1")).toBe(true);
  expect(witnesses.note("other", { customer: "dan", target: "t", at: 0 })).toBe(false);
  witnesses.clear("exit");
  expect(note("ada", "a", 0)).toBe(false);
  expect(note("bob", "b", 30_000)).toBe(false);
  expect(note("cy", "c", 60_000)).toBe(false);
  expect(note("dan", "d", 60_001)).toBe(true);
});

test("an answer that no row names counts for others once three customers and three targets got it within a minute", () => {
  const seen = new Witnesses();
  const note = (customer: string, target: string, at: number) =>
    seen.note("acme noExit DE", { customer, target, at });
  for (let at = 0; at < 1000; at += 1) expect(note("greedy", `t${at}.example`, at)).toBe(false);
  expect(note("second", "t1.example", 1_001)).toBe(false);
  expect(note("third", "t2.example", 1_002)).toBe(true);
  // A minute later nothing of it counts any more.
  expect(note("third", "t3.example", 70_000)).toBe(false);
});

test("one customer with many targets hides nobody else's experience", () => {
  const seen = new Witnesses();
  const note = (customer: string, target: string) =>
    seen.note("acme auth", { customer, target, at: 5 });
  note("one", "a.example");
  note("two", "b.example");
  for (let at = 0; at < 100; at += 1) note("greedy", `t${at}.example`);
  expect(note("three", "c.example")).toBe(true);
});

test("three customers of one target are no reason to blame the upstream", () => {
  const seen = new Witnesses();
  const found = ["a", "b", "c", "d"].map((customer) =>
    seen.note("acme auth", { customer, target: "same.example", at: 5 }),
  );
  expect(found).toEqual([false, false, false, false]);
});
