import { expect, it } from "vitest";
import { FairQueue } from "./fair-queue.ts";

/** Work is named `account.subAccount.number`. */
const keysOf = (name: string) => name.split(".").slice(0, 2);
function queueOf(limits: number[], queuePerKey?: number) {
  const queue = new FairQueue<{ name: string }>(limits, queuePerKey);
  const items = new Map<string, { name: string }>();
  const push = (...names: string[]) =>
    names.map((name) => {
      const item = { name };
      items.set(name, item);
      return queue.push(keysOf(name), item);
    });
  const begin = () => {
    const next = queue.next();
    if (next !== null) queue.enter(keysOf(next.name));
    return next?.name ?? null;
  };
  const remove = (name: string) => queue.remove(keysOf(name), items.get(name) ?? { name });
  return { queue, push, begin, remove };
}

it("accounts take turns, and within an account its sub-accounts do", () => {
  const { push, begin } = queueOf([9, 9, 9]);
  push("a.x.1", "a.x.2", "a.y.1", "b.x.1");
  expect(Array.from({ length: 5 }, begin)).toEqual(["a.x.1", "b.x.1", "a.y.1", "a.x.2", null]);
});

it("limits hold in all, of an account and of a sub-account", () => {
  const { queue, push, begin } = queueOf([3, 2, 1]);
  const room = () => ["a.x", "a.z", "b.y"].map((keys) => queue.hasRoom(keysOf(keys)));
  push("a.x.1", "a.x.2", "a.y.1", "a.z.1");
  expect([begin(), begin(), begin()]).toEqual(["a.x.1", "a.y.1", null]);
  expect(room()).toEqual([false, false, true]);
  push("b.x.1", "b.y.1");
  expect([begin(), begin()]).toEqual(["b.x.1", null]);
  expect(room()).toEqual([false, false, false]);
  queue.exit(["a", "x"]);
  expect(room()).toEqual([true, true, true]);
  expect([begin(), begin()]).toEqual(["a.z.1", null]);
  queue.exit(["b", "x"]);
  expect([begin(), begin()]).toEqual(["b.y.1", null]);
});

it("a full queue accepts no more; what is removed is not chosen", () => {
  const { queue, push, begin, remove } = queueOf([9, 9, 9], 2);
  expect(push("a.x.1", "a.x.2", "a.x.3", "a.y.1")).toEqual([true, true, false, true]);
  expect(queue.longest().map(({ name }) => name)).toEqual(["a.x.1", "a.x.2"]);
  expect([remove("a.x.1"), remove("a.x.1"), queue.waiting]).toEqual([true, false, 2]);
  expect([begin(), begin(), begin()]).toEqual(["a.x.2", "a.y.1", null]);
});

it("keys without work are forgotten", () => {
  const { queue, push, begin, remove } = queueOf([9, 9, 9]);
  push("a.x.1", "b.x.1");
  begin();
  remove("b.x.1");
  queue.exit(["a", "x"]);
  expect([queue.running, queue.waiting, queue.countOf(["a"])]).toEqual([
    0,
    0,
    { running: 0, waiting: 0 },
  ]);
});

it("without keys it is one queue", () => {
  const queue = new FairQueue<{ name: string }>([1], 1);
  expect([queue.push([], { name: "first" }), queue.push([], { name: "second" })]).toEqual([
    true,
    false,
  ]);
  expect(queue.next()?.name).toBe("first");
  queue.enter([]);
  expect(queue.hasRoom([])).toBe(false);
});
