/** Crowds of idle connections must not affect other clients (N2, N3). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { SeparateProcess, otherProcessUser, processUser } from "../testing/separate-process.ts";
import { basic, Client, connectTo, eventually, socksTo } from "../testing/test-gateway.ts";
import { Crowd } from "../testing/crowd.ts";
import { engines } from "../testing/engines.ts";
import { honestP99, timedTunnel } from "../testing/honest-client.ts";
import { pattern, rawOrigin } from "../testing/origin.ts";
import { sized, torture } from "../testing/test-sizes.ts";

/** The gateway's descriptors, and the number of clients. */
const files = sized({ short: 1_024, full: 20_000 });
const idlers = sized({ short: 1_500, full: 20_000 });
/** A tenth and two fifths of the descriptors that the gateway does not reserve for itself. */
const unauthenticatedMost = Math.min(4_096, Math.floor((files - 128) * 0.1));
const admittedMost = Math.floor((files - 128) * 0.4);
const perNetwork = 256;
const watchedMs = sized({ short: 300, full: 5_000 });
const attackers = ["127.0.0.21", "127.0.0.22", "127.0.0.23", "127.0.0.24"];
const login = `Proxy-Authorization: ${basic(processUser.user, processUser.password)}\r\n`;

describe.runIf(process.platform === "linux").each(engines)("crowds ($name engine)", (engine) => {
  let gateway: SeparateProcess;
  let crowd: Crowd;

  const quick = forTests(() =>
    rawOrigin((socket) => {
      socket.once("data", () => socket.end(pattern(1_000)));
      socket.on("end", () => socket.end());
    }),
  );
  const web = forTests(() =>
    rawOrigin((socket) => {
      socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
    }),
  );
  beforeAll(async () => {
    const allow = [quick.authority, web.authority];
    gateway = await new SeparateProcess({ engine: engine.name, files, allow }).started();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    crowd = new Crowd();
  });
  afterEach(async () => {
    await crowd.stop();
    await eventually("nobody is left", () => gateway.descriptors() < 100, 20_000);
    if (gateway.output !== "") throw new Error(gateway.output);
  });

  const honest = () => ({ ...otherProcessUser, port: gateway.port, authority: quick.authority });

  /** How many of `count` successive tunnels from an address were opened. */
  async function served(count: number, from: string): Promise<number> {
    let open = 0;
    for (let each = 0; each < count; each += 1) {
      const { client, head } = await connectTo(gateway, { ...honest(), from });
      open += Number(head.startsWith("HTTP/1.1 200 "));
      client.socket.destroy();
    }
    return open;
  }

  test.each([[attackers.slice(0, 1)], [attackers]])(
    "Silent clients from %s do not lock anyone out (N2)",
    async (from) => {
      const { port } = gateway;
      const request = { ...honest(), bytes: 1_000 };
      await honestP99(request, watchedMs);
      const quiet = await honestP99(request, watchedMs);
      const joining = crowd.join({ port, count: idlers, from });
      const during = await honestP99(request, watchedMs);
      await joining;
      const beside = await honestP99(request, watchedMs);
      // Clients that authenticate at once also get through from the crowd's own address.
      expect(await served(20, attackers[0] ?? "")).toBe(20);
      expect(await served(20, "127.0.0.30")).toBe(20);
      const most = Math.min(unauthenticatedMost, perNetwork * from.length);
      await eventually("its share is left", () => crowd.open <= most);
      if (!torture) return;
      const figures = { engine: engine.name, from: from.length, quiet, during, beside };
      process.stderr.write(`${JSON.stringify(figures)}\n`);
      expect(beside.p99).toBeLessThanOrEqual(Math.max(2 * quiet.p99, 10));
    },
    120_000,
  );

  test("Clients that send partial heads or greetings do not lock anyone out either (N2)", async () => {
    for (const says of ["GET http://a.example/ HTTP/1.1\r\nHost: a", "\x05\x01\x02"]) {
      await crowd.join({ port: gateway.port, count: idlers / 2, from: attackers, says });
    }
    expect(await served(20, attackers[1] ?? "")).toBe(20);
    expect(crowd.open).toBeLessThanOrEqual(unauthenticatedMost);
    const port = Number(quick.authority.split(":")[1]);
    const { client, code } = await socksTo(gateway, { ...otherProcessUser, port });
    expect(code).toBe(0);
    client.socket.destroy();
  }, 120_000);

  test("An account that opens all it can is limited to a quarter, and others are served (N3, spec/limits#connection-shares)", async () => {
    const { authority } = quick;
    const says = `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`;
    const count = sized({ short: 500, full: 9_000 });
    const from = ["127.0.0.41", "127.0.0.42"];
    await crowd.join({ port: gateway.port, count, from, says });
    // Refused clients are disconnected after 2 s.
    const share = Math.floor(admittedMost / 4);
    await eventually("those refused are gone", () => crowd.open <= share, 20_000);
    expect(crowd.open).toBe(share);
    expect(await served(40, "127.0.0.43")).toBe(40);
    const { client, head } = await connectTo(gateway, { ...honest(), ...processUser });
    expect(head).toMatch(/^HTTP\/1\.1 429 /);
    client.socket.destroy();
  }, 120_000);

  test("Idle kept-alive connections make room for their own account and for others", async () => {
    const { authority } = web;
    const says = `GET http://${authority}/ HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`;
    const oldest = new Client(gateway.port);
    oldest.socket.write(says);
    expect(await oldest.head()).toMatch(/^HTTP\/1\.1 200 /);
    await oldest.exactly(2);
    const count = Math.floor(admittedMost / 4);
    await crowd.join({ port: gateway.port, count, from: ["127.0.0.51"], says });
    await eventually("the oldest is closed", () => oldest.closed || oldest.ended);
    expect(crowd.open).toBe(count);
    expect(await served(20, "127.0.0.52")).toBe(20);
    const request = { ...processUser, port: gateway.port, authority: quick.authority };
    expect(await timedTunnel({ ...request, bytes: 9 })).toBeGreaterThan(0);
    oldest.socket.destroy();
  }, 60_000);
});

const native = engines.filter(({ name }) => name === "native");
describe.runIf(process.platform === "linux").each(native)(
  "out of file descriptors ($name)",
  (engine) => {
    test("Silent clients are closed for new ones when fewer descriptors exist than assumed", async () => {
      const origin = await rawOrigin((socket) => {
        socket.once("data", () => socket.end(pattern(1_000)));
      });
      const crowd = new Crowd();
      const allow = [origin.authority];
      const setting = { engine: engine.name, files: 200, believedFiles: 20_000, allow };
      const gateway = await new SeparateProcess(setting).started();
      try {
        // Fewer than each network's share, more than the process can accept.
        await crowd.join({ port: gateway.port, count: 400, from: attackers });
        const request = { ...otherProcessUser, port: gateway.port, authority: origin.authority };
        for (let count = 0; count < 20; count += 1) await timedTunnel({ ...request, bytes: 1_000 });
        expect(gateway.output).toBe("");
      } finally {
        await crowd.stop();
        await gateway.stop();
        await origin.stop();
      }
    }, 30_000);
  },
);
