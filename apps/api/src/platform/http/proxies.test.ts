import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import pino from "pino";
import { expect, it } from "vitest";
import { startTestApi } from "../../../testing/api.ts";
import { newMetrics } from "../metrics/metrics.ts";
import { Connections } from "./connections.ts";

const api = forTests(() =>
  startTestApi(
    { nodes: true },
    { NODE_ENV: "production", CAPTCHA: "none", TRUSTED_PROXIES: "127.0.0.1" },
  ),
);

/** The most sign-ups per hour from one address (spec/limits). */
const most = 30;
let count = 0;
async function signUp(forwardedFor: string): Promise<number> {
  const email = `proxied${count++}@example.com`;
  const answer = await fetch(`${api.url}/v1/signup`, {
    method: "POST",
    headers: { "x-forwarded-for": forwardedFor },
    body: new URLSearchParams({ email, password: "Passw0rd!x", agree: "1" }),
  });
  return ((await answer.json()) as { code: number }).code;
}

it("sign-ups are counted for the client behind the proxy, whatever header it sends itself (spec/environment#proxies)", async () => {
  const codes = [];
  for (let at = 0; at < most; at += 1) codes.push(await signUp(`10.9.8.${at}, 203.0.113.9`));
  expect(codes).toEqual(Array(most).fill(0));
  expect(await signUp("10.9.8.7, 203.0.113.9")).toBe(429);
  expect(await signUp("203.0.113.9, 203.0.113.10")).toBe(0);
});

/** Requests a WebSocket link; returns the status and leaves an accepted socket open. */
function dial(forwardedFor: string): Promise<{ status: number; end: () => void }> {
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "x-forwarded-for": forwardedFor,
  };
  return new Promise((resolve) => {
    const asked = request(`${api.url}/link`, { headers }).end();
    const end = () => asked.destroy();
    asked.on("error", () => undefined);
    asked.on("response", ({ statusCode = 0 }) => resolve({ status: statusCode, end }));
    asked.on("upgrade", (_answer, socket) => resolve({ status: 101, end: () => socket.destroy() }));
  });
}

it("unauthenticated gateways are counted by their own address, not the load balancer's (spec/nodes#link)", async () => {
  const dialled = await Promise.all(Array.from({ length: 20 }, () => dial("203.0.113.20")));
  const [beyond, other] = [await dial("203.0.113.20"), await dial("203.0.113.21")];
  for (const { end } of [...dialled, beyond, other]) end();
  expect(new Set(dialled.map(({ status }) => status))).toEqual(new Set([101]));
  expect([beyond.status, other.status]).toEqual([429, 101]);
});

it("connections through a proxy count for the clients behind it, each with its own share", async () => {
  const server = createServer();
  const connections = new Connections(server, {
    name: "api",
    maxConnections: 100,
    metrics: newMetrics(),
    log: pino({ level: "silent" }),
    isTrusted: (address) => address === "127.0.0.1",
  });
  const held: ServerResponse[] = [];
  const beyond: string[] = [];
  server.on("request", (request, answer) => {
    held.push(answer);
    if (connections.isOverLimit(request)) beyond.push(String(request.headers["x-forwarded-for"]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const ask = async (client: string) => {
    const before = held.length;
    const headers = { "x-forwarded-for": client };
    request({ port, agent: false, headers })
      .on("error", () => undefined)
      .end();
    await waitFor("it arrived", () => held.length > before);
  };
  // One network may have requests on a quarter of the connections.
  for (let at = 0; at < 26; at += 1) await ask("203.0.113.9");
  await ask("203.0.113.10");
  expect(beyond).toEqual(["203.0.113.9"]);
  for (const answer of held) answer.end();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
