import { createServer as createHttpServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import type { GatewayOptions, RunningGateway } from "../serve.ts";
import { connectTo, eventually, gatewayAt, headOf, statusOf } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { httpOrigin, type Origin, pattern, rawOrigin } from "../testing/origin.ts";
import { realWorld } from "../lib/world.ts";
import { sized } from "../testing/test-sizes.ts";

let gateway: RunningGateway;
let id: string;
const upstreams: Origin[] = [];
const alice = { user: "alice1", password: "secret1" };

const hub = forEachTest(() => new TestHub().listen());
const origin = forEachTest(httpOrigin);
beforeEach(() => {
  id = hub.addSubAccount("alice1", "secret1", 1_000_000_000);
});
afterEach(async () => {
  await gateway?.stop(100);
  for (const upstream of upstreams.splice(0)) await upstream.stop();
});

const seen: string[] = [];
/** An upstream HTTP proxy based on Node's own parser. */
async function httpUpstream(answer = 200): Promise<Origin> {
  seen.length = 0;
  const server: Server = createHttpServer();
  server.on("connect", (request, client: Socket, early: Buffer) => {
    seen.push(`${request.url} ${request.headers["proxy-authorization"] ?? ""}`);
    if (answer !== 200) return client.end(`HTTP/1.1 ${answer} No\r\nContent-Length: 0\r\n\r\n`);
    const [host, port] = (request.url ?? "").split(":");
    const target = connect(Number(port), host, () => {
      client.write("HTTP/1.1 200 Fine\r\nX-Any: 1\r\n\r\n");
      target.write(early);
      client.pipe(target).pipe(client);
    });
    target.on("error", () => client.destroy());
    client.on("error", () => target.destroy());
    return undefined;
  });
  const upstream = await listening(server);
  upstreams.push(upstream);
  return upstream;
}
async function listening(server: Server): Promise<Origin> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { port, authority: `127.0.0.1:${port}`, sockets: new Set(), stop };
}

/** An upstream SOCKS5 proxy with login `up1`/`pass1`; sends its reply and first bytes at once. */
async function socksUpstream(): Promise<Origin> {
  seen.length = 0;
  const upstream = await rawOrigin((client) => {
    let bytes = Buffer.alloc(0);
    let stage = 0;
    client.on("data", (chunk: Buffer) => {
      if (stage === 3) return;
      bytes = Buffer.concat([bytes, chunk]);
      if (stage === 0 && bytes.length >= 4) {
        bytes = bytes.subarray(2 + (bytes[1] ?? 0));
        stage = 1;
        client.write(Buffer.from([5, 2]));
      }
      if (stage === 1 && bytes.length >= 11) {
        seen.push(bytes.toString("latin1", 2, 5) + bytes.toString("latin1", 6, 11));
        bytes = bytes.subarray(11);
        stage = 2;
        client.write(Buffer.from([1, 0]));
      }
      if (stage === 2 && bytes.length >= 10) {
        stage = 3;
        const target = connect(bytes.readUInt16BE(8), [...bytes.subarray(4, 8)].join("."), () => {
          client.write(Buffer.from([5, 0, 0, 3, 3, 97, 98, 99, 0, 80]));
          client.pipe(target).pipe(client);
        });
        target.on("error", () => client.destroy());
        client.on("error", () => target.destroy());
      }
    });
  });
  upstreams.push(upstream);
  return upstream;
}
const exit = (how: "http" | "socks5", { port }: { port: number }): ExitFact =>
  labExit({ how, host: "127.0.0.1", port, user: "up1", password: "pass1", ip: "9.9.9.9" });

