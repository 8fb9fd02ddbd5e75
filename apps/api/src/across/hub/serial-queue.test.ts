import { describe, expect, it } from "vitest";
import { serialQueue } from "./serial-queue.ts";

describe("a serial queue", () => {
  const started = () => {
    const inTurn = serialQueue();
    const ran: string[] = [];
    let running = 0;
    const add = (name: string, urgent = false) =>
      inTurn(
        async () => {
          running += 1;
          expect(running).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          ran.push(name);
          running -= 1;
        },
        { urgent },
      );
    return { inTurn, ran, add };
  };

  it("runs one task at a time, in order", async () => {
    const { ran, add } = started();
    await Promise.all(["a", "b", "c"].map((name) => add(name)));
    expect(ran).toEqual(["a", "b", "c"]);
  });

  it("runs urgent tasks first, and one of the others after each", async () => {
    const { ran, add } = started();
    const all = ["page 1", "page 2", "page 3"].map((name) => add(name));
    all.push(...["look-up 1", "look-up 2"].map((name) => add(name, true)));
    await Promise.all(all);
    expect(ran).toEqual(["page 1", "look-up 1", "page 2", "look-up 2", "page 3"]);
  });

  it("goes on after a failed task, whose caller gets its error", async () => {
    const { inTurn, ran, add } = started();
    const fails = async () => {
      throw new Error("not this one");
    };
    const failed = inTurn(fails);
    const next = add("next");
    await expect(failed).rejects.toThrow("not this one");
    await next;
    await add("later");
    expect(ran).toEqual(["next", "later"]);
  });
});
