import { expect, test } from "vitest";
import { seeded } from "./random.ts";

test("The same seed repeats its values, another seed gives different ones", () => {
  const drawn = (seed: number) => {
    const random = seeded(seed);
    const letters = ["a", "b", "c", "d", "e", "f", "g"];
    return [random.integer(0, 1_000), random.pick(letters), random.shuffled(letters)];
  };
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(7)).not.toEqual(drawn(8));
});

test("Integers are evenly distributed, both bounds included; a shuffle keeps all items", () => {
  const random = seeded(1);
  const counts = [0, 0, 0, 0];
  for (let time = 0; time < 4_000; time += 1) {
    const drawn = random.integer(1, 4) - 1;
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  expect(counts.every((count) => count > 900 && count < 1_100)).toBe(true);
  const all = Array.from({ length: 100 }, (_, at) => at);
  expect(random.shuffled(all)).not.toEqual(all);
  expect(random.shuffled(all).sort((a, b) => a - b)).toEqual(all);
});
