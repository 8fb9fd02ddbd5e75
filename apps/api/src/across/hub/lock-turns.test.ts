/** A lease that cannot have its locks now gets them later, and holds up no other account's (spec/nodes#link). */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { LockTurns } from "./lock-turns.ts";

/** Tries of rows that are free after so many milliseconds of waiting in one try. */
function rows(freeAfterMs: number) {
  const waits: number[] = [];
  const again = async (waitMs: number) => {
    waits.push(waitMs);
    await sleep(Math.min(waitMs, freeAfterMs));
    if (waitMs < freeAfterMs) throw Object.assign(new Error("locked"), { code: "55P03" });
    return "lease";
  };
  return { waits, tries: { first: again, again } };
}
const shed = () => new Error("too many wait");

test("Rows that other transactions have one after the other are waited for longer each time", async () => {
  const { waits, tries } = rows(300);
  expect(await new LockTurns(shed).run(["eu-1", "a"], tries)).toBe("lease");
  expect(waits).toEqual([30, 50, 200, 1_000]);
});

test("Accounts whose rows stay locked hold up the tries of others by their turns alone", async () => {
  const turns = new LockTurns(shed);
  const locked = [1, 2, 3, 4].flatMap((account) =>
    Array.from({ length: 20 }, () => turns.run(["eu-1", `locked-${account}`], rows(9_000).tries)),
  );
  for (const one of locked) one.catch(() => {});
  await sleep(100);
  const began = performance.now();
  expect(await turns.run(["eu-1", "honest"], rows(40).tries)).toBe("lease");
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(await turns.run(["eu-1", "free"], rows(0).tries)).toBe("lease");
});

test("Another error than a lock's ends the tries, and so does patience, with the lock's own error", async () => {
  const fails = async () => {
    throw new Error("no such row");
  };
  const turns = new LockTurns(shed);
  await expect(turns.run(["eu-1", "a"], { first: fails, again: fails })).rejects.toThrow("no such");
  const { waits, tries } = rows(9_000);
  await expect(turns.run(["eu-1", "a"], tries)).rejects.toThrow("locked");
  expect(waits).toEqual([30, 50, 200, 1_000, 2_000]);
});
