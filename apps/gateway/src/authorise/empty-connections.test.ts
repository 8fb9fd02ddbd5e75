import { expect, test } from "vitest";
import { EmptyConnections } from "./empty-connections.ts";

test("An account that ends more empty connections than its rate is refused until the rate allows them (spec/gateway#empty-connections)", () => {
  const empty = new EmptyConnections({ burst: 3, perSecond: 1 });
  for (let each = 0; each < 3; each += 1) {
    expect(empty.isOver("busy", 0)).toBe(false);
    empty.count("busy", 0);
  }
  expect(empty.isOver("busy", 0)).toBe(true);
  expect(empty.isOver("other", 0)).toBe(false);
  expect(empty.isOver("busy", 1_000)).toBe(false);
  empty.count("busy", 1_000);
  expect(empty.isOver("busy", 1_000)).toBe(true);
  // However many end at once, it waits for no longer than a second's worth.
  for (let each = 0; each < 50; each += 1) empty.count("busy", 1_000);
  expect(empty.isOver("busy", 3_000)).toBe(false);
});
