/** Targets refused besides the deny table: this installation behind NAT, and blocked ports. */
import { NameServer } from "@turnpike/net/testing/name-server.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import type { GatewayOptions, RunningGateway } from "../serve.ts";
import { basic, Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { TestHub } from "../testing/test-hub.ts";
import { type Origin, rawOrigin } from "../testing/origin.ts";
import { Outside } from "../testing/outside.ts";
import { realWorld } from "../lib/world.ts";

let zone: Record<string, string[]>;
let gateway: RunningGateway;
const own = "198.41.0.4";
const other = "93.184.216.34";

/** Status, reason and details by `connect`, `get`, or `socks` (with the reply code). */
async function reach(way: "connect" | "get" | "socks", host: string, port: number) {
  const client = new Client(gateway.port);
  if (way === "socks") {
    const login = [1, 6, ...Buffer.from("alice1"), 7, ...Buffer.from("secret1")];
    const name = [host.length, ...Buffer.from(host)];
    client.socket.write(Buffer.from([5, 1, 2, ...login]));
    client.socket.write(Buffer.from([5, 1, 0, 3, ...name, port >> 8, port & 255]));
    const reply = await client.exactly(14);
    client.socket.destroy();
    return reply[5];
  }
  const line = way === "connect" ? `CONNECT ${host}:${port}` : `GET http://${host}:${port}/`;
  const login = `Proxy-Authorization: ${basic("alice1", "secret1")}`;
  client.socket.write(`${line} HTTP/1.1\r\nHost: a.example\r\n${login}\r\n\r\n`);
  const head = await client.head();
  client.socket.destroy();
  const said = /^Proxy-Status: turnpike; error=(\w+); details="(.*)"\r$/m.exec(head);
  return { status: Number(head.slice(9, 12)), error: said?.[1], details: said?.[2] };
}
const everyWay = (host: string, port: number) =>
  Promise.all((["connect", "get", "socks"] as const).map((way) => reach(way, host, port)));

describe.each(engines)("in addition to the deny table ($name engine)", ({ options }) => {
  const start = async (more: Partial<GatewayOptions>) => {
    const world = realWorld({ servers: [names.at], timeoutMs: 500 });
    gateway = await gatewayAt(hub, [], { world, ...options, ...more });
  };
  const names = forEachTest(() => new NameServer().listen());
  const hub = forEachTest(() => new TestHub().listen());
  beforeEach(() => {
    zone = { "proxy.example": [own], "alias.example": [other, own], "far.example": [other] };
    names.answer = ({ name }) => (name in zone ? { addresses: zone[name] ?? [] } : undefined);
    hub.addSubAccount("alice1", "secret1", 1e9);
  });
  const outside = forEachTest(() =>
    new Outside(({ socket }) => socket.end("HTTP/1.1 204 Here\r\n\r\n")).listen(),
  );
  beforeEach(() => {
    hub.upsert(outside.exit());
  });
  afterEach(() => gateway.stop(0));

  const notOurs = "targetNotAllowed: This target is not allowed: the product itself";
  const refused = { status: 403, error: "destination_ip_prohibited", details: notOurs };

  test("The public addresses in OWN_ADDRESSES are refused as targets, also by name (spec/environment#network)", async () => {
    await start({ ownAddresses: [own, "2620:FE:0::FE"] });
    for (const host of [own, "proxy.example", "alias.example"])
      expect(await everyWay(host, 443)).toEqual([refused, refused, 2]);
    expect(await reach("connect", "[2620:fe::fe]", 443)).toEqual(refused);
    // By way of NAT64.
    for (const host of ["[64:ff9b::c629:4]", "[0064:FF9B:0:0::198.41.0.4]"])
      expect(await reach("connect", host, 443)).toEqual(refused);
    expect(outside.reached).toEqual([]);
    expect((await reach("connect", "far.example", 443)) as object).toMatchObject({ status: 200 });
  });

  test("Targets with any address that the product's own names resolve to are refused", async () => {
    await start({ ownNames: ["Proxy.Example"] });
    await eventually("the name is known", () => names.countQuestions("proxy.example") === 2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const host of [own, "alias.example"])
      expect(await everyWay(host, 443)).toEqual([refused, refused, 2]);
    expect(outside.reached).toEqual([]);
  });

  test("The hosts of other nodes and relays are refused as targets, by name and by address (spec/gateway#targets)", async () => {
    await start({});
    expect((await reach("connect", own, 443)) as object).toMatchObject({ status: 200 });
    const reached = outside.reached.length;
    const tell = (hosts: string[]) => hub.tellAll((seq) => ({ kind: "hosts", seq, hosts }));
    tell(["Proxy.Example", "2620:fe:0::fe"]);
    await eventually("the name is known", () => names.countQuestions("proxy.example") >= 2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const host of [own, "proxy.example", "alias.example"])
      expect(await everyWay(host, 443)).toEqual([refused, refused, 2]);
    expect(await reach("connect", "[2620:fe::fe]", 443)).toEqual(refused);
    expect(outside.reached).toHaveLength(reached);
    // A node that is retired is a target like any other.
    tell([]);
    await eventually("it is forgotten", async () => {
      const answer = (await reach("connect", "alias.example", 443)) as { status: number };
      return answer.status === 200;
    });
  });

  test("A gateway starts even if its own names cannot be resolved", async () => {
    names.answer = () => ({ silent: true });
    await start({ ownNames: ["proxy.example"] });
    expect((await reach("connect", other, 443)) as object).toMatchObject({ status: 200 });
  });

  test("A blocked port is refused with its reason, for names and addresses, without a lookup", async () => {
    await start({ blockedPorts: [25, 465, 587] });
    const blocked = {
      status: 403,
      error: "http_request_denied",
      details: "portBlocked: This port is blocked here: port 587",
    };
    for (const host of ["far.example", other])
      expect(await everyWay(host, 587)).toEqual([blocked, blocked, 2]);
    expect(names.questions).toEqual([]);
    expect(outside.reached).toEqual([]);
    expect((await reach("connect", "far.example", 26)) as object).toMatchObject({ status: 200 });
    await eventually("the lines are in the log", () => hub.requests.length >= 7);
    const lines = hub.requests.filter(({ reason }) => reason === "portBlocked");
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatchObject({ outcome: "refused", detail: "port 587" });
  });

  test("A blocked network is blocked by way of NAT64 too, and for names that lead there", async () => {
    zone["translated.example"] = ["64:ff9b::5db8:d822"];
    await start({});
    hub.upsert({ kind: "blockedTarget", id: "b1", accountId: null, pattern: "93.184.216.0/24" });
    const status = async (host: string) =>
      ((await reach("connect", host, 443)) as { status: number }).status;
    for (const host of [other, "[64:ff9b::5db8:d822]", "translated.example"])
      await eventually(`${host} is blocked`, async () => (await status(host)) === 403);
    expect(await status("[64:ff9b::5db8:d922]")).toBe(200);
  });

  test("A target that the lab allows may use any port", async () => {
    const lab: Origin = await rawOrigin((socket) => socket.end("HTTP/1.1 204 Here\r\n\r\n"));
    await start({ allow: [lab.authority], blockedPorts: [lab.port] });
    expect((await reach("connect", "127.0.0.1", lab.port)) as object).toMatchObject({
      status: 200,
    });
    await lab.stop();
  });
});
