import { isFull } from "@turnpike/net/testing/full.ts";
import { afterEach, describe, expect, it } from "vitest";
import { ThreadQueue, type ThreadQueueOptions } from "./thread-queue.ts";

/** Takes as many ms as the question says; hangs on "hang" and exits on "die". */
const thread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", async ({ number, question }) => {
      if (question === "hang") for (;;);
      if (question === "die") process.exit(1);
      await new Promise((resolve) => setTimeout(resolve, Number(question)));
      parentPort.postMessage({ number, answer: question });
    });`)}`,
);
const asked: Promise<unknown>[] = [];
afterEach(() => Promise.all(asked.splice(0)));

function printer(times: Partial<ThreadQueueOptions> = {}) {
  const name = "invoice print";
  const one = new ThreadQueue<string, string>({
    name,
    thread,
    workMs: 5_000,
    waitMs: 20_000,
    ...times,
  });
  return (number: string, of = "") => {
    const answer = one.ask(number, { of }).catch((error: Error) => error.message);
    asked.push(answer);
    return answer;
  };
}

describe("A thread answers one question after another", () => {
  it("an invoice that hangs or crashes fails; the others are still printed", async () => {
    const print = printer({ workMs: 1_500 });
    const all = ["1", "hang", "2", "die", "3"].map((one) => print(one));
    const said = ["1", "notReady", "2", "invoice print thread ended", "3"];
    expect(await Promise.all(all)).toEqual(said);
  });

  it.runIf(isFull)(
    "the time limit starts with an invoice's turn, not with the request",
    async () => {
      const print = printer({ workMs: 1_500 });
      expect(await Promise.all(["700", "701", "702", "703"].map((one) => print(one)))).toHaveLength(
        4,
      );
      expect(await print("704")).toBe("704");
    },
  );

  it.runIf(isFull)(
    "only a request that waits too long for its turn is refused as not ready",
    async () => {
      const print = printer({ waitMs: 1_000 });
      const first = print("2000");
      const second = print("1");
      expect(await second).toBe("notReady");
      expect(await first).toBe("2000");
      expect(await print("2")).toBe("2");
    },
  );

  it("at most 20 requests are queued", async () => {
    const print = printer();
    const all = await Promise.all(Array.from({ length: 25 }, (_, index) => print(`${index}`)));
    expect(all.filter((said) => said === "notReady")).toHaveLength(5);
  });

  it("whoever asks for one waits for two at most of a customer who asks for many, whose own are too many", async () => {
    const print = printer();
    const order: string[] = [];
    const many = Array.from({ length: 20 }, async (_, index) => {
      const said = await print(`${index + 20}`, "greedy");
      if (said !== "notReady") order.push("greedy");
      return said;
    });
    const one = print("1", "other").then((said) => order.push(said));
    await Promise.all([...many, one]);
    expect(order.indexOf("1")).toBeLessThan(3);
    expect((await Promise.all(many)).filter((said) => said === "notReady")).toHaveLength(1);
  });
});
