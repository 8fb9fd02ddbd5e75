/** Tunnels and requests at one slow port: each connection gets the same number of bytes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { basic, Client, gatewayAt } from "../testing/test-gateway.ts";
import { bothEngines } from "../testing/engines.ts";
import { TestHub } from "../testing/test-hub.ts";
import { httpOrigin, type Origin } from "../testing/origin.ts";
import { dora, unlimitedExit, unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { measure, openStreams, RateOrigin, type Streams } from "../testing/rates.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";

const seconds = 5;
/** M7; beside other tests one chunk more or less is a third of what each of 16 streams gets. */
const fairWithin = sized(0.5, 0.2);
/** A machine that stalls spoils a measurement: beside other tests, one good one is enough. */
const measurements = sized(3, 1);

interface Asked {
  tunnels: number;
  /** Endless chunked responses. */
  chunked: number;
  /** Connections that request 20 kB repeatedly. */
  lanes: number;
}

/** The streams without the bytes that have arrived so far. */
function fromNow(streams: Streams): Streams {
  const already = streams.arrived();
  const arrived = () => streams.arrived().map((bytes, at) => bytes - (already[at] ?? 0));
  return { ...streams, arrived };
}

describe.each(bothEngines)("tunnels and requests at a slow port, $name", ({ options }) => {
  let origin: RateOrigin;
  let web: Origin;

  const hub = forTests(() => new TestHub().listen());
  beforeAll(async () => {
    [origin, web] = await Promise.all([RateOrigin.open(), httpOrigin()]);
    hub.upsert(unlimitedExit());
  });
  forTests(() => gatewayAt(hub, [origin.authority, web.authority], options));
  afterAll(() => Promise.all([origin.stop(), web.stop()]));

  /** Requests a body of this size, again whenever it has arrived. */
  function get(port: number, path: string, bodyBytes: number): Client {
    const client = new Client(port);
    const login = `Proxy-Authorization: ${basic(dora.user, dora.password)}`;
    const fields = `Host: ${web.authority}\r\n${login}`;
    const ask = () =>
      client.socket.write(`GET http://${web.authority}${path} HTTP/1.1\r\n${fields}\r\n\r\n`);
    let whole = 0;
    let next = Number.POSITIVE_INFINITY;
    client.socket.removeAllListeners("data");
    client.socket.on("data", (chunk: Buffer) => {
      // All responses are as long as the first one.
      if (whole === 0) next = whole = chunk.indexOf("\r\n\r\n") + 4 + bodyBytes;
      client.bytes += chunk.length;
      for (; client.bytes >= next; next += whole) ask();
    });
    ask();
    return client;
  }

  test.concurrent.each<Asked>([
    { tunnels: 4, chunked: 0, lanes: 1 },
    { tunnels: 1, chunked: 15, lanes: 0 },
    { tunnels: 3, chunked: 3, lanes: 3 },
  ])(
    "$tunnels tunnels, $chunked chunked responses and $lanes request loops get equal bytes (M7)",
    async ({ tunnels, chunked, lanes }) => {
      const [port = 0] = await freePorts(1);
      const fact = unlimitedPort({ port, mbps: 5 });
      hub.upsert(fact);
      const door = await whenOpen(hub, fact);
      const streams = await openStreams({
        endpoint: door,
        login: dora,
        origin,
        way: "down",
        count: tunnels,
      });
      const endless = Array.from({ length: chunked }, () => get(port, "/chunks/8000000", 8e6));
      const short = Array.from({ length: lanes }, () => get(port, "/bytes/20000", 20_000));
      const clients = [...endless, ...short];
      const all: Streams = {
        clients: [...streams.clients, ...clients],
        arrived: () => [...streams.arrived(), ...clients.map(({ bytes }) => bytes)],
        stop: () => {
          for (const client of [...streams.clients, ...clients]) client.socket.destroy();
        },
      };
      let rates = await measure(all, seconds);
      const isGood = () => rates.mbps / 5 > 0.93 && rates.unfair < fairWithin;
      for (let count = 1; count < measurements && !isGood(); count += 1) {
        rates = await measure(fromNow(all), seconds);
      }
      all.stop();
      expect(rates.mbps / 5).toBeGreaterThan(0.93);
      expect(rates.mbps / 5).toBeLessThan(1.05);
      expect(rates.unfair).toBeLessThan(fairWithin);
    },
    60_000,
  );
});
