/** Many clients that wait, in processes of their own: one process has descriptors for some alone. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { eventually } from "./test-gateway.ts";

const maxOfProcess = 8_000;

export interface CrowdOrder {
  port: number;
  host?: string;
  count: number;
  /** Addresses to come from, in turn; of the kernel's choice when empty. */
  from: string[];
  /** What each says once it is connected; nothing when empty. */
  says: string;
}

export class Crowd {
  #children: { child: ChildProcess; open: number; joined: boolean }[] = [];

  /** Connects them all; resolves when each was connected, or refused, once. */
  async join(order: Omit<CrowdOrder, "says"> & { says?: string }): Promise<void> {
    const began = this.#children.length;
    for (let left = order.count; left > 0; left -= maxOfProcess) {
      this.#start({ says: "", ...order, count: Math.min(left, maxOfProcess) });
    }
    const mine = this.#children.slice(began);
    await eventually("the crowd is there", () => mine.every(({ joined }) => joined), 60_000);
    // What they told last of how many are open is from before.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }

  /** How many are connected, as their clients see it. */
  get open(): number {
    return this.#children.reduce((sum, { open }) => sum + open, 0);
  }

  async stop(): Promise<void> {
    const children = this.#children.map(({ child }) => child);
    this.#children = [];
    for (const child of children) child.kill("SIGKILL");
    const ended = () => children.every(({ signalCode }) => signalCode !== null);
    await eventually("the crowd is gone", ended);
  }

  #start(order: CrowdOrder): void {
    const child = fork(join(import.meta.dirname, "crowd-worker.ts"), {
      env: { PATH: process.env["PATH"], NODE_ENV: "test" },
      execArgv: [],
    });
    const one = { child, open: 0, joined: false };
    child.on("message", (message: { open?: number; joined?: true }) => {
      if (message.open !== undefined) one.open = message.open;
      if (message.joined) one.joined = true;
    });
    child.send(order);
    this.#children.push(one);
  }
}
