/** Deliveries and documents are longer than calls, and read before it is known who sends them. */
import { connect, type Socket } from "node:net";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);
const length = 200_000;

/** Begins to send a long body, and notes the status of what is answered before it ends. */
function begin(path: string, answers: string[]): Socket {
  const { hostname: host, port } = new URL(shop.url);
  const socket = connect({ host, port: Number(port) });
  socket.on("error", () => {});
  socket.once("data", (chunk) => answers.push(String(chunk).slice(9, 12)));
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/octet-stream`;
  socket.write(`${head}\r\nContent-Length: ${length}\r\n\r\n${"x".repeat(1_000)}`);
  return socket;
}
const whole = (path: string) =>
  fetch(shop.url + path, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: Buffer.alloc(length),
  });

it.each(["/webhooks/stripe", "/webhooks/btcpay", "/v1/identityPart?document=x&number=0"])(
  "of one network few arrive at once: a stranger cannot fill the memory with what never ends (%s)",
  async (path) => {
    const before = (await whole(path)).status;
    const answers: string[] = [];
    const sockets = Array.from({ length: 24 }, () => begin(path, answers));
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(8);
    expect(new Set(answers)).toEqual(new Set(["503"]));
    // Short ones, as those of providers are, and other calls are taken meanwhile.
    const short = await fetch(shop.url + path, { method: "POST", body: "x" });
    expect(short.status).not.toBe(503);
    expect(answers).toHaveLength(8);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await whole(path)).status, { timeout: 10_000 }).toBe(before);
    expect(before).not.toBe(503);
  },
);