async function download(size: number): Promise<void> {
  const { client, head } = await connectTo(gateway, { ...alice, authority: origin.authority });
  expect(head).toMatch(/ 200 /);
  client.socket.write(`GET /bytes/${size} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const answer = await client.head();
  expect((await client.exactly(size)).equals(pattern(size))).toBe(true);
  await eventually("it is billed", () => hub.billed(id).down >= answer.length + size);
  expect(hub.billed(id).down).toBe(answer.length + size);
  client.socket.destroy();
}

describe("exits that are upstream proxies (spec/gateway#exits, spec/operator#exits-import)", () => {
  test("HTTP: sends CONNECT with the exit's credentials; the handshake is not billed", async () => {
    hub.upsert(exit("http", await httpUpstream()));
    gateway = await gatewayAt(hub, [origin.authority]);
    await download(300_000);
    expect(seen).toEqual([
      `${origin.authority} Basic ${Buffer.from("up1:pass1").toString("base64")}`,
    ]);
  });

  test("SOCKS5: sends the exit's credentials and the checked address; the handshake is not billed", async () => {
    hub.upsert(exit("socks5", await socksUpstream()));
    gateway = await gatewayAt(hub, [origin.authority]);
    await download(300_000);
    expect(seen).toEqual(["up1pass1"]);
  });

  test("An upstream that refuses the gateway is dead for a while; others are used instead", async () => {
    hub.upsert(exit("http", await httpUpstream(407)));
    hub.upsert(labExit());
    gateway = await gatewayAt(hub, [origin.authority]);
    for (let tries = 0; tries < 8; tries += 1) {
      expect(await statusOf(gateway, { ...alice, authority: origin.authority })).toBe(200);
    }
    expect(seen.length).toBeLessThanOrEqual(1);
  });

  test("An upstream that sends garbage, hangs up or is unreachable results in a 502", async () => {
    const garbage = await rawOrigin((socket) => void socket.end("SSH-2.0-x\r\n\r\n\r\n"));
    upstreams.push(garbage);
    hub.upsert(exit("http", garbage));
    hub.upsert(exit("socks5", garbage));
    hub.upsert(exit("http", { port: 9 }));
    gateway = await gatewayAt(hub, [origin.authority]);
    const head = await headOf(gateway, { ...alice, authority: origin.authority });
    expect(head).toMatch(/^HTTP\/1\.1 502/);
    expect(head).toMatch(/proxy-status: turnpike; error=/i);
  });

  test("A target that refuses results in a 502, and no exit is marked dead", async () => {
    hub.upsert(labExit());
    const closed = await rawOrigin(() => {});
    await closed.stop();
    gateway = await gatewayAt(hub, [origin.authority, closed.authority]);
    const { head } = await connectTo(gateway, { ...alice, authority: closed.authority });
    expect(head).toMatch(/^HTTP\/1\.1 502 [\s\S]*connection_refused/);
    expect(await statusOf(gateway, { ...alice, authority: origin.authority })).toBe(200);
  });
});

describe.each(engines)("upstream proxies given by name, $name", ({ options }) => {
  /** The resolver's answers; a name without an entry has no address. */
  const names = new Map<string, string[]>();
  const asked: string[] = [];
  const lookup = async (host: string) => {
    asked.push(host);
    return names.get(host) ?? Promise.reject(new Error("ENOTFOUND"));
  };
  beforeEach(() => {
    names.clear();
    for (const list of [asked, seen]) list.length = 0;
  });
  const exitNetworks = ["0.0.0.0/0"];
  const start = async (changed: Partial<GatewayOptions> = {}) => {
    const all = { ...options, world: { ...realWorld(), lookup }, exitNetworks, ...changed };
    gateway = await gatewayAt(hub, [origin.authority], all);
  };
  /** Adds as many exits as are tried per connection, so that the response is theirs. */
  const putThree = (fact: ExitFact) => {
    for (const last of [1, 2, 3]) hub.upsert({ ...fact, id: `${fact.id}-${last}` });
  };
  const tunnel = () => headOf(gateway, { ...alice, authority: origin.authority });
  /** The same, with the line that the request log has for it. */
  const ask = async () => {
    const lines = hub.requests.length;
    const head = await tunnel();
    await eventually("it is logged", () => hub.requests.length > lines);
    return { head, line: hub.requests.at(-1) };
  };
  const refused = (detail: string) => ({
    head: expect.stringMatching(/^HTTP\/1\.1 502 [\s\S]*destination_unavailable/),
    line: expect.objectContaining({ reason: "exitUnreachable", detail }),
  });

  test.each(["http", "socks5"] as const)(
    "%s: `localhost` is resolved by the system's resolver",
    async (how) => {
      const upstream = await (how === "http" ? httpUpstream() : socksUpstream());
      hub.upsert({ ...exit(how, upstream), host: "localhost" });
      gateway = await gatewayAt(hub, [origin.authority], { ...options, exitNetworks });
      await download(300_000);
      expect(seen).toHaveLength(1);
    },
  );

  test("The second address is used if the first is dead, and the name is resolved once", async () => {
    names.set("up.example", ["127.0.0.9", "127.0.0.1"]);
    hub.upsert({ ...exit("http", await httpUpstream()), host: "up.example" });
    await start();
    for (let tries = 0; tries < 3; tries += 1) expect(await tunnel()).toMatch(/ 200 /);
    expect(seen).toHaveLength(3);
    expect(asked).toEqual(["up.example"]);
  });

  test("A name that does not resolve results in a 502, and its exit is dead for a while", async () => {
    putThree({ ...exit("http", { port: 9 }), host: "up.example" });
    await start();
    expect(await ask()).toEqual(refused("the upstream's name does not resolve"));
    hub.upsert(labExit());
    while (!/ 200 /.test(await tunnel()));
    asked.length = 0;
    for (let tries = 0; tries < 12; tries += 1) expect(await tunnel()).toMatch(/ 200 /);
    expect(asked).toEqual([]);
  });

  test.each([["127.0.0.1"], ["::ffff:127.0.0.1"], ["0.0.0.0"]])(
    "A name that leads back to the gateway, as %s, is refused at the first hop (G6)",
    async (address) => {
      names.set("back.example", [address]);
      await start();
      const back = { host: "back.example", user: "alice1", password: "secret1" };
      putThree({ ...exit("http", gateway), ...back });
      let [answered, tries] = [await ask(), 1];
      for (; asked.length === 0; tries += 1) answered = await ask();
      expect(answered).toEqual(refused("the exit leads back to this gateway"));
      expect(hub.requests).toHaveLength(tries);
    },
  );

  test("The product's own name at the gateway's port is refused, whatever it resolves to (G6)", async () => {
    names.set("proxy.example", ["127.0.0.9"]);
    await start({ ownNames: ["Proxy.example"] });
    putThree({ ...exit("http", gateway), host: "proxy.example" });
    let answered = await ask();
    while (answered.line?.reason === "noExit") answered = await ask();
    expect(answered).toEqual(refused("the exit leads back to this gateway"));
    expect(asked).toEqual(["proxy.example"]);
  });

  test.each([["127.0.0.1"], ["::ffff:127.0.0.1"], ["10.0.0.1"], ["fd00::2"], ["fe80::1%lo"]])(
    "Outside the lab a name that resolves to an internal address such as %s is refused",
    async (address) => {
      names.set("up.example", [address]);
      putThree({ ...exit("http", await httpUpstream()), host: "up.example" });
      await start({ exitNetworks: [] });
      const why = address.includes("%") ? "does not resolve" : "leads to an internal address";
      expect(await ask()).toEqual(refused(`the upstream's name ${why}`));
      expect(seen).toEqual([]);
    },
  );
});

test("many tunnels through one exit address (P7): Thousands of short tunnels cause no error and no slowdown", async () => {
  const echo = await rawOrigin((socket) => void socket.end("x"));
  upstreams.push(echo);
  hub.upsert(labExit());
  gateway = await gatewayAt(hub, [echo.authority]);
  const login = { ...alice, authority: echo.authority };
  const lap = async (count: number) => {
    const began = process.cpuUsage();
    let left = count;
    const one = async () => {
      while (left-- > 0) {
        const { client, head } = await connectTo(gateway, login);
        if (!head.includes(" 200 ")) throw new Error(head);
        client.socket.end();
      }
    };
    await Promise.all(Array.from({ length: 16 }, one));
    return Object.values(process.cpuUsage(began)).reduce((sum, us) => sum + us);
  };
  await lap(500);
  const first = await lap(1_500);
  await lap(sized({ short: 1_500, full: 5_500 }));
  const last = await lap(1_500);
  expect(first / last).toBeGreaterThan(0.5);
}, 60_000);
