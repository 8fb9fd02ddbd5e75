import { expect, it } from "vitest";
import { openingSlots } from "./opening-slots.ts";

/** Three slots, two per account, three waiting calls per account; the test ends the calls' work. */
function slots() {
  const slot = openingSlots({ atOnce: 3, ofOne: 2, waitingOfOne: 3 });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, (fail: boolean) => void>();
  const ask = (name: string) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((resolve, reject) =>
        ends.set(name, (fail) => (fail ? reject(new Error("failed")) : resolve())),
      );
    };
    slot(name[0] ?? "", work).catch((error: Error) => refused.push(`${name} ${error.message}`));
  };
  const end = async (name: string, fail = false) => {
    ends.get(name)?.(fail);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, end, begun, refused };
}

it("an account runs two calls at once; other accounts overtake its queue", async () => {
  const { ask, end, begun } = slots();
  for (const name of ["a1", "a2", "a3", "b1"]) ask(name);
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("b1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("a2", true);
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});

it("when all slots are taken, accounts take turns", async () => {
  const { ask, end, begun } = slots();
  for (const name of ["a1", "a2", "b1", "a3", "a4", "b2", "c1"]) ask(name);
  for (const name of ["a1", "b1", "a2", "a3"]) await end(name);
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2", "c1", "a4"]);
});

it("only an account whose queue is full is refused", async () => {
  const { ask, refused } = slots();
  for (const name of ["a1", "a2", "a3", "a4", "a5", "a6", "b1"]) ask(name);
  await new Promise((resolve) => setImmediate(resolve));
  expect(refused).toEqual(["a6 tooManyTries"]);
});
