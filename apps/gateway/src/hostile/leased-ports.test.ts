/** Clients of opened IPs' ports and of whitelisted ports (G1, G4, G6, G8, G9, G13, G18). */
import { describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { internalHosts } from "../parse/hostile-targets.ts";
import { connectTo, eventually } from "../testing/test-gateway.ts";
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
import {
  acceptedWrongly,
  expectHalfHeadsEnd,
  expectNotSpoofed,
  keptErrors,
  sendNoise,
} from "../testing/hostile-clients.ts";

const { errors, log } = keptErrors();
const wrongCredentials = [407, 255, "credentials"];

describe.each(engines)("hostile clients at leased ports ($name engine)", (engine) => {
  const stage = forEachTest(async () => {
    errors.length = 0;
    return LeasedPortStage.open({ log, headTimeoutMs: 600, ...engine.options });
  });

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
      await expectNotSpoofed(stage, first);
      expect((await stage.ask(login)).status).toBe(200);
    }
  });

  test("Requests that no HTTP server may accept are refused at each kind of port (G1)", async () => {
    const taken: string[] = [];
    for (const { port } of await kinds()) {
      taken.push(...(await acceptedWrongly(port, first)));
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
    for (const { port } of await kinds()) await expectHalfHeadsEnd(port, first);
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
    const noise = () => {
      const { port = 0 } = ports[Math.floor(random() * ports.length)] ?? {};
      const localAddress = random() < 0.3 ? first : `127.0.7.${1 + Math.floor(random() * 250)}`;
      return sendNoise({ port, localAddress }, starts, random);
    };
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
