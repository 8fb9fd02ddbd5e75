/** The limiter's arithmetic; `hostile/` tests it with real sockets. */
import { expect, test } from "vitest";
import { ClientLimiter } from "./client-limiter.ts";
import { Connection, Connections } from "../authorise/connections.ts";
import type { Peer } from "../engine/engine.ts";
import type { Grant } from "../link/grant.ts";

const limits = { all: 100, unauthenticated: 40, perNetwork: 10 };

function open() {
  const connections = new Connections();
  const ended = { unauthenticated: 0, idle: 0 };
  const limiter = new ClientLimiter({ connections, limits, accountShare: 0.25, evicted: ended });
  const tunnels = (accountId: string, count: number) => {
    for (let each = 0; each < count; each += 1) {
      const grant = { accountId, holderId: `${accountId} ${each % 3}` } as Grant;
      connections.add(new Connection(grant));
    }
  };
  return { limiter, connections, ended, tunnels };
}

/** The parts of a peer that the limiter uses. */
class Came {
  closed = false;
  address: string;
  #limiter: ClientLimiter;

  constructor(limiter: ClientLimiter, address: string) {
    this.#limiter = limiter;
    this.address = address;
  }

  destroy(): void {
    if (this.closed) return;
    this.closed = true;
    this.#limiter.closed(this as unknown as Peer);
  }
}

function come(limiter: ClientLimiter, address: string): Peer {
  const peer = new Came(limiter, address) as unknown as Peer;
  limiter.accepted(peer);
  return peer;
}

test("A client is counted once in every state: waiting, admitted, idle, refused, closed", () => {
  const { limiter } = open();
  const client = come(limiter, "198.18.0.1");
  const seen = () => [limiter.clients, limiter.unauthenticated, limiter.idle];
  expect(seen()).toEqual([1, 1, 0]);
  limiter.admitted(client);
  expect(seen()).toEqual([1, 0, 0]);
  limiter.markIdle(client, "acme");
  expect(seen()).toEqual([1, 0, 1]);
  expect(limiter.usage("acme").account).toEqual({ held: 1, idle: 1 });
  limiter.release(client);
  limiter.release(client);
  expect(seen()).toEqual([1, 1, 0]);
  client.destroy();
  limiter.release(client);
  limiter.markIdle(client, "acme");
  expect(seen()).toEqual([0, 0, 0]);
});

test("All holders and idle connections of an account are counted together", () => {
  const { limiter, tunnels, connections } = open();
  tunnels("acme", 7);
  tunnels("other", 2);
  limiter.markIdle(come(limiter, "198.18.0.1"), "acme");
  expect(limiter.usage("acme")).toMatchObject({ held: 10, idle: 1, account: { held: 8, idle: 1 } });
  connections.cutAll("notReady");
  expect(connections.accounts).toBe(2);
});

test("When connections run short, accounts above an equal share are greedy", () => {
  const { limiter, tunnels } = open();
  tunnels("large", 50);
  tunnels("small", 5);
  expect([limiter.isShort, limiter.exceedsFairShare("large")]).toEqual([false, false]);
  tunnels("third", 35);
  expect([
    limiter.isShort,
    limiter.exceedsFairShare("large"),
    limiter.exceedsFairShare("small"),
  ]).toEqual([true, true, false]);
});

test("Out of descriptors, the greediest networks lose 16 clients; if none are left, idle ones end", () => {
  const { limiter, ended } = open();
  for (let each = 0; each < 20; each += 1) come(limiter, `198.18.0.${each % 4}`);
  expect([limiter.shed(), limiter.unauthenticated]).toEqual([true, 4]);
  const idle = come(limiter, "198.18.0.9");
  limiter.admitted(idle);
  limiter.markIdle(idle, "acme");
  expect([limiter.shed(), limiter.unauthenticated, limiter.idle]).toEqual([true, 0, 1]);
  expect([limiter.shed(), limiter.idle, limiter.shed()]).toEqual([true, 0, false]);
  expect(ended).toEqual({ unauthenticated: 20, idle: 1 });
});
