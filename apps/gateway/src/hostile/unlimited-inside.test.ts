/** What an unlimited plan's port must not reach, and what must not reach back into it (G4, G6). */
import { beforeEach, describe, expect, test } from "vitest";
import { internalHosts, socksHost } from "../parse/hostile-targets.ts";
import { basic, Client, connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { rawOrigin } from "../testing/origin.ts";
import { Outside } from "../testing/outside.ts";
import { dora, unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { afterChange } from "../testing/static-ips.ts";
import { times } from "../testing/test-sizes.ts";
import { realWorld } from "../lib/world.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

const alice = { user: "alice1", password: "secret1" };

describe.each(engines)(
  "no access to internal addresses or back into a port ($name engine)",
  ({ options }) => {
    let trapped: number;
    let port: number;
    const fact = () => unlimitedPort({ id: "a-port", port });

    const hub = forEachTest(() => new TestHub().listen());
    const outside = forEachTest(() =>
      new Outside(({ socket }) => socket.end("HTTP/1.1 204 Here\r\n\r\n")).listen(),
    );
    beforeEach(() => {
      trapped = 0;
    });
    const trap = forEachTest(() =>
      rawOrigin((socket) => {
        trapped += 1;
        socket.destroy();
      }, "::"),
    );
    const gateway = forEachTest(async () => {
      [port = 0] = await freePorts(1);
      hub.upsert(fact());
      hub.upsert(outside.exit({ product: "unlimited" }));
      const world = { ...realWorld(), lookup: async () => ["93.184.216.34"] };
      return gatewayAt(hub, [], { world, ...options });
    });
    beforeEach(async () => {
      await whenOpen(hub, fact());
    });

    type Way = "connect" | "get" | "socks";
    async function reach(way: Way, host: string, to: number, at = port): Promise<string> {
      const client = new Client(at);
      try {
        if (way === "socks") {
          const name = socksHost(host);
          const login = [1, 6, ...Buffer.from(dora.user), 7, ...Buffer.from(dora.password)];
          client.socket.write(Buffer.from([5, 1, 2, ...login]));
          client.socket.write(Buffer.from([5, 1, 0, 3, name.length, ...name, to >> 8, to & 255]));
          return String((await client.exactly(14))[5]);
        }
        const line = way === "connect" ? `CONNECT ${host}:${to}` : `GET http://${host}:${to}/`;
        const login = `Proxy-Authorization: ${basic(dora.user, dora.password)}`;
        client.socket.write(`${line} HTTP/1.1\r\nHost: a.example\r\n${login}\r\n\r\n`);
        return (await client.head()).slice(0, 60);
      } finally {
        client.socket.destroy();
      }
    }
    const refused = { connect: /^HTTP\/1\.1 40[03] /, get: /^HTTP\/1\.1 40[03] /, socks: /^[12]$/ };
    const ways = ["connect", "get", "socks"] as const;

    test("A public target is reached from a port", async () => {
      const answers = await Promise.all(ways.map((way) => reach(way, "a.example", 80)));
      expect(answers.map((answer) => answer.slice(0, 10))).toEqual([
        "HTTP/1.1 2",
        "HTTP/1.1 2",
        "0",
      ]);
    });

    test("No spelling of an internal address is dialled from a port (G4)", async () => {
      const wrong: string[] = [];
      const tries = internalHosts.flatMap((host) => ways.map((way) => ({ way, host })));
      await times(tries.length, 12, async (index) => {
        const { way, host } = tries[index] ?? { way: "get", host: "" };
        const answer = await reach(way, host, trap.port);
        if (!refused[way].test(answer)) wrong.push(`${way} ${host}: ${answer}`);
      });
      expect(wrong).toEqual([]);
      expect([trapped, outside.reached.length]).toEqual([0, 0]);
    }, 30_000);

    test("No tunnel leads into a port, whether from a port or from the gateway's own port", async () => {
      for (const host of ["127.0.0.1", "localhost", "127.0.0.9"]) {
        for (const way of ways) expect(await reach(way, host, port)).toMatch(refused[way]);
      }
      hub.upsert(outside.exit());
      hub.addSubAccount(alice.user, alice.password, 1e9);
      await afterChange();
      const asked = await connectTo(gateway, { ...alice, authority: `127.0.0.1:${port}` });
      expect(asked.head).toMatch(/^HTTP\/1.1 403 /);
      asked.client.socket.destroy();
      expect(outside.reached).toEqual([]);
    });

    test("An exit leading into a port, even another worker's, is refused until the port is deleted (G6)", async () => {
      // A port of another worker: known here, but opened there.
      let came = 0;
      const elsewhere = await rawOrigin((socket) => {
        came += 1;
        socket.destroy();
      });
      const other = unlimitedPort({ id: "elsewhere", port: elsewhere.port });
      hub.upsert(other);
      for (const { kind, id } of hub.resources.values()) if (kind === "exit") hub.delete(kind, id);
      const through = async (host: string, to: number) => {
        const exit = labExit({ product: "unlimited", how: "http", host, port: to });
        hub.upsert(exit);
        await afterChange();
        expect(await reach("connect", "a.example", 443)).toMatch(/^HTTP\/1.1 502 /);
        hub.delete("exit", exit.id);
        await afterChange();
      };
      await through("127.0.0.1", port);
      await through("localhost", port);
      await through("127.0.0.1", elsewhere.port);
      await eventually("three lines", () => hub.requests.length === 3);
      const details = hub.requests.map(({ detail }) => detail);
      expect(details).toEqual(Array(3).fill("the exit leads back to this gateway"));
      expect(came).toBe(0);
      hub.delete("unlimitedPort", other.id);
      await through("127.0.0.1", elsewhere.port);
      expect(came).toBe(1);
      await elsewhere.stop();
    });
  },
);
