/** Customers' tunnels through the places that wholesalers sell, counted on their side. */
import type { Random } from "@turnpike/net/testing/random.ts";
import type { Sub } from "../arena.ts";
import type { Node, Stage } from "../fleet/stage.ts";
import { openTunnel, TunnelRefused } from "../tunnel.ts";

export interface Shot {
  at: number;
  ms: number;
  /** 200, a refusal's status, or 0 if the connection was lost. */
  status: number;
  way: "connect" | "socks5";
  country: string;
  sid: string | null;
}
export interface Wish {
  node: Node;
  sub: Sub;
  country: string;
  sid: string | null;
  host?: string;
  way?: Shot["way"];
}

export class Shoppers {
  readonly shots: Shot[] = [];
  /** Bytes of tunnels that ended well, at the customers' side. */
  carried = 0;
  /** Tunnels that opened and did not carry everything. */
  broken = 0;
  #stage: Stage;
  #random: Random;

  constructor(stage: Stage, random: Random) {
    this.#stage = stage;
    this.#random = random;
  }

  /** One tunnel with one exchange; returns its shot. */
  async shoot({ node, sub, country, sid, host, way }: Wish): Promise<Shot> {
    const chosen = way ?? this.#random.pick(["connect", "socks5"] as const);
    const shot: Shot = { at: performance.now(), ms: 0, status: 0, way: chosen, country, sid };
    const session = sid === null ? "" : `-sid-${sid}-t-10`;
    try {
      const tunnel = await openTunnel({
        gateway: node.port,
        gatewayHost: node.host,
        user: `${sub.account}-region-${country}${session}`,
        password: sub.password,
        way: chosen,
        port: this.#stage.origin.port,
        ...(host === undefined ? {} : { host }),
      });
      shot.ms = performance.now() - shot.at;
      shot.status = 200;
      try {
        await tunnel.exchange(this.#random.integer(1, 2_000), this.#random.integer(1, 8_000));
        await tunnel.finish();
        this.carried += tunnel.sent + tunnel.received;
      } catch {
        this.broken += 1;
        tunnel.socket.destroy();
      }
    } catch (error) {
      shot.ms = performance.now() - shot.at;
      shot.status = error instanceof TunnelRefused ? error.status : 0;
    }
    this.shots.push(shot);
    return shot;
  }

  /** Keeps `lanes` tunnels going until `on` says no. */
  async keep(lanes: number, wish: () => Wish, on: () => boolean): Promise<void> {
    const lane = async () => {
      while (on()) await this.shoot(wish());
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }
}

/** The value that a share of the shots stays below, in milliseconds. */
export function percentile(shots: readonly Shot[], share: number): number {
  const sorted = shots.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
