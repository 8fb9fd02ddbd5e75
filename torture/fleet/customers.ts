/** Customers' actions at the APIs during a run: buying, changing passwords, reaching a limit. */
import { randomUUID } from "node:crypto";
import type { Random } from "@turnpike/net/testing/random.ts";
import { type Customer, customerOf } from "../../journeys/customer.ts";
import type { Sub } from "../arena.ts";
import { sleep } from "../story.ts";
import type { Node, Stage } from "./stage.ts";
import type { LoadTunnel, Traffic } from "./traffic.ts";

const callMs = 2_000;
const retryMs = 100;

/** A customer whose calls go to one of the APIs. */
export const atApi = (url: string, { email, session }: Customer) =>
  customerOf({ url }, email, session);

/** An acknowledged purchase. */
export interface Purchase {
  requestId: string;
  orderId: string;
  at: number;
}

/** Buys continuously until stopped, at alternating APIs; failed calls are retried at the other. */
export class Purchases {
  readonly done: Purchase[] = [];
  #on = true;
  #running: Promise<void>[] = [];

  constructor(
    stage: Stage,
    customer: Customer,
    { sku, perSecond }: { sku: string; perSecond: number },
  ) {
    this.#running.push(this.#buyAll(stage.urls, customer, { sku, perSecond }));
  }

  async #buyAll(
    urls: string[],
    customer: Customer,
    { sku, perSecond }: { sku: string; perSecond: number },
  ): Promise<void> {
    let turn = 0;
    while (this.#on) {
      this.#running.push(this.#buy(urls, customer, { sku, turn }));
      turn += 1;
      await sleep(1_000 / perSecond);
    }
  }

  async stop(): Promise<void> {
    this.#on = false;
    while (this.#running.length > 0) await Promise.all(this.#running.splice(0));
  }

  /** The longest time without a purchase between two instants of `performance.now()`. */
  longestGapMs(from: number, to: number): number {
    const times = this.done.map(({ at: when }) => when).filter((when) => when > from && when < to);
    const all = [from, ...times.toSorted((a, b) => a - b), to];
    return Math.max(...all.slice(1).map((when, index) => when - (all[index] ?? when)));
  }

  async #buy(urls: string[], customer: Customer, { sku, turn }: { sku: string; turn: number }) {
    const requestId = `fleet-${randomUUID()}`;
    for (let tries = 0; tries < 600; tries += 1) {
      const url = urls[(turn + tries) % urls.length] ?? "";
      const answered = await answerInTime(
        atApi(url, customer).try("placeOrder", { sku, quantity: 1, method: "wallet", requestId }),
      );
      if (answered?.code === 0) {
        this.done.push({ requestId, orderId: answered.data.order.id, at: performance.now() });
        return;
      }
      const isRefused = answered && answered.code < 500 && answered.code !== 429;
      if (isRefused) throw new Error(`order: ${JSON.stringify(answered)}`);
      await sleep(retryMs);
    }
    throw new Error(`order ${requestId} was never acknowledged`);
  }
}

/** The answer, or null if none came in time or the connection was lost. */
async function answerInTime<T>(calling: Promise<T>): Promise<T | null> {
  const late = sleep(callMs).then(() => null);
  return Promise.race([calling.catch(() => null), late]);
}

/** A password changed at one API and used immediately at a node. */
export interface Change {
  node: Node;
  at: number;
  status: number;
}

/** Changes a password every `everyMs` and uses it immediately, at a node that `pick` chooses. */
export class PasswordChanges {
  readonly done: Change[] = [];
  #on = true;
  #running: Promise<void>;

  constructor(
    stage: Stage,
    traffic: Traffic,
    { sub, everyMs, pick }: { sub: Sub; everyMs: number; pick: () => Node },
  ) {
    this.#running = this.#changeAll(stage, traffic, { sub, everyMs, pick });
  }

  async #changeAll(
    stage: Stage,
    traffic: Traffic,
    { sub, everyMs, pick }: { sub: Sub; everyMs: number; pick: () => Node },
  ): Promise<void> {
    let turn = 0;
    while (this.#on) {
      await this.#change(stage, traffic, { sub, turn, pick });
      turn += 1;
      await sleep(everyMs);
    }
  }

  async stop(): Promise<void> {
    this.#on = false;
    await this.#running;
  }

  async #change(
    stage: Stage,
    traffic: Traffic,
    { sub, turn, pick }: { sub: Sub; turn: number; pick: () => Node },
  ): Promise<void> {
    const password = `secret${100_000 + turn}`;
    const url = stage.urls[turn % stage.urls.length] ?? "";
    const calling = atApi(url, sub.customer).try("upSubUserPasswd", { id: sub.id, password });
    const answered = await answerInTime(calling);
    if (answered?.code !== 0) {
      // Not acknowledged, so it is unknown which password is valid. Wait for the call to end, so
      // that it cannot take effect after the next change.
      await calling.catch(() => null);
      return;
    }
    sub.password = password;
    // A node that can have received it: links may have been cut in the meantime.
    const node = pick();
    const from = traffic.attempts.length;
    const carried = await traffic.open(node, sub);
    const attempt = traffic.attempts.slice(from).find((one) => one.sub === sub);
    this.done.push({ node, at: attempt?.at ?? 0, status: attempt?.status ?? 0 });
    if (carried) await finish(carried);
  }
}

async function finish(one: LoadTunnel): Promise<void> {
  try {
    await one.tunnel.finish();
    one.isFinished = true;
  } catch {
    one.tunnel.socket.destroy();
  }
}

/** Maximum concurrent connections of the limited sub-account. */
export const connectionLimit = 10;

/** Holds as many tunnels of a limited sub-account as the nodes allow, trying all nodes. */
export class Limited {
  /** The most that were open at once in any sample. */
  most = 0;
  #open = new Set<LoadTunnel>();
  #on = true;
  #running: Promise<void>[];

  constructor(traffic: Traffic, nodes: Node[], { sub, random }: { sub: Sub; random: Random }) {
    this.#running = nodes.flatMap((node) => [
      this.#hold(traffic, node, { sub, random }),
      this.#hold(traffic, node, { sub, random }),
      this.#hold(traffic, node, { sub, random }),
      this.#hold(traffic, node, { sub, random }),
      this.#hold(traffic, node, { sub, random }),
    ]);
  }

  async stop(): Promise<void> {
    this.#on = false;
    await Promise.all(this.#running);
  }

  /** Prints where they are; the current fault is printed next. */
  #sample(): void {
    const open = [...this.#open].filter(({ tunnel }) => tunnel.overAt === null);
    if (open.length <= this.most) return;
    this.most = open.length;
    const names = open.map(({ node }) => node.name).join(", ");
    if (this.most > connectionLimit) console.log(`  ${this.most} limited connections: ${names}`);
  }

  async #hold(traffic: Traffic, node: Node, { sub, random }: { sub: Sub; random: Random }) {
    while (this.#on) {
      const one = await traffic.open(node, sub);
      if (one) {
        this.#open.add(one);
        one.tunnel.socket.once("close", () => this.#open.delete(one));
        this.#sample();
        await sleep(random.integer(300, 1_500));
        this.#open.delete(one);
        await finish(one);
      } else await sleep(random.integer(100, 400));
    }
  }
}
