/** Static IPs whose address is on no machine of ours: a shared port of the node (spec/supply#shared-ports). */
import { connect } from "node:net";
import { ScriptedWholesaler } from "@turnpike/wholesale/scripted.ts";
import { beforeEach, expect, describe, test } from "vitest";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { realWorld } from "../lib/world.ts";
import { bothEngines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { quickPace } from "../testing/static-listeners.ts";
import { connectTo, eventually, gatewayAt, statusOf } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";

let port: number;
/** As a line of a bought list: an address of its own behind the wholesaler's host, port and login. */
const bought = ({ port: hostPort }: ScriptedWholesaler, changed = {}) => {
  const login = { user: "acme", password: "s3cret" };
  const place = { how: "http" as const, ip: "203.0.113.9", host: "127.0.0.1", port: hostPort };
  return labExit({
    ...place,
    ...login,
    lab: false,
    product: "static",
    sharedPort: port,
    ...changed,
  });
};
const owner = { user: "carol1", password: "secret3", authority: "shop.example:443" };

const isRefused = (at: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(at, "127.0.0.1", () => {
      socket.destroy();
      resolve(false);
    });
    socket.on("error", () => resolve(true));
  });

describe.each(bothEngines)("a shared port ($name engine)", ({ options }) => {
  const hub = forEachTest(() => new TestHub().listen());
  const line = forEachTest(() => new ScriptedWholesaler().listen());
  beforeEach(async () => {
    [port = 0] = await freePorts(1);
  });
  forEachTest(() =>
    gatewayAt(hub, [], {
      ...options,
      world: { ...realWorld(), lookup: async () => ["93.184.216.34"] },
      staticPorts: [],
      probePace: quickPace,
      staticRetryMs: 100,
      exitNetworks: ["127.0.0.0/8"],
    }),
  );

  test("It is open at the gateway's own host before it is sold, and admits its customer only", async () => {
    const exit = bought(line);
    hub.upsert(exit);
    await eventually("it is reported", () => hub.doors.get(exit.id)?.reachable === true);
    expect(hub.doors.get(exit.id)?.ports).toEqual([port]);
    const endpoint = { host: "127.0.0.1", port };
    expect(await statusOf(endpoint, owner)).toBe(407);
    const sold = hub.addStaticIp(exit, owner.user, owner.password);
    await eventually("it is sold", async () => (await statusOf(endpoint, owner)) === 200);
    const { client } = await connectTo(endpoint, owner);
    client.socket.write("ping");
    expect((await client.exactly(4)).toString()).toBe("ping");
    client.socket.destroy();
    expect(line.asked.at(-1)).toEqual({
      authority: "shop.example:443",
      user: "acme",
      password: "s3cret",
    });
    await eventually("it is counted", () => hub.billed(sold.id).requests >= 1);
    await eventually("its address is written down", () =>
      hub.requests.some(
        ({ exitIp, subAccountId }) => exitIp === exit.ip && subAccountId === sold.id,
      ),
    );
  });

  test("A dead line is reported as unreachable, and a retired one closes its port", async () => {
    const exit = bought(line);
    hub.upsert(exit);
    await eventually("it is reported", () => hub.doors.get(exit.id)?.reachable === true);
    await line.stop();
    await eventually("it is dead", () => hub.doors.get(exit.id)?.reachable === false);
    hub.delete("exit", exit.id);
    await eventually("nobody listens", () => isRefused(port));
  });

  test("A line that leads to a shared port of this gateway is not dialled", async () => {
    const [other = 0] = await freePorts(1);
    const exit = bought(line);
    const loop = bought(line, { ip: "203.0.113.10", host: "127.0.0.1", port, sharedPort: other });
    hub.upsert(exit);
    hub.upsert(loop);
    await eventually("it is refused", () => hub.doors.get(loop.id)?.reachable === false);
    expect(hub.doors.get(loop.id)?.detail).toContain("leads back to this gateway");
  });

  test("While a modem's address changes, its lines have none", async () => {
    const exit = bought(line, { ip: "" });
    hub.upsert(exit);
    hub.addStaticIp(exit, owner.user, owner.password);
    await eventually("it is reported", () => hub.doors.get(exit.id)?.reachable === true);
    const { client } = await connectTo({ host: "127.0.0.1", port }, owner);
    client.socket.write("ping");
    await client.exactly(4);
    client.socket.destroy();
    await eventually("a line", () => hub.requests.some(({ exitIp }) => exitIp === null));
  });
});
