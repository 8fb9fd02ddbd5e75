import { expect, test } from "vitest";
import { readPort } from "./open-plan.ts";
import { filterWithout, changeOf, noFilter, parametersOf } from "./pool-filter.ts";
import { addressOf, lineOf, type OpenedIp, secondsLeft, speedOf, openedStatus } from "./pool-ip.ts";

const row = {
  host: "2001:db8::1",
  port: 443,
  auth: "user",
  username: "name",
  password: "pass",
  status: "active",
  open: true,
  remainingSeconds: 100,
} as OpenedIp;

test("the remaining time counts down from the reported value, whatever this computer's clock shows", () => {
  expect(secondsLeft(row, 5_000, 5_000)).toBe(100);
  expect(secondsLeft(row, 5_000, 5_999)).toBe(100);
  expect(secondsLeft(row, 5_000, 65_000)).toBe(40);
  expect(secondsLeft(row, 5_000, 500_000)).toBe(0);
  // A clock that was set back adds no time.
  expect(secondsLeft(row, 5_000, 1_000)).toBe(100);
  expect(secondsLeft({ ...row, status: "deleted" }, 0, 0)).toBe(0);
});

test("an opened IP is open, opening, expired or deleted", () => {
  expect(openedStatus(row, 100)).toBe("open");
  expect(openedStatus({ ...row, open: false }, 100)).toBe("opening");
  expect(openedStatus(row, 0)).toBe("expired");
  expect(openedStatus({ ...row, status: "deleted" }, 100)).toBe("deleted");
});

test("a proxy line includes credentials where required, and brackets around IPv6", () => {
  expect(addressOf(row)).toBe("[2001:db8::1]:443");
  expect(lineOf(row)).toBe("[2001:db8::1]:443:name:pass");
  expect(lineOf({ ...row, auth: "nouser" })).toBe("[2001:db8::1]:443");
});

test("latency is quick up to 150 ms, fair up to 400 ms", () => {
  expect([1, 150, 151, 400, 401].map(speedOf)).toEqual(["quick", "quick", "fair", "fair", "slow"]);
});

test("all consecutive ports must lie between 80 and 10000 (spec/pool#opening)", () => {
  expect(readPort("", 5)).toEqual({ port: undefined, fits: true });
  expect(readPort(80, 1).fits).toBe(true);
  expect(readPort(79, 1).fits).toBe(false);
  expect(readPort(10_000, 1).fits).toBe(true);
  expect(readPort(10_000, 2).fits).toBe(false);
  expect(readPort("44x", 1).fits).toBe(false);
});

test("a state is ignored without its country; each list is filtered by the other choices only", () => {
  const filter = { ...noFilter, country: "de", state: "berlin", isp: "telekom", asn: "3320" };
  expect(parametersOf({ ...filter, country: "" })).toEqual({ isp: "telekom", asn: 3320 });
  expect(parametersOf({ ...filter, asn: "x" })).not.toHaveProperty("asn", expect.anything());
  expect(filterWithout("isp", filter)).toEqual({ country: "DE", state: "berlin" });
  expect(filterWithout("asn", filter)).toEqual({ country: "DE", state: "berlin", isp: "telekom" });
  expect(filterWithout("state", filter)).toEqual({ country: "DE", isp: "telekom", asn: 3320 });
});

test("choosing a city also sets its state; choosing another state clears city and postal code", () => {
  expect(changeOf("city", "texas|paris")).toEqual({ postal: "", state: "texas", city: "paris" });
  expect(changeOf("city", "")).toEqual({ postal: "", city: "" });
  expect(changeOf("state", "ohio")).toEqual({ city: "", postal: "", state: "ohio" });
});
