/** Listeners of static IPs detect an address and port that is in use (spec/static#ports). */
import { connect, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { waitFor } from "../lib/wait-for.ts";
import type { Engine, Listening, Peer } from "./engine.ts";
import { openNativeEngine } from "./native/engine.ts";
import { openPortableEngine } from "./portable/engine.ts";
import { TestLimiter } from "../testing/test-limiter.ts";

const onError = (error: unknown) => {
  throw error;
};
const engines: [string, () => Engine | null][] = [
  ["portable", () => openPortableEngine({ worker: 0, workers: 1, random: Math.random, onError })],
  ["native", () => openNativeEngine(onError)],
];
const open: { stop(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.stop();
});
const host = "127.44.0.1";
const freeRoom = () => new TestLimiter(100);

describe.each(engines)("the %s engine", (_, openEngine) => {
  const engine = openEngine();
  const listen = async (
    port: number,
    more: { exclusive?: true; limiter?: TestLimiter } = {},
    came: (client: Peer) => void = () => {},
  ): Promise<Listening> => {
    if (engine === null) throw new Error("no engine");
    const listening = await engine.listen({ host, port, limiter: freeRoom(), ...more }, came);
    open.push(listening);
    return listening;
  };

  test.skipIf(engine === null)(
    "An exclusive listener does not share its port, even with listeners of the same user",
    async () => {
      const { port } = await listen(0, { exclusive: true });
      await expect(listen(port, { exclusive: true })).rejects.toMatchObject({ code: "EADDRINUSE" });
      await expect(listen(port)).rejects.toMatchObject({ code: "EADDRINUSE" });
      // A listener shared among workers also counts as in use.
      const shared = await listen(0);
      await expect(listen(shared.port, { exclusive: true })).rejects.toMatchObject({
        code: "EADDRINUSE",
      });
      if (process.platform === "linux") await listen(shared.port);
    },
  );

  test.skipIf(engine === null)(
    "A foreign listener on all addresses occupies the port",
    async () => {
      const foreign = createServer().listen(0, "0.0.0.0");
      await new Promise((resolve) => foreign.once("listening", resolve));
      const { port } = foreign.address() as { port: number };
      await expect(listen(port, { exclusive: true })).rejects.toMatchObject({ code: "EADDRINUSE" });
      await new Promise((resolve) => foreign.close(resolve));
      expect((await listen(port, { exclusive: true })).port).toBe(port);
    },
  );

  test.skipIf(engine === null)("The port is free again after the listener stops", async () => {
    const listening = await listen(0, { exclusive: true });
    listening.stop();
    const { port } = listening;
    expect((await listen(port, { exclusive: true })).port).toBe(port);
  });

  test.skipIf(engine === null || process.platform !== "linux")(
    "An address that this machine does not have is reported as EADDRNOTAVAIL",
    async () => {
      if (engine === null) return;
      const at = { host: "203.0.113.77", port: 0, limiter: freeRoom(), exclusive: true } as const;
      await expect(engine.listen(at, () => {})).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
    },
  );

  test.skipIf(engine === null)(
    "Listeners with a shared limiter count their clients together",
    async () => {
      const limiter = new TestLimiter(2);
      const came: Peer[] = [];
      const ports: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        ports.push(
          (await listen(0, { exclusive: true, limiter }, (peer) => void came.push(peer))).port,
        );
      }
      const sockets = ports.map((port) => connect({ host, port }).on("error", () => {}));
      const isClosed = (socket: Socket) => socket.readableEnded || socket.destroyed;
      for (const socket of sockets) socket.resume();
      await waitFor(() => came.length === 2 && sockets.some(isClosed), 3_000);
      expect([came.length, limiter.clients.size, sockets.filter(isClosed).length]).toEqual([
        2, 2, 1,
      ]);
      for (const peer of came) peer.destroy();
      await waitFor(() => limiter.clients.size === 0, 3_000);
      expect(limiter.clients.size).toBe(0);
      for (const socket of sockets) socket.destroy();
    },
  );
});
