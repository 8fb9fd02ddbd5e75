import fc from "fast-check";
import { expect, test } from "vitest";
import { type Entry, LinkedList } from "./linked-list.ts";

test("Any sequence of additions and removals matches a Set, including the order", () => {
  const steps = fc.array(fc.record({ adds: fc.boolean(), at: fc.nat(20) }), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (all) => {
      const list = new LinkedList<number>();
      const set = new Set<number>();
      const entries: Entry<number>[] = [];
      const removed: [boolean, boolean][] = [];
      for (const [value, { adds, at }] of all.entries()) {
        const entry = entries[at];
        if (adds || entry === undefined) {
          entries.push(list.add(value));
          set.add(value);
        } else removed.push([list.remove(entry), set.delete(entry.value)]);
        expect([list.size, list.oldest]).toEqual([set.size, [...set][0]]);
      }
      expect([...list]).toEqual([...set]);
      expect(removed.filter(([one, other]) => one !== other)).toEqual([]);
    }),
  );
});

test("Iteration skips entries removed meanwhile and continues with those after them", () => {
  const list = new LinkedList<number>();
  const [, second, third] = [1, 2, 3, 4].map((value) => list.add(value));
  const seen: number[] = [];
  for (const value of list) {
    seen.push(value);
    if (value !== 1 || !second || !third) continue;
    list.remove(second);
    list.remove(third);
    list.add(5);
  }
  expect(seen).toEqual([1, 4]);
});

test("A loop meets what was there at its beginning and is not removed before its turn", () => {
  const steps = fc.array(fc.record({ adds: fc.boolean(), at: fc.nat(12) }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.nat(12), (all, size) => {
      const list = new LinkedList<number>();
      const entries = Array.from({ length: size }, (_, value) => list.add(value));
      const expected = new Set(entries);
      const seen: number[] = [];
      const change = () => {
        const { adds = false, at = 0 } = all.pop() ?? {};
        const entry = entries[at];
        if (adds) list.add(100);
        else if (entry && list.remove(entry) && !seen.includes(entry.value)) expected.delete(entry);
      };
      for (const value of list) {
        seen.push(value);
        change();
        // A loop within the loop.
        expect([...list]).toHaveLength(list.size);
        change();
      }
      expect(seen).toEqual([...expected].map(({ value }) => value));
    }),
  );
});

test("A loop that is left is not told of anything any more", () => {
  const list = new LinkedList<number>();
  const [first] = [list.add(1), list.add(2)];
  for (const value of list) if (value === 1) break;
  const [one] = list;
  list.remove(first);
  expect([one, ...list]).toEqual([1, 2]);
});

test("Does not remove an entry of another list", () => {
  const [list, other] = [new LinkedList<number>(), new LinkedList<number>()];
  const entry = other.add(1);
  expect(list.remove(entry)).toBe(false);
  expect([list.size, other.size]).toEqual([0, 1]);
});
