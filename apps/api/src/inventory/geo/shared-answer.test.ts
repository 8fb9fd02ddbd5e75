import { expect, test } from "vitest";
import { sharedAnswer } from "./shared-answer.ts";

function counted() {
  let [now, loads] = [1_000_000, 0];
  const load = async () => {
    loads += 1;
    return loads;
  };
  const ask = sharedAnswer({ now: () => now, keepMs: 1_000 }, load);
  const pass = (ms: number) => {
    now += ms;
  };
  return { ask, pass };
}

test("Concurrent calls load the value once", async () => {
  const { ask } = counted();
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
});

test("The value is reloaded when it expires or the clock was set back", async () => {
  const { ask, pass } = counted();
  await ask();
  pass(999);
  expect(await ask()).toBe(1);
  pass(1);
  expect(await ask()).toBe(2);
  pass(-1_000);
  expect(await ask()).toBe(3);
});

test("A failure is not cached", async () => {
  let tries = 0;
  const ask = sharedAnswer({ now: () => 0, keepMs: 1_000 }, async () => {
    tries += 1;
    if (tries === 1) throw new Error("away");
    return "here";
  });
  const waiting = [ask(), ask()];
  for (const one of waiting) await expect(one).rejects.toThrow("away");
  expect(await ask()).toBe("here");
});
