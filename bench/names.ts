/** What lists of refused targets cost a gateway worker: memory, and each look-up. */
import { NameSet, NameSetBuilder } from "@turnpike/rules/name-set.ts";

const many = 5_000_000;
const lookups = 1_000_000;
/** What a worker may pay (spec/operator#target-policy). */
const bars = { megabytes: 60, microseconds: 2 };

/** Microseconds of processor time for each of `lookups`, and how many were found. */
function look(set: NameSet, hostOf: (at: number) => string): { each: number; found: number } {
  const hosts = Array.from({ length: 100_000 }, (_, at) => hostOf(at));
  let found = 0;
  const before = process.cpuUsage();
  for (let at = 0; at < lookups; at += 1)
    if (set.covers(hosts[at % hosts.length] ?? "")) found += 1;
  const { user, system } = process.cpuUsage(before);
  return { each: (user + system) / lookups, found };
}

/** Builds a list of five million names, prints its costs, and fails above the bars. */
export function benchNames(): { megabytes: number; hit: number; miss: number } {
  const builder = new NameSetBuilder([0x2545f491, 0x9e3779b9]);
  const began = process.cpuUsage();
  for (let at = 0; at < many; at += 1) builder.add(`shop-${at}.bank${at % 977}.example`);
  const { bytes } = builder.build();
  const { user, system } = process.cpuUsage(began);
  const set = NameSet.read(bytes);
  if (set === null) throw new Error("unreadable");
  const hit = look(set, (at) => `www.shop-${at * 31}.bank${(at * 31) % 977}.example`);
  const miss = look(set, (at) => `cdn.static-${at}.some-shop.co.uk`);
  if (hit.found !== lookups || miss.found !== 0) throw new Error("a look-up was wrong");
  const megabytes = bytes.length / 1e6;
  console.log(
    `A list of ${many / 1e6} million names: built in ${((user + system) / 1e6).toFixed(1)} s`,
  );
  console.log(
    `memory of a worker and size on disk: ${megabytes.toFixed(1)} MB (bar ${bars.megabytes})`,
  );
  console.log(
    `a look-up of a host of four labels: ${hit.each.toFixed(2)} µs in it, ${miss.each.toFixed(2)} µs not (bar ${bars.microseconds})`,
  );
  const isOver = megabytes > bars.megabytes || Math.max(hit.each, miss.each) > bars.microseconds;
  if (isOver) process.exitCode = 1;
  return { megabytes, hit: hit.each, miss: miss.each };
}
