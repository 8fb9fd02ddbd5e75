/** N at once, M of one key, the rest in turns: passwords, opened ports, calls, proxy tests. */
import { expect, it } from "vitest";
import { FairSlots, type FairSlotsOptions, inTurns, type Turn } from "./fair-slots.ts";

/** The first letter of a name is its key. Work ends when the test ends it. */
function slots(options: Omit<FairSlotsOptions<Turn>, "shed">) {
  const own = new FairSlots({ ...options, shed: () => new Error("shed") });
  const begun: string[] = [];
  const shed: string[] = [];
  const ends = new Map<string, (fail: boolean) => void>();
  const ask = (...names: string[]) => {
    for (const name of names)
      void own.run({ keys: [name[0] ?? ""] }, () => work(name)).catch(lost(name));
  };
  const work = (name: string) => {
    begun.push(name);
    return new Promise<void>((resolve, reject) =>
      ends.set(name, (fail) => (fail ? reject(new Error("failed")) : resolve())),
    );
  };
  const lost = (name: string) => (error: Error) => error.message === "shed" && shed.push(name);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string, fail = false) => {
    ends.get(name)?.(fail);
    await settle();
  };
  /** Ends whatever runs, one after the other, until nothing is left. */
  const endAll = async () => {
    for (let ended = 0; ended < begun.length; ended += 1) await end(begun[ended] ?? "");
  };
  return { own, ask, end, endAll, settle, begun, shed };
}

it("a key runs its share at once; others overtake its queue", async () => {
  const { ask, end, begun } = slots({ limits: [3, 2] });
  ask("a1", "a2", "a3", "b1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("b1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("a2", true);
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});

it("when all slots are taken, keys take turns, each in its own order", async () => {
  const { ask, end, begun } = slots({ limits: [3, 2] });
  ask("a1", "a2", "b1", "a3", "a4", "b2", "c1");
  for (const name of ["a1", "b1", "a2", "a3"]) await end(name);
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2", "c1", "a4"]);
});

it("work of another key does not wait behind a flood", async () => {
  const { ask, endAll, begun } = slots({ limits: [1, 1] });
  ask("a1", "a2", "a3", "a4", "b1");
  await endAll();
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "a4"]);
});

it("a key keeps to its limit, even if another slot is free", async () => {
  const { ask, end, begun } = slots({ limits: [2, 1] });
  ask("a1", "a2", "b1");
  expect(begun).toEqual(["a1", "b1"]);
  await end("a1");
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

it("only a key whose queue is full is shed", async () => {
  const { ask, settle, shed } = slots({ limits: [3, 2], queuePerKey: 3 });
  ask("a1", "a2", "a3", "a4", "a5", "a6", "b1");
  await settle();
  expect(shed).toEqual(["a6"]);
});

it("when the queue of all is full, the last of the longest queue makes room", async () => {
  const { ask, endAll, begun, shed } = slots({ limits: [1, 1], queueInAll: 5 });
  ask("a1", "a2", "a3", "a4", "a5", "a6", "a7", "b1");
  await endAll();
  expect(shed).toEqual(["a7", "a6"]);
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "a4", "a5"]);
});

it("without a queue, what finds no slot is shed at once", async () => {
  const { ask, end, settle, begun, shed } = slots({ limits: [3, 2], queuePerKey: 0 });
  ask("a1", "a2", "a3", "b1", "b2");
  await settle();
  expect([begun, shed]).toEqual([
    ["a1", "a2", "b1"],
    ["a3", "b2"],
  ]);
  await end("a1");
  ask("b3");
  expect(begun.at(-1)).toBe("b3");
});

it("what waits too long, or whose signal is aborted, leaves the queue", async () => {
  const { own, ask, end, begun } = slots({ limits: [1, 1], maxWaitMs: 20 });
  ask("a1");
  const leaving = new AbortController();
  const aborted = own.run({ keys: ["a"], signal: leaving.signal }, async () => "ran");
  const late = own.run({ keys: ["b"] }, async () => "ran");
  leaving.abort();
  await expect(aborted).rejects.toThrow("shed");
  expect(own.waiting).toBe(1);
  await expect(late).rejects.toThrow("shed");
  expect(own.waiting).toBe(0);
  await expect(own.run({ keys: ["b"], signal: leaving.signal }, async () => "ran")).rejects.toThrow(
    "shed",
  );
  await end("a1");
  expect(begun).toEqual(["a1"]);
});

it("a slot is released after a failure", async () => {
  const inSlot = inTurns({ limits: [1, 1], shed: () => new Error("shed") });
  await expect(inSlot("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await inSlot("a", async () => "yes")).toBe("yes");
});

it("a condition of the user's can hold a key back until it says that it may begin", async () => {
  let open = false;
  const counted: string[] = [];
  const { own, ask, endAll, begun } = slots({
    limits: [2, 2],
    mayBegin: ({ keys }) => keys[0] !== "a" || open,
    begun: ({ keys }) => counted.push(keys[0] ?? ""),
  });
  ask("a1", "b1");
  expect(begun).toEqual(["b1"]);
  open = true;
  own.beginNext();
  await endAll();
  expect([begun, counted]).toEqual([
    ["b1", "a1"],
    ["b", "a"],
  ]);
});
