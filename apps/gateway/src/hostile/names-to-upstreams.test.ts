/** Upstream proxies get the target's name, after every address of it was checked here (G5). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { realWorld } from "../lib/world.ts";
import type { RunningGateway } from "../serve.ts";
import { engines } from "../testing/engines.ts";
import { Outside } from "../testing/outside.ts";
import { rawOrigin } from "../testing/origin.ts";
import { labExit } from "../testing/resources.ts";
import { gatewayAt, statusOf } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";

const publicIp = "93.184.216.34";
const alice = { user: "alice1", password: "secret1" };
const inward = [
  ["127.0.0.1"],
  ["::ffff:7f00:1"],
  ["64:ff9b::7f00:1"],
  ["169.254.169.254"],
  ["127.1"],
  [publicIp, "10.0.0.1"],
  ["fd00::1", publicIp],
];

describe.each(engines)("names of targets and upstream proxies, $name", ({ options }) => {
  let gateway: RunningGateway;
  let lookup: (host: string) => string[];
  const undo: (() => unknown)[] = [];

  const hub = forEachTest(() => new TestHub().listen());
  const outside = forEachTest(async () => {
    hub.addSubAccount("alice1", "secret1", 1e9);
    return new Outside().listen();
  });
  beforeEach(() => {
    lookup = () => [publicIp];
  });
  afterEach(async () => {
    await gateway.stop(0);
    for (const step of undo.splice(0)) await step();
  });
  const start = async (exit: ExitFact) => {
    hub.upsert(exit);
    const world = { ...realWorld(), lookup: async (host: string) => lookup(host) };
    gateway = await gatewayAt(hub, [], { world, ...options });
  };
  const tunnel = (authority: string) => statusOf(gateway, { ...alice, authority });
  const asked = () => outside.reached.map(({ authority }) => authority);

  test("HTTP: the name is sent, so that it is resolved where the exit is", async () => {
    await start(outside.exit());
    expect(await tunnel("geo.example:443")).toBe(200);
    expect(asked()).toEqual(["geo.example:443"]);
  });

  test("SOCKS5: the name is sent as a name", async () => {
    const requests: Buffer[] = [];
    const socks = await rawOrigin((client) => {
      let at = 0;
      client.on("data", (bytes: Buffer) => {
        at += 1;
        if (at === 1) return void client.write(Buffer.from([5, 0]));
        requests.push(bytes);
        client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      });
    });
    undo.push(() => socks.stop());
    await start(labExit({ how: "socks5", host: "127.0.0.1", port: socks.port }));
    expect(await tunnel("geo.example:443")).toBe(200);
    expect(requests.map((bytes) => bytes.toString("latin1"))).toEqual([
      `\x05\x01\x00\x03\x0bgeo.example\x01\xbb`,
    ]);
  });

  test("With `dns` local, and for addresses, the checked address is sent", async () => {
    await start(outside.exit({ dns: "local" }));
    expect(await tunnel("geo.example:443")).toBe(200);
    expect(await tunnel("93.184.216.35:80")).toBe(200);
    expect(asked()).toEqual([`${publicIp}:443`, "93.184.216.35:80"]);
  });

  test("A name with any internal address, or that does not resolve here, reaches no upstream", async () => {
    await start(outside.exit());
    const answers = [...inward, []];
    lookup = (host) => answers[Number(/\d+/.exec(host)?.[0])] ?? [];
    for (const at of answers.keys()) {
      const status = await tunnel(`n${at}.example:443`);
      expect([at, status]).toEqual([at, at === inward.length ? 502 : 403]);
    }
    expect(asked()).toEqual([]);
  });

  test("The name is resolved once for each connection: an answer that turns inward is refused", async () => {
    await start(outside.exit());
    let times = 0;
    lookup = () => [times++ === 0 ? publicIp : "127.0.0.1"];
    expect(await tunnel("flip.example:443")).toBe(200);
    expect(await tunnel("flip.example:443")).toBe(403);
    expect([times, asked()]).toEqual([2, ["flip.example:443"]]);
  });
});
