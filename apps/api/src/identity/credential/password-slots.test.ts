import { expect, it } from "vitest";
import { passwordSlots } from "./password-slots.ts";

/** One slot and five places in the queue; each task ends when the test tells it to. */
function oneSlot() {
  const slot = passwordSlots({ concurrency: 1, maxWaiting: 5 });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, from: string) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    slot(from, work).catch((error: Error) => refused.push(`${name} ${error.message}`));
  };
  const finish = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, finish, begun, refused };
}

it("Networks take turns; a request from another network does not wait behind a flood", async () => {
  const { ask, finish, begun } = oneSlot();
  for (const name of ["a1", "a2", "a3", "a4"]) ask(name, "flood");
  ask("b1", "home");
  for (let more = 0; more < 5; more++) await finish();
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "a4"]);
});

it("A network has one slot, even if another one is free", async () => {
  const slot = passwordSlots({ concurrency: 2 });
  const begun: string[] = [];
  let finish = () => {};
  const ask = (name: string, from: string) =>
    slot(from, () => {
      begun.push(name);
      return new Promise<void>((resolve) => (finish = resolve));
    });
  void ask("a1", "flood");
  const endFirst = finish;
  void ask("a2", "flood");
  void ask("b1", "home");
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(["a1", "b1"]);
  endFirst();
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

it("When the queue is full, the flooding network's last request is refused to make room", async () => {
  const { ask, finish, begun, refused } = oneSlot();
  for (const name of ["a1", "a2", "a3", "a4", "a5", "a6"]) ask(name, "flood");
  ask("a7", "flood");
  ask("b1", "home");
  await finish();
  expect(refused).toEqual(["a7 tooManyTries", "a6 tooManyTries"]);
  for (let more = 0; more < 5; more++) await finish();
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "a4", "a5"]);
});

it("A slot is released after a failure", async () => {
  const slot = passwordSlots({ concurrency: 1 });
  await expect(slot("x", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await slot("x", async () => "yes")).toBe("yes");
});
