import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { startTestApi } from "../../testing/api.ts";
import { send } from "../across/webhook/send.ts";
import { fetchClientAddress } from "./proxy/client-address.ts";
import { fetchText } from "./proxy/outward.ts";

const hints = Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(2_000));
/** A second of it takes the thread for a second. */
const most = 20 * 1024 * 1024;

/** Answers every request with interim answers. */
async function startPouring() {
  const state = { sent: 0 };
  const pour = (socket: Socket) => {
    state.sent += hints.length;
    if (state.sent > most) return void socket.destroy();
    if (socket.write(hints)) setImmediate(pour, socket);
    else socket.once("drain", () => pour(socket));
  };
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => pour(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { state, port, stop: () => new Promise((resolve) => server.close(resolve)) };
}

const api = forTests(startTestApi);
const server = forTests(startPouring);

it("Interim answers without end end the request: of webhooks, lists and pages behind proxies (spec/limits)", async () => {
  const { port, state } = server;
  const url = `http://127.0.0.1:${port}/`;
  const { services } = api;
  const own = { ...services, env: { ...services.env, LAB_TARGETS: `127.0.0.1:${port}` } };
  const hook = { accountId: "", url, headers: {}, body: "{}", turn: 0 };
  expect(await send(own, hook)).toMatchObject({ status: 0, error: "interim answers without end" });
  const limits = { maxBytes: 1_000, timeoutMs: 10_000 };
  const networks = { EXIT_NETWORKS: ["127.0.0.0/8"] };
  await expect(fetchText(networks, new URL(url), limits)).rejects.toThrow("no final answer");
  const socket = connect({ host: "127.0.0.1", port });
  const page = fetchClientAddress(socket, new URL(url), AbortSignal.timeout(10_000));
  await expect(page).rejects.toThrow("no final answer");
  // What was on the way for three requests.
  expect(state.sent).toBeLessThan(most);
});
