/** This machine's addresses cannot be targets (G6), including ones added later. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OwnAddresses } from "./own-addresses.ts";

let there: string[] | Error;
let reads = 0;
let own: OwnAddresses;
const read = () => {
  reads += 1;
  if (there instanceof Error) throw there;
  return there;
};
beforeEach(() => {
  vi.useFakeTimers();
  there = ["192.0.2.1", "2001:DB8:0::1"];
  reads = 0;
  own = new OwnAddresses(read);
});
afterEach(() => {
  own.stop();
  vi.useRealTimers();
});

test("An added address is recognised within 15 s; a removed one still cannot be a target", () => {
  expect([own.has("192.0.2.2"), own.isThisMachine("192.0.2.2")]).toEqual([false, false]);
  there = ["192.0.2.2"];
  vi.advanceTimersByTime(15_000);
  expect([own.has("192.0.2.2"), own.isThisMachine("192.0.2.2")]).toEqual([true, true]);
  // Another machine's upstream proxy may use it by now, but it still cannot be a target.
  expect([own.has("192.0.2.1"), own.isThisMachine("192.0.2.1")]).toEqual([true, false]);
});

test("The last known addresses stay in use while reading fails, and reading is retried", () => {
  there = new Error("EMFILE");
  vi.advanceTimersByTime(45_000);
  expect([own.has("192.0.2.1"), own.isThisMachine("192.0.2.1")]).toEqual([true, true]);
  there = ["192.0.2.3"];
  vi.advanceTimersByTime(15_000);
  expect(own.isThisMachine("192.0.2.3")).toBe(true);
});

test("Startup fails if the addresses cannot be read", () => {
  there = new Error("EMFILE");
  expect(() => new OwnAddresses(read)).toThrow("EMFILE");
});

test("Lookups never wait for the kernel, however hosts are spelled", () => {
  const hosts = ["::ffff:192.0.2.1", "2001:db8::1", "127.9.9.9", "0.0.0.0", "::", "LocalHost"];
  expect(hosts.map((host) => own.isThisMachine(host))).toEqual(hosts.map(() => true));
  expect(own.isThisMachine("proxy.example")).toBe(false);
  expect(reads).toBe(1);
});
