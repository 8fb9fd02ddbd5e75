/** Connections to origins that are used for several requests of one session. */
import { ScriptedWholesaler } from "@turnpike/wholesale/scripted.ts";
import { describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { realWorld } from "../lib/world.ts";
import { bothEngines } from "../testing/engines.ts";
import { Outside } from "../testing/outside.ts";
import { basic, Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { upstreamFact } from "../testing/wholesaler.ts";

const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe.each(bothEngines)("a kept connection, $name engine", ({ options }) => {
  const hub = forEachTest(() => new TestHub().listen());
  const outside = forEachTest(() => new Outside().listen());
  const gateway = forEachTest(async () => {
    hub.addSubAccount("alice1", "secret1", 1e9);
    hub.upsert(outside.exit());
    const world = { ...realWorld(), lookup: async () => ["93.184.216.34"] };
    return gatewayAt(hub, [], { world, ...options });
  });

  test("What came with the upstream's own answer is read once, not before each request's answer", async () => {
    let asked = 0;
    outside.serve = ({ bytes, socket }) => {
      if (bytes.length === 0) return void socket.write(answer("early"));
      asked += 1;
      if (asked > 1) socket.write(answer(`later${asked}`));
    };
    const client = new Client(gateway.port);
    const login = `Proxy-Authorization: ${basic("alice1-sid-abc123", "secret1")}\r\n`;
    const bodies: string[] = [];
    for (let request = 0; request < 3; request += 1) {
      client.socket.write(`GET http://a.example/ HTTP/1.1\r\nHost: x\r\n${login}\r\n`);
      const head = await client.head();
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      bodies.push((await client.exactly(length)).toString());
    }
    client.socket.destroy();
    expect([outside.reached.length, bodies]).toEqual([1, ["early", "later2", "later3"]]);
  });

  test("Through an upstream with a limit none is kept: those would be more than it allows", async () => {
    const seller = await new ScriptedWholesaler().listen();
    seller.answer = () => (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.on("data", () => socket.write(answer("ok")));
    };
    for (const { kind, id } of hub.resources.values()) if (kind === "exit") hub.delete(kind, id);
    hub.upsert(upstreamFact(seller, "acme", { maxConnections: 4 }));
    const clients: Client[] = [];
    for (let count = 0; count < 4; count += 1) {
      const client = new Client(gateway.port);
      clients.push(client);
      const login = `Proxy-Authorization: ${basic(`alice1-sid-abc12${count}-region-de`, "secret1")}\r\n`;
      client.socket.write(`GET http://a.example/ HTTP/1.1\r\nHost: x\r\n${login}\r\n`);
      expect(await client.head()).toContain("200");
      await eventually("it is closed", () => seller.open === 0, 1_500);
    }
    for (const client of clients) client.socket.destroy();
    await seller.stop();
  });
});
