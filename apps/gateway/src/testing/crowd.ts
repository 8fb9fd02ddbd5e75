/** Many waiting clients, in several processes, as one process has too few descriptors. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { eventually } from "./test-gateway.ts";

const maxOfProcess = 8_000;

export interface CrowdOrder {
  port: number;
  host?: string;
  count: number;
  /** Source addresses, used in turn; chosen by the kernel if empty. */
  from: string[];
  /** What each client sends once it is connected; nothing if empty. */
  says: string;
}

export class Crowd {
  #children: { child: ChildProcess; open: number; joined: boolean }[] = [];

  /** Connects all clients; resolves when each has been connected or refused. */
  async join(order: Omit<CrowdOrder, "says"> & { says?: string }): Promise<void> {
    const began = this.#children.length;
    for (let left = order.count; left > 0; left -= maxOfProcess) {
      this.#start({ says: "", ...order, count: Math.min(left, maxOfProcess) });
    }
    const mine = this.#children.slice(began);
    await eventually("the crowd is there", () => mine.every(({ joined }) => joined), 60_000);
    // Their last reported numbers of open connections are outdated.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }

  /** How many are connected, from the clients' point of view. */
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
