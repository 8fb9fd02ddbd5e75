/** Clients that leave while their request waits: nothing of it is kept or counted afterwards. */
import { ScriptedWholesaler } from "@turnpike/wholesale/scripted.ts";
import { afterEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { realWorld } from "../lib/world.ts";
import { bothEngines } from "../testing/engines.ts";
import { Outside } from "../testing/outside.ts";
import { noLimits } from "../testing/resources.ts";
import {
  basic,
  Client,
  connectTo,
  eventually,
  gatewayAt,
  statusOf,
} from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { upstreamFact } from "../testing/wholesaler.ts";

const password = "secret1";
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(bothEngines)("a client that leaves, $name engine", ({ options }) => {
  const hub = forEachTest(() => new TestHub().listen());
  let seller: ScriptedWholesaler | null = null;
  afterEach(async () => {
    await seller?.stop();
    seller = null;
  });
  const gatewayWith = (lookupMs: number) => {
    const lookup = async () => {
      await rest(lookupMs);
      return ["93.184.216.34"];
    };
    return gatewayAt(hub, [], { world: { ...realWorld(), lookup }, ...options });
  };

  test("while its name is looked up takes no connection of an upstream for good", async () => {
    for (const name of ["alice1", "bob111", "carol1"]) hub.addSubAccount(name, password, 1e9);
    seller = await new ScriptedWholesaler().listen();
    hub.upsert(upstreamFact(seller, "acme", { maxConnections: 2 }));
    const gateway = await gatewayWith(80);
    const authority = "a.example:443";
    const status = (user: string) => statusOf(gateway, { user, password, authority });
    expect(await status("carol1")).toBe(200);
    for (const user of ["alice1", "bob111"]) {
      const client = new Client(gateway.port);
      const login = `Proxy-Authorization: ${basic(user, password)}\r\n`;
      client.socket.write(`CONNECT ${authority} HTTP/1.1\r\n${login}\r\n`);
      await rest(30);
      client.socket.resetAndDestroy();
    }
    await rest(300);
    expect([await status("alice1"), await status("bob111"), await status("carol1")]).toEqual([
      200, 200, 200,
    ]);
    await eventually(
      "none is counted",
      () => (hub.supply.open.get("g1") ?? []).length === 0,
      10_000,
    );
    await gateway.stop(0);
  });

  test("while its next request waits for a connection keeps none to the origin", async () => {
    hub.addSubAccount("alice1", password, 1e9, { ...noLimits, maxConnections: 1 });
    const outside = await new Outside(({ bytes, socket }) => {
      if (bytes.length > 0) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    }).listen();
    hub.upsert(outside.exit());
    const gateway = await gatewayWith(0);
    const user = "alice1-sid-abc123";
    const login = `Proxy-Authorization: ${basic(user, password)}\r\n`;
    const request = `GET http://a.example/ HTTP/1.1\r\nHost: x\r\n${login}\r\n`;
    const client = new Client(gateway.port);
    client.socket.write(request);
    await client.head();
    await client.exactly(2);
    const tunnel = await connectTo(gateway, { user, password, authority: "b.example:443" });
    expect(tunnel.head).toContain("200");
    client.socket.write(request);
    await rest(50);
    client.socket.resetAndDestroy();
    await rest(20);
    tunnel.client.socket.resetAndDestroy();
    const [kept] = outside.reached;
    const isLeft = () => kept?.socket.readableEnded === true || kept?.socket.destroyed === true;
    await eventually("the origin's connection ends", isLeft, 6_000);
    await gateway.stop(0);
    await outside.stop();
  });

  test.each(["connect", "socks5"])(
    "in the very moment in which its tunnel opens keeps none to the target (%s)",
    async (protocol) => {
      hub.addSubAccount("alice1", password, 1e9);
      let client: Client | null = null;
      const outside = await new Outside(() => client?.socket.resetAndDestroy()).listen();
      hub.upsert(outside.exit());
      const gateway = await gatewayWith(0);
      client = new Client(gateway.port);
      if (protocol === "connect") {
        const login = `Proxy-Authorization: ${basic("alice1", password)}\r\n`;
        client.socket.write(`CONNECT a.example:443 HTTP/1.1\r\n${login}\r\n`);
      } else {
        client.socket.write(Buffer.from([5, 1, 2, 1, 6, ...Buffer.from("alice1"), 7]));
        client.socket.write(Buffer.from(password));
        client.socket.write(Buffer.from([5, 1, 0, 3, 9, ...Buffer.from("a.example"), 1, 187]));
      }
      await eventually("the target is reached", () => outside.reached.length === 1);
      const [kept] = outside.reached;
      const isLeft = () => kept?.socket.readableEnded === true || kept?.socket.destroyed === true;
      await eventually("its connection ends", isLeft, 3_000);
      await eventually("none is open", () => gateway.connections.size === 0);
      await gateway.stop(0);
      await outside.stop();
    },
  );
});
