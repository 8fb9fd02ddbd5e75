import { describe, expect, it } from "vitest";
import { NameHash } from "./name-hash.ts";
import { NameSet, NameSetBuilder } from "./name-set.ts";

const key = [1, 2] as const;

function setOf(names: Iterable<string>) {
  const builder = new NameSetBuilder(key);
  for (const name of names) builder.add(name);
  const { bytes, names: count } = builder.build();
  const set = NameSet.read(bytes);
  if (set === null) throw new Error("unreadable");
  return { set, bytes, count };
}

describe("sets of names (spec/operator#target-policy)", () => {
  it("hashes as the authors of HalfSipHash do", () => {
    // Their vectors: key 00 01 … 07, messages of the bytes 00, 01, …
    const hash = new NameHash([0x03020100, 0x07060504]);
    const of = (length: number) => {
      hash.take(`.${String.fromCharCode(...Array.from({ length }, (_, at) => at))}`, 1);
      return [hash.low, hash.high];
    };
    expect(of(0)).toEqual([0x591f8d21, 0xc83cb8b9]);
    expect(of(3)).toEqual([0x451a0fce, 0x790606f7]);
    expect(of(4)).toEqual([0x178ae7d5, 0xa12ee55b]);
    expect(of(7)).toEqual([0x282720ff, 0x84c67bb0]);
    expect(of(15)).toEqual([0xcb0b7d21, 0x02c9814e]);
  });

  it("has its names and everything below them, and nothing else", () => {
    const { set } = setOf(["bank.com", "a.b.example", "gov"]);
    const covered = ["bank.com", "www.bank.com", "x.y.z.bank.com", "a.b.example", "tax.gov"];
    const others = ["mybank.com", "bank.com.evil.example", "b.example", "com", "govt", ""];
    expect(covered.filter((host) => !set.covers(host))).toEqual([]);
    expect(others.filter((host) => set.covers(host))).toEqual([]);
  });

  it.each([1, 63, 64, 65, 5_000, 50_000])("finds each of %i names and no other", (count) => {
    const name = (at: number) => `n${at}.example-${at % 7}.com`;
    const { set } = setOf(Array.from({ length: count }, (_, at) => name(at)));
    const missed = [];
    const wrong = [];
    for (let at = 0; at < count; at += 1) {
      if (!set.covers(name(at))) missed.push(at);
      if (set.covers(name(at + count))) wrong.push(at);
    }
    expect({ missed, wrong, names: set.names }).toEqual({ missed: [], wrong: [], names: count });
  });

  it("counts repeated names once, and needs 6 bytes a name", () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `n${at % 10_000}.com`);
    const { bytes, count } = setOf(names);
    expect(count).toBe(10_000);
    expect(bytes.length / count).toBeLessThan(6.25);
  });

  it("is none if a byte is missing, too many, or not its own", () => {
    const { bytes } = setOf(["bank.com"]);
    expect(NameSet.read(bytes.slice(0, -1))).toBeNull();
    expect(NameSet.read(new Uint8Array([...bytes, 0]))).toBeNull();
    expect(NameSet.read(new Uint8Array(bytes.length))).toBeNull();
    expect(setOf([]).set.covers("bank.com")).toBe(false);
  });

  it("needs no more look-ups than its longest name has labels", () => {
    const { set } = setOf(["bank.com"]);
    const long = `${"a.".repeat(120)}bank.com`;
    expect(set.covers(long)).toBe(true);
    const begins = performance.now();
    for (let i = 0; i < 20_000; i += 1) set.covers(long);
    expect((performance.now() - begins) / 20_000).toBeLessThan(0.05);
  });
});
