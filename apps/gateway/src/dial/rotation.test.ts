/** Which exit a port's connection uses (spec/unlimited#rotation). */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { changedRotation, rotatedNow } from "@turnpike/rules/rotation.ts";
import { beforeEach, expect, test } from "vitest";
import { Snapshot } from "../link/snapshot.ts";
import { unlimitedExit, unlimitedPort } from "../testing/unlimited-ports.ts";
import { seeded } from "../testing/test-sizes.ts";
import { Rotations } from "./rotation.ts";

const minuteMs = 60_000;
const nobody = new Set<string>();
let snapshot: Snapshot;
let now: number;
let rotations: Rotations;
let port: UnlimitedPortFact;

beforeEach(() => {
  snapshot = new Snapshot();
  now = Date.UTC(2026, 10, 22);
  rotations = new Rotations({ snapshot, now: () => now });
  port = unlimitedPort({ rotation: { minutes: 10, from: now, turn: 0 } });
  put(port);
});

function put(...puts: (ExitFact | UnlimitedPortFact)[]): void {
  snapshot.applyChange({ kind: "change", seq: 1, puts, drops: [] });
}
function drop({ kind, id }: { kind: "exit" | "unlimitedPort"; id: string }): void {
  snapshot.applyChange({ kind: "change", seq: 1, puts: [], drops: [{ kind, id }] });
}
function change(changed: Partial<UnlimitedPortFact>): void {
  port = { ...port, ...changed };
  put(port);
}
function taken(dead: ReadonlySet<string> = nobody, of = port.id): string {
  const exit = rotations.pick(of, dead);
  return "id" in exit ? exit.id : `${exit.reason}: ${exit.detail}`;
}
/** Exits in Germany, ordered by id. */
function exits(count: number, changed: Partial<ExitFact> = {}): ExitFact[] {
  const made = Array.from({ length: count }, (_, at) =>
    unlimitedExit({ id: `e${String(at).padStart(3, "0")}`, ...changed }),
  );
  put(...made);
  return made;
}

test("An exit is used for its minutes, then the next; none repeats before all have been used", () => {
  exits(7);
  const seen: string[] = [];
  for (let turn = 0; turn < 21; turn += 1) {
    const first = taken();
    now += 10 * minuteMs - 1;
    expect(taken()).toBe(first);
    seen.push(first);
    now += 1;
  }
  for (let at = 0; at + 7 <= seen.length; at += 7) {
    expect(new Set(seen.slice(at, at + 7)).size).toBe(7);
  }
});

test("Rotation on demand switches the exit at once; changing the interval keeps the exit", () => {
  exits(5);
  now += 4 * minuteMs;
  const first = taken();
  change({ rotation: rotatedNow(port.rotation, now) });
  const second = taken();
  expect(second).not.toBe(first);
  now += 9 * minuteMs;
  change({ rotation: changedRotation(port.rotation, 30, now) });
  expect(taken()).toBe(second);
  now += 30 * minuteMs - 1;
  expect(taken()).toBe(second);
  now += 1;
  expect(taken()).not.toBe(second);
});

test("Adding and removing other exits does not move a port off a live exit (seeded)", () => {
  const random = seeded(7);
  const known = exits(30);
  const ports = Array.from({ length: 20 }, () => unlimitedPort({ rotation: port.rotation }));
  put(...ports);
  const at = new Map(ports.map(({ id }) => [id, taken(nobody, id)]));
  for (let step = 0; step < 300; step += 1) {
    const index = Math.floor(random() * known.length);
    const [gone] = random() < 0.5 ? known.splice(index, 1) : [];
    if (gone && known.length > 2) drop(gone);
    else {
      const fresh = unlimitedExit({ id: `f${Math.floor(random() * 1e9)}` });
      known.push(fresh);
      put(fresh);
    }
    const moved = ports.filter(({ id }) => taken(nobody, id) !== at.get(id));
    expect(new Set(moved.map(({ id }) => at.get(id)))).toEqual(
      new Set(moved.length > 0 ? [gone?.id] : []),
    );
    for (const { id } of moved) at.set(id, taken(nobody, id));
  }
});

test("A restarted gateway picks the same exit, as it depends only on port and turn", () => {
  const made = exits(9);
  // This one receives them in a different order.
  const other = new Snapshot();
  other.replace([...made.toReversed(), port]);
  for (let turn = 0; turn < 9; turn += 1) {
    const anew = new Rotations({ snapshot: other, now: () => now });
    expect(anew.pick(port.id, nobody)).toMatchObject({ id: taken() });
    now += 10 * minuteMs;
  }
});

