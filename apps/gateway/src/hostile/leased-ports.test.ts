/** Clients of opened IPs' ports and of whitelisted ports (G1, G4, G6, G8, G9, G13, G18). */
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Log } from "../lib/log.ts";
import { mustReject } from "../parse/hostile-requests.ts";
import { internalHosts } from "../parse/hostile-targets.ts";
import { Client, connectTo, eventually } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import {
  erin,
  first,
  foreign,
  LeasedPortStage,
  openedIp,
  whitelistedPort,
} from "../testing/leased-ports.ts";
import { labExit } from "../testing/resources.ts";
import { rawOrigin } from "../testing/origin.ts";
import { afterChange } from "../testing/static-ips.ts";
import { seeded, times } from "../testing/test-sizes.ts";

const errors: string[] = [];
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (fields, message) => void errors.push(`${message} ${JSON.stringify(fields)}`),
};
const wrongCredentials = [407, 255, "credentials"];

describe.each(engines)("hostile clients at leased ports ($name engine)", (engine) => {
  let stage: LeasedPortStage;
  beforeEach(async () => {
    errors.length = 0;
    stage = await LeasedPortStage.open({ log, headTimeoutMs: 600, ...engine.options });
  });
  afterEach(() => stage.stop());

  /** One port of each kind, with a login that it accepts. */
  const kinds = async () => [
    { port: (await stage.add(openedIp(stage.exits[0]))).port, login: erin },
    {
      port: (await stage.add(openedIp(stage.exits[1], { login: null }))).port,
      login: { from: first },
    },
    { port: (await stage.add(whitelistedPort())).port, login: { from: first } },
  ];

  test("10 wrong passwords at an opened IP block further ones from that address, and block no other port (G9)", async () => {
    await stage.add(openedIp(stage.exits[0]));
    const here = stage.endpoint;
    await stage.add(openedIp(stage.exits[0]));
    const next = stage.endpoint;
    stage.endpoint = here;
    const wrong = (count: number) => ({ ...erin, password: `wrong${count}` });
    for (let count = 10; count < 20; count += 1) {
      expect(await stage.refusals(wrong(count))).toEqual(wrongCredentials);
    }
    expect(await stage.refusals(wrong(20))).toEqual([429, 255, "tooManyTries"]);
    expect((await stage.ask(erin)).status).toBe(200);
    expect((await stage.ask({ ...erin, from: "127.0.0.9" })).status).toBe(200);
    stage.endpoint = next;
    expect((await stage.ask(erin)).status).toBe(200);
    // Attempts at the gateway's own port, where this name is unknown, do not count here either.
    stage.endpoint = { port: stage.gateway.port };
    for (let count = 0; count < 6; count += 1) await stage.refusals(erin);
    stage.endpoint = next;
    expect((await stage.ask(erin)).status).toBe(200);
  });

  test("Where no password is accepted, all guesses get the same response; none is logged or looked up", async () => {
    const answers = new Set<string>();
    for (const wanted of [openedIp(stage.exits[0], { login: null }), whitelistedPort()]) {
      await stage.add(wanted);
      for (const [user, password] of [
        ["erin01", "secret7"],
        ["erinone", "secret8"],
        ["nobody1", "x"],
        ["erinone-sid-a-t-9999", "secret8"],
        ["x".repeat(200), "y".repeat(200)],
      ] as const) {
        for (const from of [foreign, "127.0.0.94"]) {
          const { status, text } = await stage.ask({ user, password, from });
          expect(status).toBe(407);
          answers.add(text.split("\r\n\r\n")[1] ?? "");
        }
      }
    }
    expect(answers.size).toBe(1);
    expect([stage.hub.requests, stage.hub.lookups]).toEqual([[], []]);
    expect(stage.origin.up()).toBe(0);
  });

  test("The client's address comes from the socket, whatever a header claims (G8)", async () => {
    for (const { port, login } of (await kinds()).slice(1)) {
      stage.endpoint = { port };
      for (const field of ["X-Forwarded-For", "X-Real-IP", "Client-IP", "CF-Connecting-IP"]) {
        expect((await stage.ask({ more: `${field}: ${first}\r\n` })).status).toBe(407);
      }
      expect((await stage.ask({ more: `Forwarded: for=${first}\r\n` })).status).toBe(407);
      const proxied = new Client(port);
      proxied.socket.write(`PROXY TCP4 ${first} 127.0.0.1 4711 ${port}\r\n`);
      proxied.socket.write(`GET http://${stage.origin.authority}/ip HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(await proxied.head()).toMatch(/^HTTP\/1\.1 400/);
      proxied.socket.destroy();
      expect((await stage.ask(login)).status).toBe(200);
    }
  });

  test("Requests that no HTTP server may accept are refused at each kind of port (G1)", async () => {
    const taken: string[] = [];
    for (const { port } of await kinds()) {
      await times(mustReject.length, 8, async (index) => {
        const [title, text] = mustReject[index] ?? ["", ""];
        const client = new Client(port, first);
        client.socket.write(Buffer.from(text, "latin1"));
        const over = () => client.ended || client.closed;
        await eventually("an answer", () => over() || client.bytes > 0, 2_000).catch(() => {});
        if (/^HTTP\/1\.1 [123]/.test(client.all().toString("latin1"))) taken.push(title);
        client.socket.destroy();
      });
    }
    expect([taken, errors]).toEqual([[], []]);
    expect(stage.origin.sockets.size).toBe(0);
  }, 30_000);

  test("No internal address is dialled, nor any of the gateway's own ports (G4, G6)", async () => {
    let trapped = 0;
    const trap = await rawOrigin((socket) => {
      trapped += 1;
      socket.destroy();
    }, "::");
    const ports = await kinds();
    const own = [...ports.map(({ port }) => port), stage.gateway.port];
    const wrong: string[] = [];
    for (const { port, login } of ports) {
      const targets = [
        ...internalHosts.map((host) => `${host}:${trap.port}`),
        ...own.flatMap((each) => [`127.0.0.1:${each}`, `localhost:${each}`, `[::1]:${each}`]),
      ];
      await times(targets.length, 5, async (index) => {
        const authority = targets[index] ?? "";
        const { client, head } = await connectTo({ port }, { ...login, authority });
        client.socket.destroy();
        if (!/^HTTP\/1\.1 40[03] /.test(head)) wrong.push(`${authority}: ${head.slice(0, 40)}`);
      });
    }
    expect([wrong, trapped]).toEqual([[], 0]);
    await trap.stop();
  }, 30_000);

  test("An exit leading into a leased port, even another worker's, is refused until the port is deleted (G6)", async () => {
    let came = 0;
    const elsewhere = await rawOrigin((socket) => {
      came += 1;
      socket.destroy();
    });
    const other = whitelistedPort({
      id: "elsewhere",
      port: elsewhere.port,
      accountId: "account-zoe",
    });
    stage.hub.upsert(other);
    const loop = labExit({ how: "http", host: "127.0.0.1", port: elsewhere.port });
    stage.hub.upsert(loop);
    await afterChange();
    await stage.add(openedIp(loop));
    expect((await stage.ask(erin)).text).toContain("the exit leads back to this gateway");
    expect(came).toBe(0);
    stage.hub.delete("whitePort", other.id);
    await afterChange();
    expect((await stage.ask(erin)).status).toBe(502);
    expect(came).toBeGreaterThan(0);
    await elsewhere.stop();
  });

  test("Clients that send no complete head are closed in time (G13)", async () => {
    for (const { port } of await kinds()) {
      const half = ["", "CONNECT a.example:80 HT", "\x05", "\x05\x01\x02\x01"].map((text) => {
        const client = new Client(port, first);
        client.socket.write(Buffer.from(text, "latin1"));
        return client;
      });
      const gone = () => half.every(({ ended, closed }) => ended || closed);
      await eventually("all are gone", gone, 5_000);
      for (const { socket } of half) socket.destroy();
    }
  }, 20_000);

  test("Random bytes crash nothing, and the owner is served meanwhile (G18)", async () => {
    const seed = Date.now() % 1_000_000;
    const random = seeded(seed);
    const ports = await kinds();
    const starts = [
      Buffer.alloc(0),
      Buffer.from([5, 1, 0, 5, 1, 0]),
      Buffer.from([5, 2, 0, 2, 1, 6, ...Buffer.from("erin01"), 7, ...Buffer.from("secret7")]),
      Buffer.from(`CONNECT ${stage.origin.authority} HTTP/1.1\r\nHost: x\r\n`),
    ];
    const noise = () =>
      new Promise<void>((resolve) => {
        const { port = 0 } = ports[Math.floor(random() * ports.length)] ?? {};
        const localAddress = random() < 0.3 ? first : `127.0.7.${1 + Math.floor(random() * 250)}`;
        const socket = connect({ port, host: "127.0.0.1", localAddress });
        socket.on("error", () => {}).on("close", () => resolve());
        socket.resume();
        socket.write(starts[Math.floor(random() * starts.length)] ?? "");
        socket.write(Buffer.from(Array.from({ length: 300 }, () => Math.floor(random() * 256))));
        setTimeout(() => (random() < 0.5 ? socket.destroy() : socket.resetAndDestroy()), 15);
      });
    let served = 0;
    const statuses = new Set<number>();
    const honest = async () => {
      // From a separate address, as the noise may briefly use up an opened IP's connections.
      for (let count = 0; count < 15; count += 1) {
        const { port, login } = ports[count % 2 ? 0 : 2] ?? { port: 0, login: {} };
        stage.endpoint = { port };
        const { status } = await stage.ask(login);
        statuses.add(status);
        served += Number(status === 200);
      }
    };
    await Promise.all([honest(), times(300, 6, noise)]);
    expect(errors).toEqual([]);
    statuses.delete(429);
    expect([seed, [...statuses]]).toEqual([seed, [200]]);
    expect(served).toBeGreaterThan(10);
    await eventually("all are gone", () => stage.gateway.connections.size === 0);
  }, 30_000);
});
