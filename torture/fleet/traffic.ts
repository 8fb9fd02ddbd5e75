/** Customers' traffic through every node, with its own byte counts. */
import type { Random } from "@turnpike/net/testing/random.ts";
import type { Billed, Sub } from "../arena.ts";
import { sleep } from "../story.ts";
import { openTunnel, type Tunnel, TunnelRefused } from "../tunnel.ts";
import type { Node, Stage } from "./stage.ts";

const upBytes = 1_024;
const downBytes = 8_192;
const betweenMs = 100;
/** Below the gateway's own timeout for a replica, with a margin for a busy machine. */
const openMs = 6_000;

/** A tunnel of the load: its sub-account and node. */
export interface LoadTunnel {
  sub: Sub;
  node: Node;
  tunnel: Tunnel;
  /** Closed normally, by the client. */
  isFinished: boolean;
  /** The longest time between two exchanges, and when it ended. */
  longestPauseMs: number;
  pauseEndedAt: number;
}
/** An attempt to open a tunnel. */
export interface Attempt {
  node: Node;
  sub: Sub;
  at: number;
  waitedMs: number;
  /** 200, the status of the refusal, or 0 if the connection was lost. */
  status: number;
}

export class Traffic {
  readonly carried: LoadTunnel[] = [];
  readonly attempts: Attempt[] = [];
  #stage: Stage;
  #random: Random;
  #on = true;
  #running: Promise<unknown>[] = [];

  constructor(stage: Stage, random: Random) {
    this.#stage = stage;
    this.#random = random;
  }

  /** Opens a tunnel and records the result; null if it was refused or lost. */
  async open(
    node: Node,
    sub: Sub,
    way: "connect" | "socks5" = "connect",
  ): Promise<LoadTunnel | null> {
    const began = performance.now();
    const note = (status: number) =>
      this.attempts.push({ node, sub, at: began, waitedMs: performance.now() - began, status });
    try {
      const tunnel = await openInTime(
        openTunnel({
          gateway: node.port,
          gatewayHost: node.host,
          user: sub.account,
          password: sub.password,
          way,
          port: this.#stage.origin.port,
        }),
      );
      note(200);
      const carried = { sub, node, tunnel, isFinished: false, longestPauseMs: 0, pauseEndedAt: 0 };
      this.carried.push(carried);
      return carried;
    } catch (error) {
      note(error instanceof TunnelRefused ? error.status : 0);
      return null;
    }
  }

  /** Keeps `count` tunnels of `sub` busy at a node; one that ends is reopened. */
  steady(node: Node, sub: Sub, count: number): void {
    for (let left = count; left > 0; left -= 1) this.#run(() => this.#keepOne(node, sub));
  }

  /** Opens `perSecond` tunnels per second with one exchange each, at nodes chosen by `pick`. */
  newcomers(perSecond: number, pick: (random: Random) => { node: Node; sub: Sub } | null): void {
    this.#run(async () => {
      while (this.#on) {
        const chosen = pick(this.#random);
        if (chosen) this.#run(() => this.#once(chosen.node, chosen.sub));
        await sleep(1_000 / perSecond);
      }
    });
  }

  /** Ends all tunnels normally and waits for that. */
  async stop(): Promise<void> {
    this.#on = false;
    while (this.#running.length > 0) await Promise.all(this.#running.splice(0));
  }

  #run(work: () => Promise<unknown>): void {
    this.#running.push(work());
  }

  async #keepOne(node: Node, sub: Sub): Promise<void> {
    while (this.#on) {
      const one = await this.open(node, sub);
      if (one) await this.#move(one, () => this.#on);
      else await sleep(250);
    }
  }

  async #once(node: Node, sub: Sub): Promise<void> {
    const one = await this.open(node, sub, this.#random.pick(["connect", "socks5"]));
    if (one) await this.#move(one, () => false);
  }

  async #move(one: LoadTunnel, goOn: () => boolean): Promise<void> {
    let last = performance.now();
    try {
      do {
        await one.tunnel.exchange(upBytes, downBytes);
        const now = performance.now();
        if (now - last > one.longestPauseMs) {
          one.longestPauseMs = now - last;
          one.pauseEndedAt = now;
        }
        last = now;
        if (goOn()) await sleep(betweenMs);
      } while (goOn());
      await one.tunnel.finish();
      one.isFinished = true;
    } catch {
      one.tunnel.socket.destroy();
    }
  }
}

/** The tunnel, unless it takes too long: then it is closed as soon as it opens. */
async function openInTime(opening: Promise<Tunnel>): Promise<Tunnel> {
  const late = sleep(openMs).then(() => null);
  const tunnel = await Promise.race([opening, late]);
  if (tunnel) return tunnel;
  void opening.then(
    (one) => one.socket.destroy(),
    () => undefined,
  );
  throw new Error("The gateway did not answer");
}

/** Lower and upper bounds of the bytes carried by these tunnels. */
export function byteBounds(tunnels: LoadTunnel[]): { arrived: Billed; sent: Billed } {
  const arrived: Billed = { up: 0, down: 0 };
  const sent: Billed = { up: 0, down: 0 };
  for (const { tunnel, isFinished } of tunnels) {
    // The last exchange of a broken tunnel may have been carried in part.
    arrived.up += isFinished ? tunnel.sent : Math.max(0, tunnel.sent - upBytes - 12);
    arrived.down += tunnel.received;
    sent.up += tunnel.sent + (isFinished ? 0 : upBytes + 12);
    sent.down += tunnel.received + (isFinished ? 0 : downBytes);
  }
  return { arrived, sent };
}
