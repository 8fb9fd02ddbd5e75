import { expect, it } from "vitest";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startHubApi, withSubAccount } from "../request-log/testing.ts";
import { testsPerAccount } from "./limiter.ts";
import { startPeer } from "./testing.ts";

/** What the fake gateway sends, one text per chunk of data received. */
let texts: string[] = [];

const peer = forTests(() =>
  startPeer((socket) => {
    const left = [...texts];
    socket.on("data", () => void socket.write(left.shift() ?? ""));
  }),
);
const api = forTests(() => startHubApi({ GATEWAY_PORT: String(peer.port) }));

it("With a silent gateway the test ends after ten seconds; a fourth concurrent one is refused", async () => {
  const { session } = await withSubAccount(api, "TestEve01");
  const proxy = `127.0.0.1:${peer.port}:TestEve01:secret123`;
  const proxyTest = () => api.send("proxyTest", { session, proxy, protocol: "http" });
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: testsPerAccount + 1 }, proxyTest));
  expect(performance.now() - began).toBeLessThan(timeLimit(12_000));
  const told = answers.map(({ code, data }) => `${code} ${data.reason}`).toSorted();
  const timedOut = Array.from({ length: testsPerAccount }, () => "0 timedOut");
  expect(told).toEqual([...timedOut, "429 tooManyTries"]);
  const tunnel = "HTTP/1.1 200 OK\r\nX-Request-Id: r1\r\n\r\n";
  const body = '{"ip":"198.51.100.9"}';
  texts = [tunnel, `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`];
  expect((await proxyTest()).data.ok).toBe(true);
});
