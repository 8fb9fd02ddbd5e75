import fc from "fast-check";
import { expect, test } from "vitest";
import { ConnectionPool } from "./connection-pool.ts";

/** A pool whose connections are identified by numbers. */
function pool(
  most: number,
  perNetwork: number,
  grace: { graceMs?: number; now?: () => number } = {},
) {
  const ended: number[] = [];
  const connections = new Map<number, { number: number }>();
  const of = (number: number) => {
    const connection = connections.get(number) ?? { number };
    connections.set(number, connection);
    return connection;
  };
  const all = new ConnectionPool<{ number: number }>({
    most: () => most,
    perNetwork,
    ...grace,
    end: ({ number }) => ended.push(number),
  });
  const made = {
    add: (number: number, address: string) => all.add(of(number), address),
    remove: (number: number) => all.remove(of(number)),
    trim: () => all.trim(),
    numbers: () => all.connections().map(({ number }) => number),
    get size() {
      return all.size;
    },
  };
  return { made, ended };
}

test("A network at its limit loses its own oldest connection, other networks lose none", () => {
  const { made, ended } = pool(100, 2);
  made.add(1, "198.18.0.1");
  made.add(2, "198.18.0.2");
  made.add(3, "198.18.0.1");
  made.add(4, "198.18.0.1");
  expect(ended).toEqual([1]);
});

test("A full pool closes the oldest connection of the largest network, not another network's newest", () => {
  const { made, ended } = pool(4, 100);
  for (const connection of [1, 2, 3]) made.add(connection, "198.18.0.1");
  made.add(4, "198.18.0.2");
  made.add(5, "198.18.0.3");
  expect(ended).toEqual([1]);
});

test("All addresses of an IPv6 /64 are one network", () => {
  const { made, ended } = pool(100, 2);
  for (const connection of [1, 2, 3]) made.add(connection, `2001:db8::${connection}`);
  made.add(4, "2001:db8:0:1::1");
  expect(ended).toEqual([1]);
});

test("A burst from one network is closed after a grace period, at once if the pool is full", () => {
  let now = 0;
  const { made, ended } = pool(8, 2, { graceMs: 1_000, now: () => now });
  for (const connection of [1, 2, 3, 4, 5]) made.add(connection, "198.18.0.1");
  made.trim();
  made.remove(2);
  expect(ended).toEqual([]);
  now = 500;
  for (const connection of [6, 7, 8, 9]) made.add(connection, "198.18.0.1");
  made.add(10, "198.18.0.2");
  expect(ended).toEqual([1]);
  now = 1_000;
  made.trim();
  expect(ended).toEqual([1, 3, 4, 5]);
  now = 1_500;
  made.add(11, "198.18.0.1");
  expect(ended).toEqual([1, 3, 4, 5, 6]);
  made.trim();
  expect([ended, made.size]).toEqual([[1, 3, 4, 5, 6, 7, 8], 3]);
});

test("The pool keeps its limits and correct counts under any sequence of changes", () => {
  const step = fc.record({ network: fc.nat(5), leave: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { made, ended } = pool(10, 4);
      const inside = new Map<number, number>();
      steps.forEach(({ network, leave }, at) => {
        const [first] = inside.keys();
        if (leave && first !== undefined) {
          made.remove(first);
          inside.delete(first);
          return;
        }
        inside.set(at, network);
        made.add(at, `198.18.0.${network}`);
        for (const gone of ended.splice(0)) inside.delete(gone);
        expect(inside.has(at)).toBe(true);
      });
      const counts = [...inside.values()].map((one) => {
        return [...inside.values()].filter((other) => other === one).length;
      });
      expect(made.size).toBe(inside.size);
      expect(new Set(made.numbers())).toEqual(new Set(inside.keys()));
      expect(made.size).toBeLessThanOrEqual(10);
      expect(Math.max(0, ...counts)).toBeLessThanOrEqual(4);
    }),
  );
});