test("Ports of one plan use different exits", () => {
  exits(50);
  const ports = Array.from({ length: 100 }, () => unlimitedPort({ rotation: port.rotation }));
  put(...ports);
  expect(new Set(ports.map(({ id }) => taken(nobody, id))).size).toBeGreaterThan(30);
});

test("A dead exit is skipped, and its substitute is kept until the turn ends", () => {
  exits(6);
  const first = taken();
  const second = taken(new Set([first]));
  expect(second).not.toBe(first);
  // It works again, but a port that was moved is not moved back.
  expect(taken()).toBe(second);
  const third = taken(new Set([first, second]));
  expect([first, second]).not.toContain(third);
  expect(taken(new Set([first]))).toBe(third);
});

test("After a turn with a dead exit, the next turn does not pick the substitute again", () => {
  for (let count = 2; count < 12; count += 1) {
    exits(count);
    for (let turn = 0; turn < 2 * count; turn += 1) {
      const dead = new Set([taken()]);
      const standIn = taken(dead);
      now += 10 * minuteMs;
      expect(taken()).not.toBe(standIn);
    }
  }
});

test("If all exits failed recently, one is tried anyway", () => {
  const [only] = exits(1);
  expect(taken(new Set([only?.id ?? ""]))).toBe(only?.id);
  exits(3);
  const all = new Set(["e000", "e001", "e002"]);
  expect(all).toContain(taken(all));
});

test("If all exits failed recently, the turn's current exit is tried; the next turn tries its own", () => {
  exits(6);
  const first = taken();
  const pinned = taken(new Set([first]));
  const all = new Set(["e000", "e001", "e002", "e003", "e004", "e005"]);
  expect([pinned, taken(all), taken(all)]).toEqual([pinned, pinned, pinned]);
  expect(taken()).toBe(pinned);
  change({ rotation: rotatedNow(port.rotation, now) });
  expect(taken(all)).not.toBe(first);
});

test("Region and country limit the exits; a change applies to the next connection", () => {
  put(
    unlimitedExit({ id: "de", country: "DE" }),
    unlimitedExit({ id: "fr", country: "FR" }),
    unlimitedExit({ id: "us", country: "US" }),
    unlimitedExit({ id: "jp", country: "JP", product: "pool" }),
  );
  const over = () => {
    const seen = new Set<string>();
    for (let turn = 0; turn < 12; turn += 1) {
      seen.add(taken());
      now += 10 * minuteMs;
    }
    return [...seen].sort();
  };
  expect(over()).toEqual(["de", "fr", "us"]);
  change({ region: "europe" });
  expect(over()).toEqual(["de", "fr"]);
  change({ country: "FR" });
  expect(over()).toEqual(["fr"]);
  // Also within a turn: the current exit no longer serves the port.
  change({ country: "DE" });
  expect(taken()).toBe("de");
  change({ region: "north-america", country: null });
  expect(taken()).toBe("us");
  change({ region: "asia" });
  expect(taken()).toBe("noExit: no exit of unlimited plans is in asia now");
  change({ region: "europe", country: "ES" });
  expect(taken()).toBe("noExit: no exit of unlimited plans is in ES (europe) now");
  // A country of another region does not belong to the plan.
  change({ region: "europe", country: "US" });
  expect(taken()).toBe("noExit: no exit of unlimited plans is in US (europe) now");
  put(unlimitedExit({ id: "late", country: "ES" }));
  change({ country: "ES" });
  expect(taken()).toBe("late");
});

test("A port leaves an exit at once when the exit is retired or moves to another product", () => {
  const [one, two] = exits(2) as [ExitFact, ExitFact];
  const first = taken();
  const [gone, stays] = first === one.id ? [one, two] : [two, one];
  put({ ...gone, product: "pool" });
  expect(taken()).toBe(stays.id);
  drop(stays);
  expect(taken()).toMatch(/^noExit/);
});

test("A deleted port gets no exit", () => {
  exits(3);
  drop(port);
  expect(taken()).toMatch(/^noExit/);
});

test("An exit's changed protocol, host and port are used", () => {
  const [exit] = exits(1) as [ExitFact];
  taken();
  put({ ...exit, how: "http", host: "10.1.1.1", port: 3128 });
  expect(rotations.pick(port.id, nobody)).toMatchObject({ how: "http", port: 3128 });
});
