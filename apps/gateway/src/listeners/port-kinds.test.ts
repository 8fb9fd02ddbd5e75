/** Ports of all kinds are opened by one service, reported with their kind (spec/pool#opening). */
import { createServer, type Server } from "node:net";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { describe, expect, test } from "vitest";
import { connectTo, eventually } from "../testing/test-gateway.ts";
import { close, listenAt } from "../testing/static-listeners.ts";
import { engines } from "../testing/engines.ts";
import { openedIp, whitelistedPort } from "../testing/leased-ports.ts";
import { labExit } from "../testing/resources.ts";
import { rawOrigin } from "../testing/origin.ts";
import { asksForLogin, firstAnswer, ListeningPortsBench } from "../testing/listening-ports.ts";
import { unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

describe.each(engines)("ports of all kinds ($name engine)", ({ options }) => {
  const bench = forEachTest(() => ListeningPortsBench.open());

  const oneOfEach = async () => {
    const [one = 0, two = 0, three = 0] = await freePorts(3);
    const exit = labExit();
    return [
      unlimitedPort({ port: one }),
      openedIp(exit, { port: two }),
      whitelistedPort({ port: three }),
    ] as const;
  };

  test("Each is reported with its kind, and closed when its resource is deleted", async () => {
    const facts = await oneOfEach();
    for (const fact of facts) bench.hub.upsert(fact);
    await bench.gateway(options);
    for (const fact of facts) {
      await whenOpen(bench.hub, fact);
      const { kind, id: portId, port } = fact;
      const message = { kind, portId, port, open: true, code: "", detail: "" };
      expect(bench.known(fact)).toEqual(message);
      expect(await firstAnswer(fact.port)).toMatch(asksForLogin);
    }
    for (const { kind, id, port } of facts) {
      bench.hub.delete(kind, id);
      let answer: string | null = "";
      await eventually("nobody listens", () => {
        void firstAnswer(port).then((said) => (answer = said));
        return answer === null;
      });
    }
  });

  test("A number in use is reported with its error code, and tried again", async () => {
    const facts = await oneOfEach();
    const foreigners: Server[] = [];
    for (const { port } of facts) foreigners.push(await listenAt("127.0.0.1", port));
    for (const fact of facts) bench.hub.upsert(fact);
    await bench.gateway(options);
    for (const fact of facts) {
      await eventually("it is told", () => bench.known(fact)?.code === "EADDRINUSE");
      expect(bench.known(fact)).toMatchObject({ kind: fact.kind, open: false });
    }
    await eventually("three lines", () => bench.warned.length >= 3);
    expect(bench.warned.toSorted()).toEqual([
      "listeners failed at 1 port for whitelisted addresses: EADDRINUSE",
      "listeners failed at 1 port of opened IPs: EADDRINUSE",
      "listeners failed at 1 port of unlimited plans: EADDRINUSE",
    ]);
    for (const server of foreigners) await close(server);
    for (const fact of facts) await whenOpen(bench.hub, fact);
  });

  test("A port below 1024 is reported as open or with its error code, depending on permissions", async () => {
    const probe = createServer();
    const bound = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false)).listen(81, "127.0.0.1", () => resolve(true));
    });
    await new Promise<void>((resolve) => (bound ? probe.close(() => resolve()) : resolve()));
    const fact = openedIp(labExit(), { port: 81 });
    bench.hub.upsert(fact);
    await bench.gateway(options);
    await eventually("it is told", () => bench.known(fact) !== undefined);
    const codes = bound ? [""] : ["EACCES", "EADDRINUSE"];
    expect(codes).toContain(bench.known(fact)?.code);
    expect(bench.known(fact)?.open).toBe(bound);
  });

  test("A number can move from one kind to another as resources are created and deleted", async () => {
    const [port = 0] = await freePorts(1);
    await bench.gateway(options);
    const facts = [
      whitelistedPort({ port }),
      openedIp(labExit(), { port }),
      unlimitedPort({ port }),
    ];
    for (const fact of [...facts, ...facts]) {
      bench.hub.upsert(fact);
      await whenOpen(bench.hub, fact);
      bench.hub.delete(fact.kind, fact.id);
      bench.hub.ports.clear();
    }
  });

  test("2,000 leased ports are open within seconds while traffic continues", async () => {
    const origin = await rawOrigin((socket) => void socket.pipe(socket));
    bench.undo.push(() => origin.stop());
    bench.hub.addSubAccount("alice1", "secret1", 1e9);
    const exit = labExit();
    bench.hub.upsert(exit);
    const running = await bench.gateway(options, [origin.authority]);
    const request = { user: "alice1", password: "secret1", authority: origin.authority };
    const { client } = await connectTo(running, request);
    const firstPort = 20_000 + Math.floor(Math.random() * 2_000);
    const facts = Array.from({ length: 2_000 }, (_, at) =>
      at % 2 ? whitelistedPort({ port: firstPort + at }) : openedIp(exit, { port: firstPort + at }),
    );
    bench.hub.announce({ puts: facts, drops: [] });
    let slowest = 0;
    while (bench.hub.ports.size < facts.length) {
      const began = performance.now();
      client.socket.write("ping");
      await client.exactly(4);
      slowest = Math.max(slowest, performance.now() - began);
    }
    // About 200 ms on a quiet machine; `many-ports.test.ts` limits the time for many more of them.
    expect(slowest).toBeLessThan(timeLimit(2_000));
    expect([...bench.hub.ports.values()].filter(({ open }) => open).length).toBeGreaterThan(1_950);
    client.socket.destroy();
  }, 30_000);
});
