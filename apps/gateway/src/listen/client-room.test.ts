/** The room's own arithmetic; with real sockets it is tried in `hostile/`. */
import { expect, test } from "vitest";
import { ClientRoom } from "./client-room.ts";
import { Connection, Connections } from "../session/connections.ts";
import type { Peer } from "../engine/engine.ts";
import type { Grant } from "../authorise/grant.ts";

const limits = { all: 100, unauthenticated: 40, perNetwork: 10 };

function open() {
  const connections = new Connections();
  const ended = { unauthenticated: 0, idle: 0 };
  const room = new ClientRoom({ connections, limits, accountShare: 0.25, ended });
  const tunnels = (accountId: string, count: number) => {
    for (let each = 0; each < count; each += 1) {
      const grant = { accountId, holderId: `${accountId} ${each % 3}` } as Grant;
      connections.add(new Connection(grant));
    }
  };
  return { room, connections, ended, tunnels };
}

/** As much of a peer as the room looks at. */
class Came {
  closed = false;
  address: string;
  #room: ClientRoom;

  constructor(room: ClientRoom, address: string) {
    this.#room = room;
    this.address = address;
  }

  destroy(): void {
    if (this.closed) return;
    this.closed = true;
    this.#room.left(this as unknown as Peer);
  }
}

function come(room: ClientRoom, address: string): Peer {
  const peer = new Came(room, address) as unknown as Peer;
  room.came(peer);
  return peer;
}

test("A client counts once wherever it is: waiting, admitted, idle, refused, closed", () => {
  const { room } = open();
  const client = come(room, "198.18.0.1");
  const seen = () => [room.clients, room.unauthenticated, room.idle];
  expect(seen()).toEqual([1, 1, 0]);
  room.admitted(client);
  expect(seen()).toEqual([1, 0, 0]);
  room.keep(client, "acme");
  expect(seen()).toEqual([1, 0, 1]);
  expect(room.facts("acme").account).toEqual({ held: 1, idle: 1 });
  room.release(client);
  room.release(client);
  expect(seen()).toEqual([1, 1, 0]);
  client.destroy();
  room.release(client);
  room.keep(client, "acme");
  expect(seen()).toEqual([0, 0, 0]);
});

test("All that an account has is counted together, over its holders and idle connections", () => {
  const { room, tunnels, connections } = open();
  tunnels("acme", 7);
  tunnels("other", 2);
  room.keep(come(room, "198.18.0.1"), "acme");
  expect(room.facts("acme")).toMatchObject({ held: 10, idle: 1, account: { held: 8, idle: 1 } });
  connections.cutAll("notReady");
  expect(connections.accounts).toBe(2);
});

test("Where room is short, accounts above an equal part of it are greedy", () => {
  const { room, tunnels } = open();
  tunnels("large", 50);
  tunnels("small", 5);
  expect([room.isShort, room.isGreedy("large")]).toEqual([false, false]);
  tunnels("third", 35);
  expect([room.isShort, room.isGreedy("large"), room.isGreedy("small")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("Without descriptors the greediest networks lose 16 clients, without clients idle ones end", () => {
  const { room, ended } = open();
  for (let each = 0; each < 20; each += 1) come(room, `198.18.0.${each % 4}`);
  expect([room.spare(), room.unauthenticated]).toEqual([true, 4]);
  const idle = come(room, "198.18.0.9");
  room.admitted(idle);
  room.keep(idle, "acme");
  expect([room.spare(), room.unauthenticated, room.idle]).toEqual([true, 0, 1]);
  expect([room.spare(), room.idle, room.spare()]).toEqual([true, 0, false]);
  expect(ended).toEqual({ unauthenticated: 20, idle: 1 });
});
