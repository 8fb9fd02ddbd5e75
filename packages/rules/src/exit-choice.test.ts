import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addExit,
  buildExitIndex,
  chooseExit,
  countExits,
  matchesFilter,
  type PlacedExit,
  removeExit,
  rendezvous,
} from "./exit-choice.ts";
import type { PlaceFilter } from "./username.ts";

function exit(id: string, places: Partial<PlacedExit> = {}): PlacedExit {
  const anywhere = { country: "US", state: "california", city: "losangeles" };
  return { id, ...anywhere, postal: "90001", isp: "comcast", asn: 7018, ...places };
}
const german = { country: "DE", state: "berlin", city: "berlin", postal: "10115" };
const some = [
  exit("a"),
  exit("b", { city: "fresno", postal: "93650" }),
  exit("c", { ...german, isp: "telekom", asn: 3320 }),
  exit("d", { ...german, isp: "vodafone", asn: 3209 }),
];

function chosen(exits: PlacedExit[], filter: PlaceFilter): Set<string> {
  const index = buildExitIndex(exits);
  const ids = new Set<string>();
  for (let step = 0; step < 64; step += 1) {
    const choice = chooseExit(index, filter, { random: step / 64 });
    if ("exit" in choice) ids.add(choice.exit.id);
  }
  return ids;
}

test("A new exit matches every filter, and each matching exit can be chosen (spec/gateway#user-name)", () => {
  expect(chosen(some, {})).toEqual(new Set(["a", "b", "c", "d"]));
  expect(chosen(some, { country: "de" })).toEqual(new Set(["c", "d"]));
  expect(chosen(some, { country: "us", city: "fresno" })).toEqual(new Set(["b"]));
  expect(chosen(some, { asn: 3209 })).toEqual(new Set(["d"]));
});

test("A value that no exit has is unknown and returned with its nearest match (spec/gateway#user-name)", () => {
  const index = buildExitIndex(some);
  expect(chooseExit(index, { city: "losangelos" }, { random: 0 })).toEqual({
    none: "unknownValue",
    field: "city",
    value: "losangelos",
    nearest: "losangeles",
  });
  const asn = chooseExit(index, { country: "de", asn: 3321 }, { random: 0 });
  expect(asn).toMatchObject({ none: "unknownValue", field: "asn", nearest: "3320" });
});

test("Values that no single exit combines return noMatch: the filter is never widened", () => {
  const index = buildExitIndex(some);
  const none = { none: "noMatch" };
  expect(chooseExit(index, { country: "de", city: "fresno" }, { random: 0.5 })).toEqual(none);
  expect(rendezvous(index, { country: "de", city: "fresno" }, { key: "k" })).toEqual(none);
});

test("Without exits a filter returns noMatch", () => {
  const empty = buildExitIndex<PlacedExit>([]);
  expect(chooseExit(empty, { country: "us" }, { random: 0 })).toEqual({ none: "noMatch" });
});

test("Exits to avoid are never chosen, even if no other exit matches", () => {
  const index = buildExitIndex(some);
  for (const random of [0, 0.3, 0.6, 0.999_999]) {
    const choice = chooseExit(index, { country: "de" }, { random, avoid: new Set(["c"]) });
    expect(choice).toMatchObject({ exit: { id: "d" } });
  }
  const both = new Set(["c", "d"]);
  const none = { none: "noMatch" };
  expect(chooseExit(index, { country: "de" }, { random: 0, avoid: both })).toEqual(none);
  expect(rendezvous(index, { country: "de" }, { key: "k", avoid: both })).toEqual(none);
});

test("A place is unknown once its last exit is removed, until one is added again", () => {
  const index = buildExitIndex(some);
  expect(removeExit(index, "b")).toBe(true);
  expect(removeExit(index, "b")).toBe(false);
  expect(chooseExit(index, { city: "fresno" }, { random: 0 })).toMatchObject({
    none: "unknownValue",
  });
  addExit(index, exit("b", { city: "fresno" }));
  expect(chooseExit(index, { city: "fresno" }, { random: 0 })).toMatchObject({ exit: { id: "b" } });
});

const places = fc.record({
  country: fc.constantFrom("US", "DE"),
  state: fc.constantFrom("x", "y", ""),
  city: fc.constantFrom("Los Angeles", "berlin", "bonn"),
  postal: fc.constantFrom("", "1"),
  isp: fc.constantFrom("p", "q"),
  asn: fc.constantFrom(1, 2),
});
const filters = fc.record(
  {
    country: fc.constantFrom("us", "de"),
    state: fc.constantFrom("x", "y"),
    city: fc.constantFrom("losangeles", "berlin", "bonn"),
    postal: fc.constant("1"),
    isp: fc.constantFrom("p", "q"),
    asn: fc.constantFrom(1, 2),
  },
  { requiredKeys: [] },
);
const step = fc.record({ id: fc.integer({ min: 0, max: 12 }), put: fc.boolean(), places });

test("The index finds the same exits as a linear search, after any additions and removals", () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.array(filters, { maxLength: 4 }),
      (steps, asked) => {
        const index = buildExitIndex<PlacedExit>([]);
        const plain = new Map<string, PlacedExit>();
        for (const { id, put, places: where } of steps) {
          const one = { id: `e${id}`, ...where };
          if (put) {
            addExit(index, one);
            plain.set(one.id, one);
          } else {
            removeExit(index, one.id);
            plain.delete(one.id);
          }
          for (const filter of asked) {
            const fitting = [...plain.values()].filter((other) => matchesFilter(other, filter));
            expect(countExits(index, filter)).toBe(fitting.length);
            const choice = chooseExit(index, filter, { random: 0.7 });
            const found = "exit" in choice ? choice.exit : undefined;
            expect(fitting.length === 0 ? [undefined] : fitting).toContain(found);
          }
        }
        const again = buildExitIndex(plain.values());
        expect(index.all.map(({ exit: { id } }) => id)).toEqual(
          again.all.map(({ exit: { id } }) => id),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test("A session gets the same exit on every gateway, in whatever order it learned of the exits", () => {
  const many = Array.from({ length: 500 }, (_, at) => exit(`e${at}`));
  const one = buildExitIndex(many);
  const other = buildExitIndex<PlacedExit>([]);
  for (const each of many.toReversed()) addExit(other, each);
  for (let at = 0; at < 200; at += 1) {
    const fields = { key: `acme|${at}` };
    expect(rendezvous(one, {}, fields)).toEqual(rendezvous(other, {}, fields));
  }
});

test("Sessions spread over exits, and removing one exit moves few sessions of the others", () => {
  const many = Array.from({ length: 200 }, (_, at) => exit(`e${at}`));
  const index = buildExitIndex(many);
  const keys = Array.from({ length: 4000 }, (_, at) => `acme|sid${at}`);
  const idOf = (key: string) => {
    const choice = rendezvous(index, {}, { key });
    return "exit" in choice ? choice.exit.id : "";
  };
  const before = keys.map(idOf);
  const counts = Map.groupBy(before, (id) => id);
  expect(counts.size).toBeGreaterThan(180);
  expect(Math.max(...[...counts.values()].map((list) => list.length))).toBeLessThan(70);
  removeExit(index, "e7");
  const moved = keys.filter((key, at) => before[at] !== "e7" && idOf(key) !== before[at]);
  expect(moved.length).toBeLessThan(80);
});
