import { expect, test } from "vitest";
import { centsOf, type CostedExit, type CostRate, exitCosts, apportion } from "./margin.ts";

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
const march = { from: day("2026-03-01"), to: day("2026-04-01") };
const exit = (ip: string, more: Partial<CostedExit> = {}): CostedExit => ({
  ip,
  upstream: "proxy.example.com",
  provenance: "Net One, contract 7",
  country: "US",
  product: "traffic",
  from: 0,
  to: day("2030-01-01"),
  ...more,
});
const rate = (more: Partial<CostRate>): CostRate => ({
  scope: "upstream",
  name: "proxy.example.com",
  from: 0,
  perGbMicros: 0,
  perIpMonthMicros: 0,
  ...more,
});
const use = (ip: string, product: string, bytes: number, on = "2026-03-05") => ({
  ip,
  product,
  day: day(on),
  bytes,
});

test("a GB costs the price of the day on which it was transferred (spec/console#margin)", () => {
  const rates = [
    rate({ perGbMicros: 2_000_000 }),
    rate({ perGbMicros: 500_000, from: day("2026-03-10") }),
  ];
  const used = [
    use("1.1.1.1", "traffic", 1_500_000_000),
    use("1.1.1.1", "traffic", 4_000_000_000, "2026-03-10"),
  ];
  expect(exitCosts([exit("1.1.1.1")], used, rates, march)).toEqual([
    {
      ip: "1.1.1.1",
      country: "US",
      product: "traffic",
      bytes: 5_500_000_000,
      costMicros: 5_000_000,
    },
  ]);
});

test("an IP address costs its monthly price pro rata for the days on which it is held", () => {
  const rates = [rate({ perIpMonthMicros: 3_100_000 })];
  const cost = (from: string, to: string) =>
    exitCosts([exit("1.1.1.1", { from: day(from), to: day(to) })], [], rates, march)[0]?.costMicros;
  expect(cost("2026-01-01", "2027-01-01")).toBe(3_100_000);
  expect(cost("2026-03-31", "2027-01-01")).toBe(100_000);
  expect(cost("2026-01-01", "2026-03-03")).toBe(200_000);
  expect(cost("2026-04-01", "2027-01-01")).toBeNull();
  const february = { from: day("2026-02-01"), to: day("2026-03-01") };
  expect(exitCosts([exit("1.1.1.1")], [], rates, february)[0]?.costMicros).toBe(3_100_000);
});

test("an exit's price takes precedence over its upstream's, and that over its provenance's", () => {
  const rates = [
    rate({ scope: "provenance", name: "Net One, contract 7", perGbMicros: 1 }),
    rate({ perGbMicros: 2, from: day("2026-03-02") }),
    rate({ scope: "exit", name: "1.1.1.1", perGbMicros: 3, from: day("2026-03-03") }),
  ];
  const on = (date: string) =>
    exitCosts([exit("1.1.1.1")], [use("1.1.1.1", "ip", 1_000_000_000, date)], rates, march)[0];
  expect(["2026-03-01", "2026-03-02", "2026-03-03"].map((date) => on(date)?.costMicros)).toEqual([
    1, 2, 3,
  ]);
  expect(on("2026-03-03")?.product).toBe("ip");
});

test("the cost of an IP shared by several products is split by bytes; without a price it is unknown", () => {
  const rates = [rate({ perIpMonthMicros: 1_000_000 })];
  const used = [
    use("1.1.1.1", "traffic", 3),
    use("1.1.1.1", "ip", 1),
    use("9.9.9.9", "traffic", 5),
  ];
  const exits = [exit("1.1.1.1"), exit("2.2.2.2", { upstream: "", provenance: "" })];
  const lines = exitCosts(exits, used, rates, march);
  expect(lines.map(({ ip, product, costMicros }) => [ip, product, costMicros])).toEqual([
    ["1.1.1.1", "traffic", 750_000],
    ["1.1.1.1", "ip", 250_000],
    ["2.2.2.2", "traffic", null],
    ["9.9.9.9", "traffic", null],
  ]);
});

test("the parts add up to the amount", () => {
  expect(apportion(100, [1n, 1n, 1n])).toEqual([34, 33, 33]);
  expect(apportion(-100, [1n, 1n, 1n])).toEqual([-34, -33, -33]);
  expect(apportion(7, [0n, 0n])).toEqual([0, 0]);
  expect(centsOf([4_000, 4_000, 4_000])).toEqual({ total: 1, parts: [1, 0, 0] });
});
