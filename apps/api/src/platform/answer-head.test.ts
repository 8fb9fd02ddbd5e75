import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { startTestApi } from "../../testing/api.ts";
import { send } from "../across/webhook/send.ts";
import { fetchClientAddress } from "./proxy/client-address.ts";
import { httpTunnel } from "./proxy/http-tunnel.ts";
import { fetchText } from "./proxy/outward.ts";

/** A second of it takes the thread for a second. */
const most = 20 * 1024 * 1024;

const floods = {
  hints: ["", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(2_000)],
  lines: ["", "\r\n".repeat(30_000)],
  chunks: ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\nx\r\n".repeat(10_000)],
} as const;

/** Answers every request with a flood. */
async function startPouring() {
  const state = { sent: 0, how: "hints" as keyof typeof floods };
  const pour = (socket: Socket) => {
    const [, part] = floods[state.how];
    state.sent += part.length;
    if (state.sent > most) return void socket.destroy();
    if (socket.write(part)) setImmediate(pour, socket);
    else socket.once("drain", () => pour(socket));
  };
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(floods[state.how][0]);
      pour(socket);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { state, port, stop: () => new Promise((resolve) => server.close(resolve)) };
}

const api = forTests(startTestApi);
const server = forTests(startPouring);

it.each(["hints", "lines"] as const)(
  "A head without end (%s) ends the request: of webhooks, lists and pages behind proxies (spec/limits)",
  async (how) => {
    const { port, state } = server;
    Object.assign(state, { how, sent: 0 });
    const url = `http://127.0.0.1:${port}/`;
    const { services } = api;
    const own = { ...services, env: { ...services.env, LAB_TARGETS: `127.0.0.1:${port}` } };
    const hook = { accountId: "", url, headers: {}, body: "{}", turn: 0 };
    expect(await send(own, hook)).toMatchObject({
      status: 0,
      error: "no end of the answer's head",
    });
    const limits = { maxBytes: 1_000, timeoutMs: 10_000 };
    const networks = { EXIT_NETWORKS: ["127.0.0.0/8"] };
    await expect(fetchText(networks, new URL(url), limits)).rejects.toThrow("no final answer");
    const socket = connect({ host: "127.0.0.1", port });
    const page = fetchClientAddress(socket, new URL(url), AbortSignal.timeout(10_000));
    await expect(page).rejects.toThrow("no final answer");
    const proxy = { host: "127.0.0.1", port, username: "", password: "" };
    const target = { host: "page.example", port: 80 };
    const tunnel = httpTunnel(proxy, target, AbortSignal.timeout(10_000));
    const why = await tunnel.then(
      () => "it answers",
      (error: Error) => error.message,
    );
    // Of CONNECT Node takes an interim answer for the answer.
    expect(why).toBe(how === "lines" ? "no final answer" : "it answers");
    // What was on the way for these requests.
    expect(state.sent).toBeLessThan(most);
  },
);

it("An answer of a webhook in chunks of one byte takes no longer than any other", async () => {
  const { port, state } = server;
  Object.assign(state, { how: "chunks", sent: 0 });
  const { services } = api;
  const own = { ...services, env: { ...services.env, LAB_TARGETS: `127.0.0.1:${port}` } };
  const url = `http://127.0.0.1:${port}/`;
  const { user } = process.cpuUsage();
  const sent = await send(own, { accountId: "", url, headers: {}, body: "{}", turn: 0 });
  expect(sent).toMatchObject({ status: 200, answer: "x".repeat(500) });
  // It took 2.4 s.
  expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(1_500);
});
