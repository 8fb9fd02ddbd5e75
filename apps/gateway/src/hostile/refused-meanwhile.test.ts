/** What was allowed when it began, and is not any more: connections that are kept, replies by UDP. */
import { describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { realWorld } from "../lib/world.ts";
import { bothEngines } from "../testing/engines.ts";
import { Outside } from "../testing/outside.ts";
import { labExit } from "../testing/resources.ts";
import { basic, Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { UdpClient, udpOrigin } from "../testing/udp.ts";

const login = { user: "alice1", password: "secret1" };
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const page = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** Sends one request of a session and reads its answer. */
async function ask(client: Client): Promise<string> {
  const proof = `Proxy-Authorization: ${basic("alice1-sid-abc123", login.password)}\r\n`;
  client.socket.write(`GET http://a.example/ HTTP/1.1\r\nHost: x\r\n${proof}\r\n`);
  const head = await client.head();
  await client.exactly(2);
  return head.split(" ")[1] ?? "";
}

describe.each(bothEngines)("refused meanwhile, $name engine", ({ options }) => {
  const hub = forEachTest(() => new TestHub().listen());
  const outside = forEachTest(async () => {
    hub.addSubAccount(login.user, login.password, 1e9);
    return new Outside(
      ({ bytes, socket }) => void (bytes.length > 0 && socket.write(page)),
    ).listen();
  });
  let addresses = ["93.184.216.34"];
  const gateway = forEachTest(async () => {
    addresses = ["93.184.216.34"];
    const world = { ...realWorld(), lookup: async () => addresses };
    return gatewayAt(hub, [], { world, ...options });
  });

  test("A kept connection to an address that its name has no more is not used again", async () => {
    hub.upsert(outside.exit());
    const client = new Client(gateway.port);
    expect([await ask(client), await ask(client), outside.reached.length]).toEqual([
      "200",
      "200",
      1,
    ]);
    // The operator blocks the address; whoever owns the name names another one.
    hub.upsert({ kind: "blockedTarget", id: "b1", accountId: null, pattern: "93.184.216.34/32" });
    addresses = ["93.184.216.35"];
    await rest(100);
    expect([await ask(client), outside.reached.length]).toEqual(["200", 2]);
    client.socket.destroy();
  });
});

describe("refused meanwhile, UDP", () => {
  const hub = forEachTest(() => new TestHub().listen());
  const origin = forEachTest(() => udpOrigin());

  test.each(["blocked by the operator", "taken off the owner's list"])(
    "A target that is %s sends nothing more to the client",
    async (why) => {
      const id = hub.addSubAccount(login.user, login.password, 1e6);
      hub.upsert(labExit());
      const gateway = await gatewayAt(hub, [origin.authority]);
      const client = await UdpClient.open(gateway, login);
      client.send(Buffer.from("first"), { address: "127.0.0.1", port: origin.port });
      await client.exactly(1);
      const [seen] = origin.received;
      const { socket } = origin;
      const pour = setInterval(() => socket.send("more", seen?.port ?? 0, seen?.address), 20);
      await client.exactly(3);
      const fact = hub.resources.get(`subAccount ${id}`);
      if (why.startsWith("blocked"))
        hub.upsert({ kind: "blockedTarget", id: "b1", accountId: null, pattern: "127.0.0.1/32" });
      else if (fact?.kind === "subAccount")
        hub.upsert({ ...fact, limits: { ...fact.limits, denyDomains: ["127.0.0.1"] } });
      await eventually("nothing more comes", async () => {
        const before = client.answers.length;
        await rest(150);
        return client.answers.length === before;
      });
      expect(client.control.ended).toBe(false);
      clearInterval(pour);
      client.stop();
      await gateway.stop(0);
    },
  );
});
