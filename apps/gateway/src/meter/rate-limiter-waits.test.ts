/** A peer that waits for its turn and reads nothing is not to blame (`relay/idle-timeouts.ts`). */
import { describe, expect, test } from "vitest";
import { type Client, connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { TestHub } from "../testing/test-hub.ts";
import { rawOrigin } from "../testing/origin.ts";
import { dora, unlimitedExit, unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { flood, sleep } from "../testing/rates.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";

const neverReadMs = 1_500;
const slow = 0.25;
/** Each gets a portion of 4 kB every 5 s. */
const count = Math.round((5_000 * slow * 125) / 4_096);

describe.each(engines)("long waits for a turn, $name", ({ options }) => {
  const hub = forTests(() => new TestHub().listen());
  /** Sends endlessly and reads everything. */
  const origin = forTests(() =>
    rawOrigin((socket) => {
      socket.resume();
      flood(socket);
    }),
  );
  const gateway = forTests(async () => {
    hub.upsert(unlimitedExit());
    const idleTimeouts = {
      idleMs: 60_000,
      idleShortMs: 60_000,
      halfClosedMs: 60_000,
      stalledMs: 60_000,
      neverReadMs,
    };
    return gatewayAt(hub, [origin.authority], { ...options, idleTimeouts });
  });

  test("A client blocked in writing need not read; one that just does not read is closed", async () => {
    const [port = 0] = await freePorts(1);
    const fact = unlimitedPort({ port, mbps: 400 });
    hub.upsert(fact);
    const door = await whenOpen(hub, fact);
    const open = () => connectTo(door, { ...dora, authority: origin.authority });
    const opened = await Promise.all(Array.from({ length: count }, open));
    const clients: Client[] = opened.map(({ client }) => client);
    for (const { socket } of clients) socket.pause();
    // Soon the kernels have all that may be sent down; from then on no client reads.
    await sleep(500);
    for (const { socket } of clients) flood(socket);
    hub.upsert({ ...fact, mbps: slow });
    await sleep(6_000);
    expect(gateway.connections.count(fact.id)).toBe(count);
    for (const { socket } of clients) socket.destroy();
    const gone = () => gateway.connections.count(fact.id) === 0;
    await eventually("they are gone", gone);
    hub.upsert(fact);
    const { client: deaf } = await open();
    deaf.socket.pause();
    expect(gone()).toBe(false);
    await eventually("it is ended", gone, 10_000);
    deaf.socket.destroy();
  });
});
