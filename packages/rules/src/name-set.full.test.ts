/** A list of five million names (spec/operator#target-policy): size, memory, look-ups, mistakes. */
import { expect, it } from "vitest";
import { NameSet, NameSetBuilder } from "./name-set.ts";
import { readListLine } from "./target-list.ts";

const many = 5_000_000;
const nameOf = (at: number) => `shop-${at}.bank${at % 977}.example`;

it("five million names cost at most 60 MB and 2 µs a look-up, and no other name is taken for one", () => {
  const builder = new NameSetBuilder([0x2545f491, 0x9e3779b9]);
  for (let at = 0; at < many; at += 1) {
    const read = readListLine(at % 2 === 0 ? nameOf(at) : `0.0.0.0 ${nameOf(at)}`);
    if ("names" in read) for (const name of read.names) builder.add(name);
  }
  const { bytes, names } = builder.build();
  const set = NameSet.read(bytes);
  if (set === null) throw new Error("unreadable");
  expect(names).toBe(many);
  expect(bytes.length).toBeLessThan(60e6);
  let missed = 0;
  for (let at = 0; at < many; at += 7) if (!set.covers(nameOf(at))) missed += 1;
  let wrong = 0;
  const before = process.cpuUsage();
  for (let at = 0; at < 1_000_000; at += 1) if (set.covers(`www.other-${at}.co.uk`)) wrong += 1;
  const { user, system } = process.cpuUsage(before);
  expect({ missed, wrong }).toEqual({ missed: 0, wrong: 0 });
  process.stdout.write(`${bytes.length} bytes, ${(user + system) / 1e6} µs a look-up\n`);
  expect((user + system) / 1e6).toBeLessThan(2);
}, 600_000);
